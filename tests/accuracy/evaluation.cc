#include "tests/accuracy/evaluation.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "costmodel/error.h"

namespace roofline::accuracy {
namespace {

EvaluatedSet& SetNamed(const std::string& name, Evaluation& evaluation) {
  const auto found = std::find_if(evaluation.begin(), evaluation.end(),
                                  [&](const EvaluatedSet& set) { return set.name == name; });
  if (found != evaluation.end()) return *found;
  evaluation.push_back({.name = name, .cases = {}, .floor = {}, .expected = {}});
  return evaluation.back();
}

ErrorStatistics StatisticsOf(const EvaluatedSet& set, Seconds CasePrediction::*which) {
  std::vector<double> predicted;
  std::vector<double> measured;
  for (const EvaluatedCase& c : set.cases) {
    predicted.push_back((c.predicted.*which).value());
    measured.push_back(c.measured.value());
  }
  return Compare(predicted, measured);
}

}  // namespace

Evaluation Evaluate(const Cases& cases,
                    const std::shared_ptr<const EfficiencyDefaults>& efficiencies) {
  std::map<std::string, size_t> sizes;
  for (const Case& c : cases) ++sizes[c.set];
  Evaluation evaluation;
  for (const Case& c : cases) {
    const absl::StatusOr<CasePrediction> predicted = PredictCase(c, efficiencies);
    if (!predicted.ok())
      throw std::runtime_error(c.set + ", " + c.name + ": " +
                               std::string(MessageOf(predicted.status())));
    const bool small = sizes.at(c.set) < kSmallSet;
    SetNamed(small ? "other published runs" : c.set, evaluation)
        .cases.push_back({small ? c.set + ", " + c.name : c.name, c.measured, *predicted});
  }
  for (EvaluatedSet& set : evaluation) {
    set.floor = StatisticsOf(set, &CasePrediction::floor);
    set.expected = StatisticsOf(set, &CasePrediction::expected);
  }
  return evaluation;
}

}  // namespace roofline::accuracy
