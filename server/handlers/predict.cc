#include "server/handlers/predict.h"

#include "costmodel/error.h"
#include "server/convert/report.h"
#include "server/handlers/predict_options.h"

namespace roofline {

absl::StatusOr<v1::PredictResponse> HandlePredict(const v1::PredictRequest& request,
                                                  const HandlerContext& context) {
  ASSIGN_OR_RETURN(const PredictInput input, ReadPredictRequest(request, context));
  const absl::StatusOr<Report> report =
      Predict(input.skeleton.bytes, input.skeleton.sha256_hex, input.options);
  if (!report.ok()) return Annotate(report.status(), input.model_name);
  v1::PredictResponse response;
  *response.mutable_report() = ReportToProto(*report, input.model_name, input.profile_digests);
  return response;
}

}  // namespace roofline
