#ifndef ROOFLINE_COSTMODEL_PREDICTION_SCENARIO_H_
#define ROOFLINE_COSTMODEL_PREDICTION_SCENARIO_H_

#include <cstdint>
#include <optional>

#include "costmodel/device/precision.h"
#include "costmodel/fusion/kernel.h"
#include "costmodel/memory/placement.h"

namespace roofline {

// How a runtime is taken to run the model. None of it changes what is counted per layer.
struct Scenario {
  Fusion fusion = Fusion::kRuntime;
  // "What if" the float tensors and their arithmetic were of this format; absent: as in the model.
  std::optional<Precision> precision;
  // Format of weight matrices in memory alone; the arithmetic keeps its own. Scales and zero points
  // that a quantizer would add are not counted.
  std::optional<Precision> weights;
  MemoryState memory = MemoryState::kWarm;
  bool caches = true;              // false: every byte goes to DRAM, the plain roof
  std::optional<int64_t> threads;  // of a CPU; absent: all cores
  bool host_transfer = false;      // inputs to the device and outputs back are part of `expected`
  // Without fusion: no tensor is transposed around a convolution on a matrix unit.
  bool channels_last = false;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_SCENARIO_H_
