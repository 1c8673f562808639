#ifndef ROOFLINE_COSTMODEL_PREDICTION_KERNEL_TIME_H_
#define ROOFLINE_COSTMODEL_PREDICTION_KERNEL_TIME_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "costmodel/device/precision.h"
#include "costmodel/efficiency/efficiency_model.h"
#include "costmodel/units.h"

namespace roofline {

// What dominates a time.
enum class Bound : uint8_t {
  kNone,      // neither computes nor moves anything
  kCompute,   // the arithmetic takes longer
  kMemory,    // the transfer takes as long or longer
  kOverhead,  // starting the kernel takes longer than both
};

std::string_view BoundName(Bound bound);  // "none", "compute", "memory", "overhead"

// Operations of one kind and the rate they run at.
struct ComputeTerm {
  Unit unit = Unit::kVector;
  Precision precision = Precision::kFp32;
  Flops operations;  // a multiply-add is two
  FlopsPerSecond rate;
  double utilisation = 1;  // part of the unit that shapes of this size can fill; of `expected` only
  Seconds time() const { return operations / rate; }
};

// Bytes that pass one memory level: those it serves and those that come through it from below.
struct TransferTerm {
  std::string_view level;  // "L2", "DRAM"; lives as long as the Machine
  Bytes bytes;
  BytesPerSecond bandwidth;
  Seconds time() const { return bytes / bandwidth; }
};

// A time with its spread.
struct Interval {
  Seconds low;
  Seconds typical;
  Seconds high;

  Interval& operator+=(const Interval& other);
};

// Sums of times.
struct WorkTime {
  Seconds compute;   // operations / peak rates; units that work side by side count once
  Seconds transfer;  // of the level that takes longest
  Seconds floor;     // max of the two per kernel: perfect overlap
  Seconds serial;    // sum of the two: no overlap
  Seconds overhead;  // starts of kernels, copies into other layouts
  Interval expected;
  // `expected` on the same device with twice the bandwidth, and with twice the peak rates.
  Seconds double_bandwidth;
  Seconds double_peak;

  WorkTime& operator+=(const WorkTime& other);
  // Of compute against transfer, or overhead when that is more than the floor.
  Bound bound() const;
};

// Time of all executions of one kernel in one inference, with everything it was computed from.
struct KernelTime {
  WorkTime time;
  absl::InlinedVector<ComputeTerm, 3> compute;
  absl::InlinedVector<TransferTerm, 3> transfer;
  // Copies of tensors into the layout that a runtime's kernels want. They are no part of the work,
  // hence of no peak time: they are in the overhead of `expected`.
  std::vector<TransferTerm> reorders;
  UsedEfficiency efficiency;
  int64_t executions = 1;
  bool one_core = false;  // too small to be worth waking the other cores

  // The terms that decide; nullptr without any.
  const ComputeTerm* longest_compute() const;
  const TransferTerm* longest_transfer() const;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_KERNEL_TIME_H_
