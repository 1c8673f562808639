#include "server/handlers/evaluate.h"

#include <fmt/format.h>

#include "costmodel/error.h"
#include "server/convert/evaluation.h"
#include "server/convert/measured_run.h"
#include "server/convert/report.h"
#include "server/handlers/predict_options.h"

namespace roofline {

absl::StatusOr<v1::EvaluateResponse> HandleEvaluate(const v1::EvaluateRequest& request,
                                                    const HandlerContext& context) {
  ASSIGN_OR_RETURN(const MeasuredRun run, MeasuredRunFromProto(request.run()));
  ASSIGN_OR_RETURN(const PredictInput input, ReadPredictRequest(request.base(), context));
  if (input.options.devices.size() != 1) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("{} devices given; name the one that the run was measured on",
                             input.options.devices.size()));
  }
  const absl::StatusOr<Report> report =
      Predict(input.skeleton.bytes, input.skeleton.sha256_hex, input.options);
  if (!report.ok()) return Annotate(report.status(), input.model_name);
  const RunEvaluation evaluation =
      Evaluate(*report->model, report->workload, report->devices.front(), run);
  v1::EvaluateResponse response;
  *response.mutable_evaluation() = EvaluationToProto(
      evaluation, *report, run,
      ReportToProto(*report, input.model_name, input.profile_digests, ReportDetail::kEverything));
  return response;
}

}  // namespace roofline
