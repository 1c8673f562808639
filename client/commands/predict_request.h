#ifndef ROOFLINE_CLIENT_COMMANDS_PREDICT_REQUEST_H_
#define ROOFLINE_CLIENT_COMMANDS_PREDICT_REQUEST_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/commands/decoder_options.h"
#include "client/commands/model_options.h"
#include "roofline/v1/predictor.pb.h"

namespace roofline {

// Options of `roofline predict` that say what to predict, as typed.
struct PredictArguments {
  ModelArguments model;
  std::vector<std::string> devices;  // ids or paths, each may be a comma-separated list
  v1::Scenario scenario;
  DecoderArguments decoder;
  std::string convention;
  bool strict = false;
  std::string latency;  // "30.656ms"
};

// The request they mean: the model is read without its weights, files of the user's own are
// inlined. kInvalidArgument names the option; file errors name the file.
absl::StatusOr<v1::PredictRequest> MakePredictRequest(const PredictArguments& arguments);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_PREDICT_REQUEST_H_
