#include "costmodel/prediction/machine.h"

#include <fmt/format.h>

#include <algorithm>

#include "costmodel/error.h"

namespace roofline {
namespace {

std::optional<int64_t> CoresOf(const DeviceProfile& profile) {
  if (!profile.compute.cores) return std::nullopt;
  return profile.compute.cores->value * profile.compute.sockets.value;
}

absl::Status CheckThreads(const DeviceProfile& profile, std::optional<int64_t> cores,
                          int64_t threads) {
  if (profile.kind != DeviceKind::kCpu) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("{} is no CPU: leave out the number of threads", profile.id));
  }
  if (!cores) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("the profile of {} does not say how many cores it has; add "
                             "compute.cores or leave out the number of threads",
                             profile.id));
  }
  if (threads < 1 || threads > *cores) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("{} threads on the {} cores of {}; expected 1 .. {}", threads, *cores,
                             profile.id, *cores));
  }
  return absl::OkStatus();
}

// A cache is never slower than what lies behind it: where a profile's numbers say so for the
// threads that run (a share of the cache's rate against all that a core draws from DRAM), the level
// behind is what the cache can be seen to deliver.
void RaiseToNextLevel(BytesPerSecond dram, std::vector<CacheLevel>& caches) {
  BytesPerSecond behind = dram;
  for (size_t i = caches.size(); i-- > 0;) {
    caches[i].bandwidth = std::max(caches[i].bandwidth, behind);
    behind = caches[i].bandwidth;
  }
}

}  // namespace

absl::StatusOr<Machine> Machine::Make(const DeviceProfile& profile, const KindDefaults& defaults,
                                      const Scenario& scenario) {
  Machine machine(profile, defaults);
  machine.cores_ = CoresOf(profile);
  machine.dram_bandwidth_ = profile.DramBandwidth();
  if (profile.kind == DeviceKind::kCpu) machine.threads_ = machine.cores_.value_or(1);
  if (scenario.threads) {
    RETURN_IF_ERROR(CheckThreads(profile, machine.cores_, *scenario.threads));
    machine.share_ = static_cast<double>(*scenario.threads) / static_cast<double>(*machine.cores_);
    machine.threads_ = *scenario.threads;
    machine.cores_ = *scenario.threads;
    machine.dram_bandwidth_ =
        std::min(machine.dram_bandwidth_,
                 machine.efficiency_.core_bandwidth() * static_cast<double>(machine.threads_));
  }
  if (scenario.caches) machine.caches_ = UsableCacheLevels(profile, scenario.threads);
  RaiseToNextLevel(machine.dram_bandwidth_, machine.caches_);
  return machine;
}

std::vector<Count> Machine::cache_capacities() const {
  std::vector<Count> capacities;
  capacities.reserve(caches_.size());
  for (const CacheLevel& cache : caches_) capacities.push_back(cache.capacity);
  return capacities;
}

RateChoice Machine::MacRate(Precision precision) const {
  // A profile without any peak does not pass its reader.
  RateChoice choice = ChooseRate(*profile_, precision).value_or(RateChoice{FlopsPerSecond(1)});
  choice.rate = choice.rate * share_;
  return choice;
}

RateChoice Machine::VectorRate(Precision precision, Unit unit, const RateOf& rate_of) const {
  std::optional<RateChoice> best;
  for (const Precision candidate : {precision, Precision::kFp32}) {
    const auto rate = rate_of(candidate);
    if (rate && (!best || *rate > best->rate)) best = RateChoice{*rate, unit, candidate, ""};
  }
  if (!best) return MacRate(precision);  // a matrix unit alone does the rest too
  best->rate = best->rate * share_;
  return *best;
}

RateChoice Machine::FmaRate(Precision precision) const {
  return VectorRate(precision, Unit::kVector, [this](Precision candidate) {
    return profile_->Peak(candidate, Unit::kVector);
  });
}

RateChoice Machine::SingleRate(Precision precision) const {
  return VectorRate(precision, Unit::kNonFma,
                    [this](Precision candidate) { return profile_->VectorNonFmaRate(candidate); });
}

RateChoice Machine::TranscendentalRate(Precision precision) const {
  for (const Precision candidate : {precision, Precision::kFp32}) {
    if (const auto rate = profile_->TranscendentalRate(candidate))
      return {*rate * share_, Unit::kTranscendental, candidate, ""};
  }
  return SingleRate(precision);
}

}  // namespace roofline
