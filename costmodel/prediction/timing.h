#ifndef ROOFLINE_COSTMODEL_PREDICTION_TIMING_H_
#define ROOFLINE_COSTMODEL_PREDICTION_TIMING_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/device/profile.h"
#include "costmodel/operators/work.h"
#include "costmodel/units.h"

namespace roofline {

// What dominates a time.
enum class Bound : uint8_t {
  kNone,     // neither computes nor moves anything
  kCompute,  // the arithmetic takes longer
  kMemory,   // the transfer takes as long or longer
};

std::string_view BoundName(Bound bound);  // "none", "compute", "memory"

// Time of some work at the peak rates of a device.
struct WorkTime {
  Seconds compute;   // sum over the units of operations / rate
  Seconds transfer;  // bytes / bandwidth
  Seconds floor;     // max of the two: perfect overlap
  Seconds serial;    // sum of the two: no overlap

  Bound bound() const;
  WorkTime& operator+=(const WorkTime& other);
};

// A rate that was used, for the report.
struct UsedRate {
  Unit unit;
  Precision precision;
  FlopsPerSecond rate;
};

// Times work on one device. The rates: MACs at the best rate of their type (matrix or vector unit);
// elementwise FMAs at the vector FMA rate; other arithmetic, comparisons and integer work at the
// vector non-FMA rate (one operation per lane and cycle, where an FMA counts two); transcendentals
// at their own rate where the profile states one, else at the non-FMA rate, which no device beats.
class DeviceTimer {
 public:
  explicit DeviceTimer(const DeviceProfile& profile) : profile_(profile) {}

  // Time of `times` executions of `work`.
  WorkTime Time(const Work& work, Count times);

  // Rates used by the calls so far, each once.
  const std::vector<UsedRate>& used_rates() const { return used_rates_; }
  // One line for each data type that ran at another type's rate.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  FlopsPerSecond MacRate(Precision precision);
  FlopsPerSecond VectorRate(Precision precision);
  FlopsPerSecond SingleRate(Precision precision);
  FlopsPerSecond TranscendentalRate(Precision precision);
  FlopsPerSecond Use(Unit unit, Precision precision, FlopsPerSecond rate);

  const DeviceProfile& profile_;
  std::vector<UsedRate> used_rates_;
  std::vector<std::string> warnings_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_TIMING_H_
