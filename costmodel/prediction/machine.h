#ifndef ROOFLINE_COSTMODEL_PREDICTION_MACHINE_H_
#define ROOFLINE_COSTMODEL_PREDICTION_MACHINE_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/device/profile.h"
#include "costmodel/efficiency/efficiency_model.h"
#include "costmodel/memory/cache_levels.h"
#include "costmodel/prediction/scenario.h"

namespace roofline {

// The part of a device that a scenario uses: its rates for the threads that run, its memory levels.
class Machine {
 public:
  // Profile and defaults must outlive it. kInvalidArgument for threads on something that is no CPU
  // or has fewer cores.
  static absl::StatusOr<Machine> Make(const DeviceProfile& profile, const KindDefaults& defaults,
                                      const Scenario& scenario);

  // A rate and what it is of. The rates follow ChooseRate for products; for everything else the
  // faster of the format's own vector rate and that of fp32.
  RateChoice MacRate(Precision precision) const;
  RateChoice FmaRate(Precision precision) const;
  // Single additions, multiplications, comparisons and integer operations.
  RateChoice SingleRate(Precision precision) const;
  // Their own rate where the profile states one, else SingleRate, which no device beats.
  RateChoice TranscendentalRate(Precision precision) const;

  // Caches that can serve operands, nearest first; without DRAM. None is slower than the next one
  // or DRAM.
  const std::vector<CacheLevel>& caches() const { return caches_; }
  std::vector<Count> cache_capacities() const;
  BytesPerSecond dram_bandwidth() const { return dram_bandwidth_; }

  const DeviceProfile& profile() const { return *profile_; }
  const EfficiencyModel& efficiency() const { return efficiency_; }
  // Cores at work; nullopt where the profile does not say.
  std::optional<int64_t> cores() const { return cores_; }
  // Threads that share a kernel: the cores of a CPU, 1 for anything else.
  int64_t threads() const { return threads_; }

 private:
  Machine(const DeviceProfile& profile, const KindDefaults& defaults)
      : profile_(&profile), efficiency_(profile, defaults) {}

  using RateOf = std::function<std::optional<FlopsPerSecond>(Precision)>;
  RateChoice VectorRate(Precision precision, Unit unit, const RateOf& rate_of) const;

  const DeviceProfile* profile_;
  EfficiencyModel efficiency_;
  std::vector<CacheLevel> caches_;
  BytesPerSecond dram_bandwidth_;
  std::optional<int64_t> cores_;
  int64_t threads_ = 1;
  double share_ = 1;  // of the cores
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_MACHINE_H_
