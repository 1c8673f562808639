#include "tests/accuracy/evaluation.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "costmodel/error.h"

namespace roofline::accuracy {
namespace {

EvaluatedSet& SetNamed(const std::string& name, Evaluation& evaluation) {
  const auto found = std::find_if(evaluation.begin(), evaluation.end(),
                                  [&](const EvaluatedSet& set) { return set.name == name; });
  if (found != evaluation.end()) return *found;
  evaluation.push_back({.name = name, .cases = {}});
  return evaluation.back();
}

// Of what `predicted` gives for each case; nullopt when it gives nothing for one.
template <class Fn>
std::optional<ErrorStatistics> StatisticsOf(const EvaluatedSet& set, Fn&& predicted) {
  std::vector<double> predictions;
  std::vector<double> measured;
  for (const EvaluatedCase& c : set.cases) {
    const std::optional<Seconds> time = predicted(c);
    if (!time) return std::nullopt;
    predictions.push_back(time->value());
    measured.push_back(c.measured.value());
  }
  return Compare(predictions, measured);
}

std::optional<Seconds> Calibrated(const EvaluatedCase& c, Seconds HeldOut::*which) {
  if (!c.calibrated) return std::nullopt;
  return (*c.calibrated).*which;
}

void AddStatistics(EvaluatedSet& set) {
  using Time = std::optional<Seconds>;
  set.floor = *StatisticsOf(set, [](const EvaluatedCase& c) { return Time(c.predicted.floor); });
  set.expected =
      *StatisticsOf(set, [](const EvaluatedCase& c) { return Time(c.predicted.expected); });
  set.without_network = StatisticsOf(
      set, [](const EvaluatedCase& c) { return Calibrated(c, &HeldOut::without_network); });
  set.without_family = StatisticsOf(
      set, [](const EvaluatedCase& c) { return Calibrated(c, &HeldOut::without_family); });
}

}  // namespace

Evaluation Evaluate(const Cases& cases,
                    const std::shared_ptr<const EfficiencyDefaults>& efficiencies) {
  std::map<std::string, size_t> sizes;
  for (const Case& c : cases) ++sizes[c.set];
  std::vector<CasePrediction> predictions;
  predictions.reserve(cases.size());
  for (const Case& c : cases) {
    absl::StatusOr<CasePrediction> predicted = PredictCase(c, efficiencies);
    if (!predicted.ok())
      throw std::runtime_error(c.set + ", " + c.name + ": " +
                               std::string(MessageOf(predicted.status())));
    predictions.push_back(*std::move(predicted));
  }
  const std::vector<std::optional<HeldOut>> held_out = PredictHeldOut(cases, predictions);
  Evaluation evaluation;
  for (size_t i = 0; i < cases.size(); ++i) {
    const Case& c = cases[i];
    const bool small = sizes.at(c.set) < kSmallSet;
    SetNamed(small ? "other published runs" : c.set, evaluation)
        .cases.push_back({small ? c.set + ", " + c.name : c.name, c.measured,
                          std::move(predictions[i]), held_out[i]});
  }
  for (EvaluatedSet& set : evaluation) AddStatistics(set);
  return evaluation;
}

}  // namespace roofline::accuracy
