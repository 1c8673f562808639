#include "server/handlers/predict_options.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/convention/reader.h"
#include "costmodel/error.h"
#include "server/convert/model_inputs.h"
#include "server/convert/scenario.h"
#include "server/errors.h"
#include "server/handlers/device_source.h"
#include "server/handlers/rule_source.h"
#include "server/handlers/skeleton_source.h"
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
    input.profile_digests.push_back(device.profile->digest);
    input.options.devices.push_back(std::move(device.profile));
  }
  return absl::OkStatus();
}

ConventionSource SelectedConvention(const v1::PredictRequest& request, const HandlerData& data) {
  ConventionSource source{.data_directory = data.directory};
  if (!request.has_own_convention()) {
    if (!request.convention().empty()) source.name = request.convention();
    return source;
  }
  const v1::InlineConvention& own = request.own_convention();
  source.name = own.name().empty() ? "convention.yaml" : CutText(own.name(), 200);
  source.yaml = own.yaml();
  return source;
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
  options.decoder = DecoderRunFromProto(request.decoder());
  options.efficiencies = context.data.efficiencies;
  options.convention = SelectedConvention(request, context.data);
  if (request.has_measured_latency_seconds())
    options.measured_latency = Seconds(request.measured_latency_seconds());
  RETURN_IF_ERROR(ReadDevices(request, context, input));
  input.model_name =
      request.model_name().empty() ? "model" : CutText(request.model_name(), kMaxModelNameBytes);
  ASSIGN_OR_RETURN(input.skeleton,
                   SkeletonOf(request.model(), input.model_name, options.infer.limits, context));
  return input;
}

}  // namespace roofline
