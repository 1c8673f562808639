#ifndef ROOFLINE_COSTMODEL_PREDICTION_DEVICE_PREDICTION_H_
#define ROOFLINE_COSTMODEL_PREDICTION_DEVICE_PREDICTION_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/coverage.h"
#include "costmodel/device/catalog.h"
#include "costmodel/efficiency/defaults.h"
#include "costmodel/prediction/kernel_timer.h"
#include "costmodel/prediction/workload.h"

namespace roofline {

// A workload on one device. Times are of the work itself, whatever the counting convention.
struct DevicePrediction {
  ProfilePtr profile;
  std::shared_ptr<const Machine> machine;   // on the heap: terms of kernels point into it
  std::vector<KernelTime> kernels;          // parallel to those of Workload::For(its kind)
  std::vector<KernelPlacement> placements;  // parallel to `kernels`
  WorkTime kernel_total;                    // sum over the kernels
  // Of one inference: the kernels, the fixed cost of an inference, and the host transfer if asked
  // for.
  Interval expected;
  Seconds inference_overhead;
  std::optional<Seconds> host_transfer;  // inputs in and outputs out; when asked for
  // Without fusion, on devices whose host hands over each operator: what that takes in all. Kernels
  // run meanwhile, so that `expected` holds the longer of the two.
  std::optional<Seconds> dispatch;
  Bound bound = Bound::kNone;  // of the sums
  // Of the expected time of the kernels; one is as well known as the worst layer in it. Of unknown
  // layers only the transfers and the starts are predicted.
  CoverageShares coverage;
  // Without fusion: what it saves is the difference. Absent when the workload has no separate
  // kernels.
  std::optional<WorkTime> separate_total;
  std::optional<Seconds> separate_expected;
  LevelBytes level_bytes;  // served by each cache, nearest first, and DRAM
  std::vector<UsedRate> rates;
  std::optional<FlopsPerByte> ridge_point;  // of the type most MACs are in
  std::optional<bool> fits;          // weights and activations in memory; absent: size unknown
  std::optional<double> efficiency;  // floor / measured latency; may exceed 1
  std::vector<std::string> warnings;

  // What an inference takes besides kernels and dispatch.
  Seconds once() const;
  // Of an inference whose kernels take `kernel_time` together.
  Seconds ExpectedOf(Seconds kernel_time) const;
  // How long the device waits for its host, part of `expected`.
  Seconds dispatch_wait() const;
};

// The workload must have been made for the kind of device. Errors: those of Machine::Make. Profile
// and defaults must outlive the result.
absl::StatusOr<DevicePrediction> PredictOnDevice(const Workload& workload, ProfilePtr profile,
                                                 const KindDefaults& defaults,
                                                 const Scenario& scenario);

// The same on a machine of that profile and scenario: what a sweep shares between its points.
DevicePrediction PredictOnMachine(const Workload& workload, ProfilePtr profile,
                                  std::shared_ptr<const Machine> machine, const Scenario& scenario);

// Sets the efficiency against a measured latency of one inference, and explains one above 1.
void CompareWithMeasured(Seconds measured, DevicePrediction& prediction);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_DEVICE_PREDICTION_H_
