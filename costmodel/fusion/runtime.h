#ifndef ROOFLINE_COSTMODEL_FUSION_RUNTIME_H_
#define ROOFLINE_COSTMODEL_FUSION_RUNTIME_H_

#include <cstddef>
#include <cstdint>

#include "costmodel/device/profile.h"

namespace roofline {

// Who makes kernels out of layers.
enum class Runtime : uint8_t {
  kCompiler,  // generates a kernel for what it fuses, as TensorRT does
  kCpu,       // has kernels written by hand and fuses what they take: ONNX Runtime's CPU provider
};
constexpr size_t kRuntimes = 2;

// The runtime that a kind of device usually runs models with: kCpu for CPUs alone.
Runtime RuntimeOf(DeviceKind kind);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_RUNTIME_H_
