#include "costmodel/prediction/precision_choice.h"

#include <optional>
#include <utility>

#include "costmodel/graph/dtype.h"

namespace roofline {
namespace {

// Vectors (biases, scales of normalizations) stay as they are when weights are quantized.
constexpr size_t kMatrixRank = 2;

// The bits of an element under the scenario; nullopt: as stored in the model.
std::optional<int> BitsAs(const Scenario& scenario, const Buffer& buffer) {
  if (!IsFloat(buffer.dtype)) return std::nullopt;
  if (scenario.weights && buffer.role == BufferRole::kWeight && buffer.rank >= kMatrixRank)
    return BitsOf(*scenario.weights);
  if (scenario.precision) return BitsOf(*scenario.precision);
  return std::nullopt;
}

Count Scaled(Count bytes, int from_bits, int to_bits) {
  return CeilDiv(bytes * Count(to_bits), Count(from_bits));
}

}  // namespace

StoredKernels StoreAs(const Scenario& scenario, KernelPlan plan, const BufferTable& buffers) {
  StoredKernels stored{std::move(plan), buffers.buffers()};
  if (!scenario.precision && !scenario.weights) return stored;
  for (Kernel& kernel : stored.plan.kernels) {
    for (std::vector<Traffic>* moved :
         {&kernel.traffic, &kernel.reorders, &kernel.matrix_reorders}) {
      for (Traffic& traffic : *moved) {
        const Buffer& buffer = buffers.buffer(traffic.buffer);
        if (const auto bits = BitsAs(scenario, buffer))
          traffic.bytes = Scaled(traffic.bytes, BitsOf(buffer.dtype), *bits);
      }
    }
  }
  for (Buffer& buffer : stored.buffers) {
    if (const auto bits = BitsAs(scenario, buffer))
      buffer.bytes = Scaled(buffer.bytes, BitsOf(buffer.dtype), *bits);
  }
  return stored;
}

Precision PrecisionOfKernel(const Scenario& scenario, const Kernel& kernel) {
  if (scenario.precision && IsFloat(kernel.work.math)) return *scenario.precision;
  return PrecisionOf(kernel.work.math).value_or(Precision::kFp32);
}

Precision PrecisionOfRest(Precision math) {
  switch (math) {
    case Precision::kFp8:
    case Precision::kFp4:
    case Precision::kInt8:
    case Precision::kInt4:
      return Precision::kFp16;
    case Precision::kTf32:
      return Precision::kFp32;
    default:
      return math;
  }
}

}  // namespace roofline
