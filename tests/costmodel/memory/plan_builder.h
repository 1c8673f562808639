#ifndef ROOFLINE_TESTS_COSTMODEL_MEMORY_PLAN_BUILDER_H_
#define ROOFLINE_TESTS_COSTMODEL_MEMORY_PLAN_BUILDER_H_

#include <cstdint>
#include <vector>

#include "costmodel/analysis/buffers.h"
#include "costmodel/fusion/kernel.h"

namespace roofline::testing {

// Kernels and buffers without a model behind them.
struct PlanBuilder {
  std::vector<Buffer> buffers;
  KernelPlan plan;

  BufferId AddBuffer(int64_t bytes, BufferRole role = BufferRole::kActivation);
  void AddKernel(std::vector<Traffic> traffic, int64_t repeat = 1);

  // Traffic of a whole buffer.
  Traffic Read(BufferId buffer) const { return {buffer, false, buffers[buffer.index()].bytes}; }
  Traffic Write(BufferId buffer) const { return {buffer, true, buffers[buffer.index()].bytes}; }
};

// A network of up to 12 kernels over buffers of 1 to 9 bytes, with weights, shared and overwritten
// activations, loops, operands that are read twice, and outputs.
PlanBuilder RandomPlan(uint32_t seed);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_MEMORY_PLAN_BUILDER_H_
