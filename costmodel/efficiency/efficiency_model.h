#ifndef ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_MODEL_H_
#define ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_MODEL_H_

#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "costmodel/efficiency/defaults.h"
#include "costmodel/efficiency/efficiency_class.h"

namespace roofline {

// A fraction with where it comes from, ready to explain. Its texts are those of the profile or the
// defaults.
struct UsedFraction {
  double typical = 1;
  double low = 1;
  double high = 1;
  std::string_view operator_class;  // whose entry it is
  std::string_view basis;           // "calibrated", "published", "default" ...
  std::string_view source;          // keys of the sources; empty when not stated
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
  EfficiencyModel(const DeviceProfile& profile, const KindDefaults& defaults);

  UsedEfficiency For(const EfficiencyClasses& classes) const;

  // Share of the shorter of compute and transfer that hides behind the longer, 0 to 1.
  double overlap() const;
  Seconds kernel_overhead() const;     // of each kernel
  Seconds team_overhead() const;       // CPUs: of each kernel that several threads share
  Seconds inference_overhead() const;  // once per inference
  Seconds transfer_overhead() const;   // once per host transfer
  Seconds dispatch_overhead() const;   // of the host, for each operator of an eager framework
  // What one core alone can draw from memory; all of it where nothing is known.
  BytesPerSecond core_bandwidth() const;

 private:
  using ByClass = absl::flat_hash_map<std::string_view, const Efficiency*>;

  static ByClass Index(const EfficiencyTable& table);

  const DeviceProfile& profile_;
  const KindDefaults& defaults_;
  ByClass of_profile_;
  ByClass of_defaults_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EFFICIENCY_EFFICIENCY_MODEL_H_
