#include "server/handlers/predict.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/prediction/report.h"
#include "server/convert/model_inputs.h"
#include "server/convert/report.h"
#include "server/convert/scenario.h"
#include "server/errors.h"
#include "server/handlers/device_source.h"
#include "server/limits.h"

namespace roofline {
absl::StatusOr<v1::PredictResponse> HandlePredict(const v1::PredictRequest& request,
                                                  const HandlerContext& context) {
  PredictOptions options{.infer = InferOptionsFromProto(request), .strict = request.strict()};
  ASSIGN_OR_RETURN(options.scenario, ScenarioFromProto(request.scenario()));
  options.efficiencies = context.data.efficiencies;
  if (!request.convention().empty()) options.convention = request.convention();
  if (request.has_measured_latency_seconds())
    options.measured_latency = Seconds(request.measured_latency_seconds());
  options.infer.cancelled = context.cancelled;
  if (request.devices().empty())
    return Error(Reason::kInvalidArgument, "no device given; name one, e.g. gtx-1080-ti");
  if (request.devices_size() > kMaxDevicesPerRequest) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("{} devices in one request; at most {} are accepted",
                             request.devices_size(), kMaxDevicesPerRequest));
  }
  std::vector<std::string> digests;
  for (const v1::DeviceSelector& selector : request.devices()) {
    ASSIGN_OR_RETURN(SourcedProfile device, SelectedProfile(context.data.devices, selector));
    options.devices.push_back(std::move(device.profile));
    digests.push_back(std::move(device.digest));
  }
  const std::string name =
      request.model_name().empty() ? "model" : CutText(request.model_name(), kMaxModelNameBytes);
  // A skeleton passes the filter unchanged; a whole model loses its weights here.
  ASSIGN_OR_RETURN(const Skeleton skeleton,
                   ReadSkeletonBytes(request.model(), name, options.infer.limits));
  absl::StatusOr<Report> report = Predict(skeleton.bytes, skeleton.sha256_hex, options);
  if (!report.ok()) return Annotate(report.status(), name);
  v1::PredictResponse response;
  *response.mutable_report() = ReportToProto(*report, name, digests);
  return response;
}

}  // namespace roofline
