#include "costmodel/calibration/calibrated_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "costmodel/device/efficiency.h"

namespace roofline {
namespace {

// Standard deviations from the middle that hold 80 % of a normal distribution.
constexpr double kEightyPercent = 1.2816;

// Shorter than any kernel: profiles cannot state zero.
constexpr Seconds kNoDispatch(10e-9);

// The most a profile may state.
constexpr double kMostEfficiency = 4;

double Reached(const UsedFraction& base, const ClassFit& fit) {
  return std::min(base.typical / fit.factor, kMostEfficiency);
}

std::string FractionYaml(const UsedFraction& base, const ClassFit& fit) {
  const double value = Reached(base, fit);
  const double spread = std::exp(kEightyPercent * fit.spread);
  return fmt::format("{{value: {:.4g}, low: {:.4g}, high: {:.4g}, basis: calibrated{}}}", value,
                     value / spread, std::min(value * spread, kMostEfficiency),
                     fit.networks > 0 ? fmt::format(", count: {}", fit.networks) : "");
}

std::string ClassYaml(std::string_view name, const ClassFit& fit, const EfficiencyModel& model) {
  const UsedEfficiency used = model.For(fit.classes);
  std::string yaml = fmt::format("  {}:{}\n    compute: {}\n    memory: {}\n", name,
                                 fit.networks > 0 ? "" : "  # not seen: as all of its kind",
                                 FractionYaml(used.compute, fit), FractionYaml(used.memory, fit));
  if (fit.extra > Seconds(0)) {
    yaml += fmt::format("    extra: {{value: {:.4g} us, basis: calibrated}}\n",
                        (used.extra + fit.extra).value() * 1e6);
  }
  return yaml;
}

// Whether kernels are of this class; the others are fractions of something else, or stand for all.
bool IsOfKernels(std::string_view name) {
  return name != "default" && name != "transcendental" && name != "host_transfer";
}

std::string OverheadYaml(std::string_view key, Seconds value) {
  return fmt::format("  {}: {{value: {:.4g} us, basis: calibrated}}\n", key, value.value() * 1e6);
}

// YAML text between double quotes.
std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

std::string CalibratedProfileYaml(const CalibratedName& name, const CalibrationFit& fit,
                                  const EfficiencyModel& model) {
  std::string yaml = fmt::format(
      "id: {}\nextends: {}\n\nsources:\n  calibration: {}\nsource: calibration\n\nefficiency:\n",
      name.id, Quoted(name.extends), Quoted(name.source));
  for (const std::string_view class_name : kEfficiencyClasses) {
    if (IsOfKernels(class_name)) yaml += ClassYaml(class_name, fit.Of(class_name), model);
  }
  if (fit.host_transfer != 1) {
    ClassFit host{.classes = {"host_transfer"}, .factor = fit.host_transfer};
    yaml += fmt::format("  host_transfer:\n    memory: {{value: {:.4g}, basis: calibrated}}\n",
                        Reached(model.For(host.classes).memory, host));
  }
  yaml += "\noverheads:\n";
  yaml += OverheadYaml("kernel", model.kernel_overhead() * fit.kernel_overhead);
  if (model.team_overhead() > Seconds(0))
    yaml += OverheadYaml("team", model.team_overhead() * fit.kernel_overhead);
  if (model.dispatch_overhead() > Seconds(0)) {
    yaml +=
        OverheadYaml("dispatch", std::max(model.dispatch_overhead() * fit.dispatch, kNoDispatch));
  }
  yaml += OverheadYaml("inference", model.inference_overhead() * fit.inference_overhead);
  return yaml;
}

}  // namespace roofline
