#include "server/handlers/predict_options.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/error.h"
#include "server/convert/model_inputs.h"
#include "server/convert/scenario.h"
#include "server/errors.h"
#include "server/handlers/device_source.h"
#include "server/handlers/rule_source.h"
#include "server/limits.h"

namespace roofline {
namespace {

absl::Status ReadDevices(const v1::PredictRequest& request, const HandlerContext& context,
                         PredictInput& input) {
  if (request.devices().empty())
    return Error(Reason::kInvalidArgument, "no device given; name one, e.g. gtx-1080-ti");
  if (request.devices_size() > kMaxDevicesPerRequest) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("{} devices in one request; at most {} are accepted",
                             request.devices_size(), kMaxDevicesPerRequest));
  }
  for (const v1::DeviceSelector& selector : request.devices()) {
    ASSIGN_OR_RETURN(SourcedProfile device, SelectedProfile(context.data.devices, selector));
    input.options.devices.push_back(std::move(device.profile));
    input.profile_digests.push_back(std::move(device.digest));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PredictInput> ReadPredictRequest(const v1::PredictRequest& request,
                                                const HandlerContext& context) {
  PredictInput input;
  PredictOptions& options = input.options;
  options.infer = InferOptionsFromProto(request);
  options.infer.cancelled = context.cancelled;
  ASSIGN_OR_RETURN(CustomRules rules, RulesFor(request.rules(), context.data));
  input.rules = std::make_unique<const CustomRules>(std::move(rules));
  options.infer.rules = input.rules.get();
  options.strict = request.strict();
  ASSIGN_OR_RETURN(options.scenario, ScenarioFromProto(request.scenario()));
  options.efficiencies = context.data.efficiencies;
  if (!request.convention().empty()) options.convention = request.convention();
  if (request.has_measured_latency_seconds())
    options.measured_latency = Seconds(request.measured_latency_seconds());
  RETURN_IF_ERROR(ReadDevices(request, context, input));
  input.model_name =
      request.model_name().empty() ? "model" : CutText(request.model_name(), kMaxModelNameBytes);
  // A skeleton passes the filter unchanged; a whole model loses its weights here.
  ASSIGN_OR_RETURN(input.skeleton,
                   ReadSkeletonBytes(request.model(), input.model_name, options.infer.limits));
  return input;
}

}  // namespace roofline
