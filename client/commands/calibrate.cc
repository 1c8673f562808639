#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "client/commands/calibration_runs.h"
#include "client/commands/command.h"
#include "client/commands/output_options.h"
#include "client/commands/scenario_options.h"
#include "client/commands/whole_number.h"
#include "client/output_file.h"
#include "client/render/calibration_text.h"
#include "costmodel/calibration/calibrated_profile.h"
#include "costmodel/calibration/errors.h"
#include "costmodel/calibration/fit.h"
#include "costmodel/counted.h"
#include "costmodel/device/device_name.h"
#include "costmodel/device/profile_file.h"
#include "costmodel/error.h"
#include "costmodel/yaml/path.h"
#include "server/handlers/predict_options.h"

namespace roofline {
namespace {

struct CalibrateFlags {
  CalibrationRunArguments runs;
  std::string id;    // of the new profile
  std::string save;  // path
};

// The samples of one run, and the device they were predicted on.
struct PredictedRun {
  std::vector<CalibrationSample> samples;
  ProfilePtr device;
};

absl::StatusOr<PredictedRun> PredictRun(const CalibrationRun& run, const HandlerContext& context) {
  ASSIGN_OR_RETURN(const v1::PredictRequest request, MakePredictRequest(run.what));
  ASSIGN_OR_RETURN(const PredictInput input, ReadPredictRequest(request, context));
  if (input.options.devices.size() != 1)
    return Error(Reason::kInvalidArgument, "calibrate takes one device: the one of the runs");
  const absl::StatusOr<Report> report =
      Predict(input.skeleton.bytes, input.skeleton.sha256_hex, input.options);
  if (!report.ok()) return Annotate(report.status(), run.what.model.model);
  PredictedRun predicted{SamplesOfRun(*report, run.measured), report->devices.front().profile};
  if (predicted.samples.empty()) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("{}: no latency, and no kernel that matches {}", run.measured.file,
                             run.what.model.model));
  }
  for (CalibrationSample& sample : predicted.samples) {
    if (sample.whole) sample.name = run.name;
    sample.network = run.network;
    sample.family = run.family;
  }
  return predicted;
}

// The text after --device as the new profile names what it extends; a path is taken from the folder
// of the new file.
std::string ExtendsText(const std::string& device, const DeviceProfile& profile,
                        const std::string& save) {
  if (!IsYamlPath(device)) return profile.id;
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::absolute(save, error).parent_path();
  return std::filesystem::relative(device, folder, error).generic_string();
}

// Before the work: whether the new profile can be written, and extend the device.
absl::Status CheckSave(const CalibrateFlags& flags) {
  for (const std::string& device : flags.runs.what.devices)
    RETURN_IF_ERROR(CheckExtends(device, device, {}));
  if (!flags.id.empty() && !IsDeviceId(flags.id)) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("--id '{}': expected {}", flags.id, kDeviceIdForm));
  }
  return CheckWritable(flags.save);
}

absl::Status RunCalibrate(const CalibrateFlags& flags, std::string& out) {
  if (!flags.save.empty()) RETURN_IF_ERROR(CheckSave(flags));
  ASSIGN_OR_RETURN(const std::vector<CalibrationRun> runs, ReadCalibrationRuns(flags.runs));
  ASSIGN_OR_RETURN(const HandlerData data, LoadHandlerData(""));
  std::vector<CalibrationSample> samples;
  std::set<std::string> networks;
  ProfilePtr device;
  for (const CalibrationRun& run : runs) {
    ASSIGN_OR_RETURN(PredictedRun predicted, PredictRun(run, HandlerContext{data}));
    device = std::move(predicted.device);
    networks.insert(run.network);
    std::move(predicted.samples.begin(), predicted.samples.end(), std::back_inserter(samples));
  }
  const CalibrationFit fit = FitCalibration(samples);
  const CalibrationErrors errors = ErrorsOf(samples, fit);
  const EfficiencyModel model(*device, data.efficiencies->of(device->kind));
  const CalibratedName name{
      .id = flags.id.empty() ? device->id + "-calibrated" : flags.id,
      .extends = ExtendsText(flags.runs.what.devices.front(), *device, flags.save),
      .source = fmt::format("roofline calibrate, {} of {}: median error {:.1f} %, {:.1f} % for a "
                            "model left out",
                            Counted(static_cast<int64_t>(runs.size()), "run"),
                            Counted(static_cast<int64_t>(networks.size()), "model"),
                            errors.calibrated.median * 100, errors.left_out.median * 100)};
  out = CalibrationText(*device, samples, fit, errors, model);
  if (flags.save.empty()) {
    out += "\nnothing saved: --save FILE.yaml writes the profile\n";
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(WriteFile(flags.save, CalibratedProfileYaml(name, fit, model)));
  out += fmt::format("\n{} extends {}: roofline predict ... --device {}\n", flags.save,
                     name.extends, flags.save);
  return absl::OkStatus();
}

}  // namespace

void AddCalibrateCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand(
      "calibrate", "fit a device to measured runs: efficiencies, bandwidths, overheads");
  const auto flags = std::make_shared<CalibrateFlags>();
  AddDeviceOption(command, flags->runs.what.devices);
  command
      .add_option("--measured", flags->runs.measured,
                  "MODEL.onnx=PROFILE, MODEL.onnx=2.4ms, or a CSV file of runs with the columns "
                  "model, measured and, if need be, batch, threads, precision, network, family")
      ->type_name("RUN")
      ->required();
  AddScenarioOptions(command, flags->runs.what.scenario);
  command.add_option("--batch", flags->runs.what.model.batch, "batch of all runs that state none")
      ->check(WholeNumber(1));
  command.add_option("--dim", flags->runs.what.model.dims, "NAME=N, for all models");
  command.add_option("--id", flags->id, "id of the new profile (default: <device>-calibrated)");
  command.add_option("--save", flags->save, "write the calibrated profile to this file")
      ->type_name("FILE.yaml");
  command.callback([flags, &action] {
    action = [flags](std::string& out) { return RunCalibrate(*flags, out); };
  });
}

}  // namespace roofline
