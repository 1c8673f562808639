#ifndef ROOFLINE_COSTMODEL_DEVICE_DETECT_KERNELS_H_
#define ROOFLINE_COSTMODEL_DEVICE_DETECT_KERNELS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace roofline {

// Loops that keep the arithmetic units or the memory busy, for one instruction set.
struct Kernels {
  const char* instruction_set;  // "AVX-512", "AVX2", "baseline"
  int fp32_lanes;               // of one vector

  // Rounds of kFmaChains independent multiply-adds on full vectors; each is 2 operations per lane.
  // The result only keeps the compiler from dropping them.
  double (*fma_fp32)(int64_t rounds);
  double (*fma_fp64)(int64_t rounds);
  // Sum of `count` numbers, a multiple of kBlock.
  double (*read)(const float* data, size_t count);
  // out[i] = a[i] + 3 * b[i] for `count` numbers, a multiple of kBlock.
  void (*triad)(float* out, const float* a, const float* b, size_t count);
};

inline constexpr int kFmaChains = 12;  // covers latency x units of every CPU in the catalog
inline constexpr size_t kBlock = 128;  // floats; buffers start on 64 bytes

// Those this CPU can run, the widest first; never empty.
std::vector<Kernels> SupportedKernels();

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_DETECT_KERNELS_H_
