#ifndef ROOFLINE_CLIENT_COMMANDS_MODEL_OPTIONS_H_
#define ROOFLINE_CLIENT_COMMANDS_MODEL_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "roofline/v1/model_inputs.pb.h"

namespace roofline {

// Options of every command that takes a model, as typed.
struct ModelArguments {
  std::string model;  // path
  std::optional<int64_t> batch;
  std::vector<std::string> dims;        // NAME=N
  std::vector<std::string> inputs;      // NAME=1x3x224x224
  std::vector<std::string> values;      // NAME=V[,V...]
  std::vector<std::string> loop_trips;  // NAME=N
  std::vector<std::string> rules;       // paths
  v1::IfPolicy if_policy = v1::IF_POLICY_UNSPECIFIED;
};

// Adds MODEL and those options to a command, with the same words everywhere.
void AddModelOptions(CLI::App& command, ModelArguments& arguments);

// Puts them into a request (PredictRequest, InferShapesRequest); the model is read without its
// weights, files of rules are inlined. kInvalidArgument names the option; file errors name the
// file.
template <class Request>
absl::Status FillModel(const ModelArguments& arguments, Request& request);

// Text between separators; always at least one part.
std::vector<std::string_view> Split(std::string_view text, char separator);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_MODEL_OPTIONS_H_
