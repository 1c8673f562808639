#include "client/commands/predict_request.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <utility>

#include "costmodel/device/profile_file.h"
#include "costmodel/device/quantity_text.h"
#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"

namespace roofline {
namespace {

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  size_t start = 0;
  for (size_t at = text.find(separator); at != std::string_view::npos;
       at = text.find(separator, start)) {
    parts.push_back(text.substr(start, at - start));
    start = at + 1;
  }
  parts.push_back(text.substr(start));
  return parts;
}

std::optional<int64_t> ParseWhole(std::string_view text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

// NAME=VALUE at the last '=': tensor names may contain anything.
absl::StatusOr<std::pair<std::string_view, std::string_view>> SplitAssignment(
    std::string_view option, std::string_view text, std::string_view example) {
  const size_t at = text.rfind('=');
  if (at == std::string_view::npos || at == 0 || at + 1 == text.size()) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("{} {}: expected {}", option, text, example));
  }
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

absl::Status AddDims(const PredictArguments& arguments, v1::PredictRequest& request) {
  for (const std::string& text : arguments.dims) {
    ASSIGN_OR_RETURN(const auto assignment,
                     SplitAssignment("--dim", text, "NAME=N, e.g. sequence=128"));
    const std::optional<int64_t> size = ParseWhole(assignment.second);
    if (!size) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("--dim {}: '{}' is no whole number", text, assignment.second));
    }
    (*request.mutable_dimensions())[std::string(assignment.first)] = *size;
  }
  return absl::OkStatus();
}

absl::Status AddInputs(const PredictArguments& arguments, v1::PredictRequest& request) {
  for (const std::string& text : arguments.inputs) {
    ASSIGN_OR_RETURN(const auto assignment,
                     SplitAssignment("--input", text, "NAME=DxDxD, e.g. data=1x3x224x224"));
    v1::InputShape& input = *request.add_input_shapes();
    input.set_name(std::string(assignment.first));
    if (assignment.second == "scalar") continue;
    for (const std::string_view part : Split(assignment.second, 'x')) {
      const std::optional<int64_t> size = ParseWhole(part);
      if (!size) {
        return Error(Reason::kInvalidArgument,
                     fmt::format("--input {}: '{}' is no extent; write e.g. 1x3x224x224, or "
                                 "scalar",
                                 text, part));
      }
      input.add_dimensions(*size);
    }
  }
  return absl::OkStatus();
}

absl::Status AddDevices(const PredictArguments& arguments, v1::PredictRequest& request) {
  for (const std::string& list : arguments.devices) {
    for (const std::string_view text : Split(list, ',')) {
      if (text.empty())
        return Error(Reason::kInvalidArgument, fmt::format("--device {}: an empty name", list));
      v1::DeviceSelector& selector = *request.add_devices();
      if (!IsProfilePath(text)) {
        selector.set_id(std::string(text));
        continue;
      }
      ASSIGN_OR_RETURN(std::string yaml, ReadProfileText(std::string(text)));
      selector.mutable_profile()->set_name(std::string(text));
      selector.mutable_profile()->set_yaml(std::move(yaml));
    }
  }
  return absl::OkStatus();
}

std::string FileName(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

}  // namespace

absl::StatusOr<v1::PredictRequest> MakePredictRequest(const PredictArguments& arguments) {
  v1::PredictRequest request;
  if (arguments.batch) request.set_batch(*arguments.batch);
  RETURN_IF_ERROR(AddDims(arguments, request));
  RETURN_IF_ERROR(AddInputs(arguments, request));
  request.set_convention(arguments.convention);
  if (!arguments.latency.empty()) {
    const absl::StatusOr<Seconds> latency = ParseSeconds(arguments.latency);
    if (!latency.ok()) return Annotate(latency.status(), "--latency");
    request.set_measured_latency_seconds(latency->value());
  }
  RETURN_IF_ERROR(AddDevices(arguments, request));
  ASSIGN_OR_RETURN(Skeleton skeleton, ReadSkeletonFile(arguments.model, ModelLimits()));
  request.set_model(std::move(skeleton.bytes));
  request.set_model_name(FileName(arguments.model));
  return request;
}

}  // namespace roofline
