#include "client/commands/predict_request.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "client/commands/own_profile.h"
#include "costmodel/device/quantity_text.h"
#include "costmodel/error.h"
#include "costmodel/expression/rule_map.h"
#include "costmodel/utf8.h"
#include "costmodel/yaml/path.h"

namespace roofline {
namespace {

absl::Status AddDevices(const PredictArguments& arguments, v1::PredictRequest& request) {
  for (const std::string& list : arguments.devices) {
    for (const std::string_view text : Split(list, ',')) {
      if (text.empty())
        return Error(Reason::kInvalidArgument,
                     fmt::format("--device {}: an empty name; take out a comma", list));
      v1::DeviceSelector& selector = *request.add_devices();
      if (!IsYamlPath(text)) {
        selector.set_id(EscapeInvalidUtf8(text));
        continue;
      }
      ASSIGN_OR_RETURN(*selector.mutable_profile(), ReadOwnProfile(std::string(text)));
    }
  }
  return absl::OkStatus();
}

absl::Status SetConvention(const std::string& convention, v1::PredictRequest& request) {
  if (!IsYamlPath(convention)) {
    request.set_convention(EscapeInvalidUtf8(convention));
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(std::string yaml, ReadRuleFile(convention));
  request.mutable_own_convention()->set_name(EscapeInvalidUtf8(convention));
  request.mutable_own_convention()->set_yaml(std::move(yaml));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<v1::PredictRequest> MakePredictRequest(const PredictArguments& arguments) {
  v1::PredictRequest request;
  RETURN_IF_ERROR(FillModel(arguments.model, request));
  *request.mutable_scenario() = arguments.scenario;
  RETURN_IF_ERROR(FillDecoder(arguments.decoder, request));
  RETURN_IF_ERROR(SetConvention(arguments.convention, request));
  request.set_strict(arguments.strict);
  if (!arguments.latency.empty()) {
    const absl::StatusOr<Seconds> latency = ParseSeconds(arguments.latency);
    if (!latency.ok()) return Annotate(latency.status(), "--latency");
    request.set_measured_latency_seconds(latency->value());
  }
  RETURN_IF_ERROR(AddDevices(arguments, request));
  return request;
}

}  // namespace roofline
