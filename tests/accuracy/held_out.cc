#include "tests/accuracy/held_out.h"

#include <map>
#include <set>
#include <string>

#include "costmodel/calibration/fit.h"

namespace roofline::accuracy {
namespace {

constexpr size_t kFewestNetworks = 3;
constexpr size_t kFewestFamilies = 2;

// The cases of one scope.
class Scope {
 public:
  void Add(size_t index, const Case& c, const CasePrediction& prediction) {
    members_.push_back({index, c.network, c.family, &prediction.samples});
    networks_.insert(c.network);
    families_.insert(c.family);
  }

  void Predict(std::vector<std::optional<HeldOut>>& out) const {
    if (networks_.size() < kFewestNetworks || families_.size() < kFewestFamilies) return;
    std::map<std::string, CalibrationFit> without_network;
    std::map<std::string, CalibrationFit> without_family;
    for (const std::string& name : networks_)
      without_network[name] = FitWithout(&Member::network, name);
    for (const std::string& name : families_)
      without_family[name] = FitWithout(&Member::family, name);
    for (const Member& member : members_) {
      const CalibrationSample& whole = member.samples->front();
      out[member.index] = HeldOut{without_network.at(member.network).Predict(whole),
                                  without_family.at(member.family).Predict(whole)};
    }
  }

 private:
  struct Member {
    size_t index;
    std::string network;
    std::string family;
    const std::vector<CalibrationSample>* samples;
  };

  CalibrationFit FitWithout(std::string Member::*group, const std::string& name) const {
    std::vector<CalibrationSample> samples;
    for (const Member& member : members_) {
      if (member.*group != name)
        samples.insert(samples.end(), member.samples->begin(), member.samples->end());
    }
    return FitCalibration(samples);
  }

  std::vector<Member> members_;
  std::set<std::string> networks_;
  std::set<std::string> families_;
};

}  // namespace

std::vector<std::optional<HeldOut>> PredictHeldOut(const Cases& cases,
                                                   const std::vector<CasePrediction>& predictions) {
  std::map<std::string, Scope> scopes;
  for (size_t i = 0; i < cases.size(); ++i) {
    if (!cases[i].scope.empty()) scopes[cases[i].scope].Add(i, cases[i], predictions[i]);
  }
  std::vector<std::optional<HeldOut>> held_out(cases.size());
  for (const auto& [name, scope] : scopes) scope.Predict(held_out);
  return held_out;
}

}  // namespace roofline::accuracy
