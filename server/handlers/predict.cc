#include "server/handlers/predict.h"

#include <optional>

#include "costmodel/error.h"
#include "server/convert/report.h"
#include "server/handlers/predict_options.h"

namespace roofline {
namespace {

// Errors of a convention name its file, and have nothing to do with the model.
bool IsOfConvention(const absl::Status& status) {
  const std::optional<Reason> reason = ReasonOf(status);
  return reason == Reason::kUnknownConvention || reason == Reason::kInvalidRules;
}

}  // namespace

absl::StatusOr<v1::PredictResponse> HandlePredict(const v1::PredictRequest& request,
                                                  const HandlerContext& context) {
  ASSIGN_OR_RETURN(const PredictInput input, ReadPredictRequest(request, context));
  const absl::StatusOr<Report> report =
      Predict(input.skeleton.bytes, input.skeleton.sha256_hex, input.options);
  if (!report.ok()) {
    return IsOfConvention(report.status()) ? report.status()
                                           : Annotate(report.status(), input.model_name);
  }
  v1::PredictResponse response;
  *response.mutable_report() =
      ReportToProto(*report, input.model_name, input.profile_digests,
                    request.detail() == v1::REPORT_DETAIL_TOTALS ? ReportDetail::kTotals
                                                                 : ReportDetail::kEverything);
  return response;
}

}  // namespace roofline
