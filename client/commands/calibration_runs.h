#ifndef ROOFLINE_CLIENT_COMMANDS_CALIBRATION_RUNS_H_
#define ROOFLINE_CLIENT_COMMANDS_CALIBRATION_RUNS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/commands/predict_request.h"
#include "costmodel/measurement/measured_run.h"

namespace roofline {

// What `roofline calibrate` is told about its runs, as typed.
struct CalibrationRunArguments {
  std::vector<std::string> measured;  // MODEL=PROFILE, MODEL=TIME, or a CSV file of runs
  PredictArguments what;              // device, and what holds for runs that do not say otherwise
};

// One run, read.
struct CalibrationRun {
  std::string name;     // for people
  std::string network;  // by default the model's file name without its ending
  std::string family;   // by default the network
  PredictArguments what;
  MeasuredRun measured;
};

// Reads all of them. A CSV file has a header and one run a line: `model` and `measured` (a profile
// or a time with its unit), and any of batch, threads, precision, fusion, dims ("seq=128;past=0"),
// network, family; paths are relative to it. kInvalidArgument naming file and line; errors of the
// files themselves.
absl::StatusOr<std::vector<CalibrationRun>> ReadCalibrationRuns(
    const CalibrationRunArguments& arguments);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_COMMANDS_CALIBRATION_RUNS_H_
