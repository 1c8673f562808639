#ifndef ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_MODEL_H_
#define ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_MODEL_H_

#include <string>
#include <string_view>

#include "costmodel/efficiency/defaults.h"
#include "costmodel/efficiency/efficiency_class.h"

namespace roofline {

// A fraction with where it comes from, ready to explain.
struct UsedFraction {
  Fraction fraction;
  std::string_view operator_class;  // whose entry it is
  std::string_view basis;           // "calibrated", "published", "default" ...
  bool of_profile = false;          // else of the kind's defaults
};

// What one kernel reaches.
struct UsedEfficiency {
  UsedFraction compute;
  UsedFraction memory;
  Seconds extra;
};

// Efficiencies and overheads of one device: what the profile states goes before the defaults of its
// kind, a finer class before a coarser one within each.
class EfficiencyModel {
 public:
  // Both must outlive the model.
  EfficiencyModel(const DeviceProfile& profile, const KindDefaults& defaults)
      : profile_(profile), defaults_(defaults) {}

  UsedEfficiency For(const EfficiencyClasses& classes) const;

  // Share of the shorter of compute and transfer that hides behind the longer, 0 to 1.
  double overlap() const;
  Seconds kernel_overhead() const;     // of each kernel
  Seconds team_overhead() const;       // CPUs: of each kernel that several threads share
  Seconds inference_overhead() const;  // once per inference
  Seconds transfer_overhead() const;   // once per host transfer
  // What one core alone can draw from memory; all of it where nothing is known.
  BytesPerSecond core_bandwidth() const;

 private:
  const DeviceProfile& profile_;
  const KindDefaults& defaults_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_MODEL_H_
