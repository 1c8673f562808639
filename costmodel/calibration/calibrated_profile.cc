#include "costmodel/calibration/calibrated_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace roofline {
namespace {

// Standard deviations from the middle that hold 80 % of a normal distribution.
constexpr double kEightyPercent = 1.2816;

std::string FractionYaml(const Fraction& base, const ClassFit& fit) {
  const double value = base.typical.value / fit.factor;
  const double spread = std::exp(kEightyPercent * fit.spread);
  return fmt::format("{{value: {:.4g}, low: {:.4g}, high: {:.4g}, basis: calibrated, count: {}}}",
                     value, value / spread, value * spread, fit.networks);
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
  for (const auto& [class_name, class_fit] : fit.classes) {
    const UsedEfficiency used = model.For(class_fit.classes);
    yaml += fmt::format("  {}:\n    compute: {}\n    memory: {}\n", class_name,
                        FractionYaml(used.compute.fraction, class_fit),
                        FractionYaml(used.memory.fraction, class_fit));
  }
  yaml += "\noverheads:\n";
  yaml += OverheadYaml("kernel", model.kernel_overhead() * fit.kernel_overhead);
  if (model.team_overhead() > Seconds(0))
    yaml += OverheadYaml("team", model.team_overhead() * fit.kernel_overhead);
  yaml += OverheadYaml("inference", model.inference_overhead() * fit.inference_overhead);
  return yaml;
}

}  // namespace roofline
