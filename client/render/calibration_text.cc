#include "client/render/calibration_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "client/render/table.h"
#include "costmodel/counted.h"

namespace roofline {
namespace {

constexpr size_t kWorstRuns = 5;

// What the fit adds to each kernel; empty where the runs show nothing to add.
Cell ExtraCell(const ClassFit& fit) {
  return fit.extra > Seconds(0) ? Cell::Seconds(fit.extra.value()) : Cell();
}

Table ClassTable(const DeviceProfile& device, const CalibrationFit& fit,
                 const EfficiencyModel& model) {
  Table table{.title = {},
              .columns = {{"class", "class"},
                          {"time_factor", "time factor"},
                          {"spread", "spread"},
                          {"compute_before", "compute"},
                          {"compute", "-> compute"},
                          {"memory_before", "memory"},
                          {"memory", "-> memory"},
                          {"bandwidth", "of DRAM"},
                          {"extra", "extra"},
                          {"models", "models"}},
              .rows = {}};
  for (const auto& [name, found] : fit.classes) {
    const UsedEfficiency used = model.For(found.classes);
    const double compute = used.compute.typical;
    const double memory = used.memory.typical;
    table.rows.push_back({Cell::Text(std::string(name)), Cell::Ratio(found.factor),
                          Cell::Fraction(found.spread), Cell::Fraction(compute),
                          Cell::Fraction(compute / found.factor), Cell::Fraction(memory),
                          Cell::Fraction(memory / found.factor),
                          Cell::Bandwidth(device.DramBandwidth().value() * memory / found.factor),
                          ExtraCell(found), Cell::Integer(found.networks)});
  }
  return table;
}

std::string OverheadLine(std::string_view what, Seconds before, double factor) {
  return fmt::format("{}: {:.4g} us -> {:.4g} us\n", what, before.value() * 1e6,
                     before.value() * 1e6 * factor);
}

std::string ErrorLine(std::string_view what, const ErrorSummary& errors) {
  return fmt::format("  {:<28} mean {:6.1f} %   median {:6.1f} %\n", what, errors.mean * 100,
                     errors.median * 100);
}

Table WorstTable(const std::vector<CalibrationSample>& samples, const CalibrationFit& fit,
                 const CalibrationErrors& errors) {
  std::vector<size_t> order(errors.samples.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto off = [&](size_t i) {
    const CalibrationSample& sample = samples[errors.samples[i]];
    return std::abs(fit.Predict(sample) / sample.measured - 1);
  };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return off(a) > off(b); });
  order.resize(std::min(order.size(), kWorstRuns));
  Table table{.title = {},
              .columns = {{"run", "run"},
                          {"measured_seconds", "measured"},
                          {"predicted_seconds", "as predicted"},
                          {"calibrated_seconds", "calibrated"},
                          {"left_out_seconds", "its model left out"},
                          {"error", "error"}},
              .rows = {}};
  const CalibrationFit none;
  for (const size_t i : order) {
    const CalibrationSample& sample = samples[errors.samples[i]];
    table.rows.push_back({Cell::Text(sample.name), Cell::Seconds(sample.measured.value()),
                          Cell::Seconds(none.Predict(sample).value()),
                          Cell::Seconds(fit.Predict(sample).value()),
                          Cell::Seconds(errors.left_out_times[i].value()),
                          Cell::Fraction(fit.Predict(sample) / sample.measured - 1)});
  }
  return table;
}

}  // namespace

std::string CalibrationText(const DeviceProfile& device,
                            const std::vector<CalibrationSample>& samples,
                            const CalibrationFit& fit, const CalibrationErrors& errors,
                            const EfficiencyModel& model) {
  const CellFormat cells{.digits = 2};
  std::string text = fmt::format("{}, calibrated by {}\n\n", device.name,
                                 Counted(static_cast<int64_t>(samples.size()), "measurement"));
  text += TextTable(ClassTable(device, fit, model), cells) + "\n";
  text += OverheadLine("start of a kernel", model.kernel_overhead(), fit.kernel_overhead);
  if (model.team_overhead() > Seconds(0))
    text += OverheadLine("start of a thread team", model.team_overhead(), fit.kernel_overhead);
  text += OverheadLine("once per inference", model.inference_overhead(), fit.inference_overhead);
  text += fmt::format("\nerror over {}:\n",
                      Counted(static_cast<int64_t>(errors.samples.size()), "run"));
  text += ErrorLine("as predicted", errors.predicted);
  text += ErrorLine("calibrated", errors.calibrated);
  text += ErrorLine("each run's model left out", errors.left_out);
  text += "\nfurthest off:\n\n" + TextTable(WorstTable(samples, fit, errors), cells);
  return text;
}

}  // namespace roofline
