#include "client/commands/model_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "client/commands/one_of.h"
#include "client/commands/whole_number.h"
#include "costmodel/error.h"
#include "costmodel/expression/rule_map.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/utf8.h"
#include "roofline/v1/predictor.pb.h"

namespace roofline {
namespace {

const std::map<std::string, v1::IfPolicy> kIfPolicies = {{"max", v1::IF_POLICY_MAX},
                                                         {"then", v1::IF_POLICY_THEN},
                                                         {"else", v1::IF_POLICY_ELSE},
                                                         {"mean", v1::IF_POLICY_MEAN}};

template <class T>
std::optional<T> ParseNumber(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<int64_t> ParseWhole(std::string_view text) {
  const std::optional<int64_t> value = ParseNumber<int64_t>(text);
  return value && *value >= 0 ? value : std::nullopt;
}

// NAME=VALUE at the last '=': tensor names may contain anything. A name that is not UTF-8 becomes
// what the model calls it once read.
absl::StatusOr<std::pair<std::string, std::string_view>> SplitAssignment(std::string_view option,
                                                                         std::string_view text,
                                                                         std::string_view example) {
  const size_t at = text.rfind('=');
  if (at == std::string_view::npos || at == 0 || at + 1 == text.size()) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("{} {}: expected {}", option, text, example));
  }
  return std::pair(EscapeInvalidUtf8(text.substr(0, at)), text.substr(at + 1));
}

absl::Status GivenTwice(std::string_view option, std::string_view name) {
  return Error(Reason::kInvalidArgument,
               fmt::format("{} {}: given twice; once is enough", option, name));
}

// That no two of `inputs` have one name.
template <class Inputs>
absl::Status CheckNames(std::string_view option, const Inputs& inputs) {
  std::set<std::string_view> names;
  for (const auto& input : inputs) {
    if (!names.insert(input.name()).second) return GivenTwice(option, input.name());
  }
  return absl::OkStatus();
}

template <class Map>
absl::Status AddCounts(std::string_view option, std::string_view example,
                       const std::vector<std::string>& texts, Map& map) {
  for (const std::string& text : texts) {
    ASSIGN_OR_RETURN(const auto assignment, SplitAssignment(option, text, example));
    const std::optional<int64_t> count = ParseWhole(assignment.second);
    if (!count) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("{} {}: '{}' is no whole number", option, text, assignment.second));
    }
    if (map.contains(assignment.first)) return GivenTwice(option, assignment.first);
    map[assignment.first] = *count;
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::InputShape> ParseInput(const std::string& text) {
  ASSIGN_OR_RETURN(const auto assignment,
                   SplitAssignment("--input", text, "NAME=DxDxD, e.g. data=1x3x224x224"));
  v1::InputShape input;
  input.set_name(assignment.first);
  if (assignment.second == "scalar") return input;
  for (const std::string_view part : Split(assignment.second, 'x')) {
    const std::optional<int64_t> size = ParseWhole(part);
    if (!size) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("--input {}: '{}' is no extent; write e.g. 1x3x224x224, or scalar",
                               text, part));
    }
    input.add_dimensions(*size);
  }
  return input;
}

std::optional<double> ParseElement(std::string_view text) {
  if (text == "true") return 1.0;
  if (text == "false") return 0.0;
  const std::optional<double> number = ParseNumber<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

absl::StatusOr<v1::InputValue> ParseValue(const std::string& text) {
  ASSIGN_OR_RETURN(const auto assignment,
                   SplitAssignment("--value", text, "NAME=V or NAME=V,V,..., e.g. sr=16000"));
  v1::InputValue input;
  input.set_name(assignment.first);
  for (const std::string_view part : Split(assignment.second, ',')) {
    const std::optional<double> number = ParseElement(part);
    if (!number) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("--value {}: '{}' is no number", text, part));
    }
    input.add_numbers(*number);
  }
  return input;
}

// Of the model, as reports call it.
std::string FileName(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  return EscapeInvalidUtf8(slash == std::string::npos ? path : path.substr(slash + 1));
}

}  // namespace

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

void AddModelOptions(CLI::App& command, ModelArguments& arguments) {
  command
      .add_option("MODEL", arguments.model,
                  "ONNX file; its weights are not read and need not be there")
      ->required();
  command
      .add_option("--batch", arguments.batch,
                  "leading dimension of every input, and dimensions named N, batch ...")
      ->check(WholeNumber(0))
      ->type_name("N");
  command.add_option("--dim", arguments.dims, "size of a named dimension: NAME=N")
      ->type_name("NAME=N")
      ->allow_extra_args(false);
  command.add_option("--input", arguments.inputs, "whole shape of an input: NAME=1x3x224x224")
      ->type_name("NAME=SHAPE")
      ->allow_extra_args(false);
  command
      .add_option("--value", arguments.values,
                  "content of a small input that shapes or branches depend on: NAME=V[,V...]")
      ->type_name("NAME=V")
      ->allow_extra_args(false);
  command
      .add_option("--if", arguments.if_policy,
                  "branch of an If that data decides: max (default: the dearer), then, else, mean")
      ->transform(OneOf(kIfPolicies))
      ->option_text("BRANCH");
  command
      .add_option("--loop-trips", arguments.loop_trips,
                  "iterations of a loop that data ends, by its node's name: NAME=N")
      ->type_name("NAME=N")
      ->allow_extra_args(false);
  command
      .add_option("--rules", arguments.rules,
                  "YAML file with rules for operators of your own; of several files the first that "
                  "has a rule holds")
      ->type_name("FILE")
      ->allow_extra_args(false);
}

template <class Request>
absl::Status FillModel(const ModelArguments& arguments, Request& request) {
  if (arguments.batch) request.set_batch(*arguments.batch);
  RETURN_IF_ERROR(AddCounts("--dim", "NAME=N, e.g. sequence=128", arguments.dims,
                            *request.mutable_dimensions()));
  RETURN_IF_ERROR(AddCounts("--loop-trips", "NAME=N, e.g. decode=20", arguments.loop_trips,
                            *request.mutable_loop_trips()));
  for (const std::string& text : arguments.inputs) {
    ASSIGN_OR_RETURN(*request.add_input_shapes(), ParseInput(text));
  }
  for (const std::string& text : arguments.values) {
    ASSIGN_OR_RETURN(*request.add_input_values(), ParseValue(text));
  }
  RETURN_IF_ERROR(CheckNames("--input", request.input_shapes()));
  RETURN_IF_ERROR(CheckNames("--value", request.input_values()));
  request.set_if_policy(arguments.if_policy);
  for (const std::string& path : arguments.rules) {
    ASSIGN_OR_RETURN(std::string yaml, ReadRuleFile(path));
    v1::RuleFile& file = *request.add_rules();
    file.set_name(EscapeInvalidUtf8(path));
    file.set_yaml(std::move(yaml));
  }
  ASSIGN_OR_RETURN(Skeleton skeleton, ReadSkeletonFile(arguments.model, ModelLimits()));
  request.set_model(std::move(skeleton.bytes));
  request.set_model_name(FileName(arguments.model));
  return absl::OkStatus();
}

template absl::Status FillModel(const ModelArguments& arguments, v1::PredictRequest& request);
template absl::Status FillModel(const ModelArguments& arguments, v1::InferShapesRequest& request);

}  // namespace roofline
