#include "tests/accuracy/held_out.h"

#include <map>
#include <set>
#include <string>

#include "costmodel/calibration/cross_validation.h"

namespace roofline::accuracy {
namespace {

constexpr size_t kFewestNetworks = 3;
constexpr size_t kFewestFamilies = 2;

// The cases of one scope and their samples, those of a case one after the other.
struct Scope {
  std::vector<size_t> cases;
  std::vector<size_t> first_sample;  // parallel to `cases`: its whole inference
  std::vector<CalibrationSample> samples;
  std::set<std::string> networks;
  std::set<std::string> families;
};

void Predict(const Scope& scope, std::vector<std::optional<HeldOut>>& out) {
  if (scope.networks.size() < kFewestNetworks || scope.families.size() < kFewestFamilies) return;
  const std::vector<Seconds> networks = PredictLeftOut(scope.samples, LeftOut::kNetwork);
  const std::vector<Seconds> families = PredictLeftOut(scope.samples, LeftOut::kFamily);
  for (size_t i = 0; i < scope.cases.size(); ++i) {
    const size_t sample = scope.first_sample[i];
    out[scope.cases[i]] = HeldOut{networks[sample], families[sample]};
  }
}

}  // namespace

std::vector<std::optional<HeldOut>> PredictHeldOut(const Cases& cases,
                                                   const std::vector<CasePrediction>& predictions) {
  std::map<std::string, Scope> scopes;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].scope.empty()) continue;
    Scope& scope = scopes[cases[i].scope];
    scope.cases.push_back(i);
    scope.first_sample.push_back(scope.samples.size());
    scope.samples.insert(scope.samples.end(), predictions[i].samples.begin(),
                         predictions[i].samples.end());
    scope.networks.insert(cases[i].network);
    scope.families.insert(cases[i].family);
  }
  std::vector<std::optional<HeldOut>> held_out(cases.size());
  for (const auto& [name, scope] : scopes) Predict(scope, held_out);
  return held_out;
}

}  // namespace roofline::accuracy
