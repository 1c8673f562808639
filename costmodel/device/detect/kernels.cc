#include "costmodel/device/detect/kernels.h"

namespace roofline {
namespace {

// Bodies are written once over vector types and inlined into functions compiled for one instruction
// set each; the compiler fuses the multiply and the add where the set has FMA.
template <class Number, int kBytes>
struct Vector {
  typedef Number Type __attribute__((vector_size(kBytes)));
  static constexpr int kLanes = kBytes / static_cast<int>(sizeof(Number));
};

#define ROOFLINE_INLINE inline __attribute__((always_inline))

template <class Number, int kBytes>
ROOFLINE_INLINE double FmaBody(int64_t rounds) {
  using V = typename Vector<Number, kBytes>::Type;
  V chains[kFmaChains];
  for (int i = 0; i < kFmaChains; ++i) chains[i] = V{} + static_cast<Number>(i + 1);
  // Values stay near 1: no subnormals, which some CPUs handle slowly.
  V factor = V{} + static_cast<Number>(0.5);
  V addend = V{} + static_cast<Number>(0.5);
  // Unknown to the compiler, so that it cannot work the loop out.
  asm volatile("" : "+m"(factor), "+m"(addend));
  for (int64_t round = 0; round < rounds; ++round) {
#pragma GCC unroll 12
    for (int i = 0; i < kFmaChains; ++i) chains[i] = chains[i] * factor + addend;
  }
  double sum = 0;
  for (int i = 0; i < kFmaChains; ++i) sum += static_cast<double>(chains[i][0]);
  return sum;
}

template <int kBytes>
ROOFLINE_INLINE double ReadBody(const float* data, size_t count) {
  using V = typename Vector<float, kBytes>::Type;
  constexpr size_t kLanes = Vector<float, kBytes>::kLanes;
  constexpr size_t kSums = kBlock / 16;
  V sums[kSums] = {};
  const V* at = reinterpret_cast<const V*>(data);
  for (size_t i = 0; i < count / kLanes; i += kSums) {
#pragma GCC unroll 8
    for (size_t j = 0; j < kSums; ++j) sums[j] += at[i + j];
  }
  V total = {};
  for (size_t j = 0; j < kSums; ++j) total += sums[j];
  double sum = 0;
  for (size_t lane = 0; lane < kLanes; ++lane) sum += static_cast<double>(total[lane]);
  return sum;
}

template <int kBytes>
ROOFLINE_INLINE void TriadBody(float* out, const float* a, const float* b, size_t count) {
  using V = typename Vector<float, kBytes>::Type;
  constexpr size_t kLanes = Vector<float, kBytes>::kLanes;
  V* to = reinterpret_cast<V*>(out);
  const V* x = reinterpret_cast<const V*>(a);
  const V* y = reinterpret_cast<const V*>(b);
  for (size_t i = 0; i < count / kLanes; ++i) to[i] = x[i] + 3.0F * y[i];
}

// The four loops of one instruction set.
#define ROOFLINE_KERNELS(name, target, bytes)                                          \
  target double name##Fma32(int64_t rounds) { return FmaBody<float, bytes>(rounds); }  \
  target double name##Fma64(int64_t rounds) { return FmaBody<double, bytes>(rounds); } \
  target double name##Read(const float* data, size_t count) {                          \
    return ReadBody<bytes>(data, count);                                               \
  }                                                                                    \
  target void name##Triad(float* out, const float* a, const float* b, size_t count) {  \
    TriadBody<bytes>(out, a, b, count);                                                \
  }

#if defined(__x86_64__)
ROOFLINE_KERNELS(Avx512, __attribute__((target("avx512f"))), 64)
ROOFLINE_KERNELS(Avx2, __attribute__((target("avx2,fma"))), 32)
#endif
ROOFLINE_KERNELS(Baseline, , 16)

}  // namespace

std::vector<Kernels> SupportedKernels() {
  std::vector<Kernels> kernels;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) {
    kernels.push_back({"AVX-512", 16, &Avx512Fma32, &Avx512Fma64, &Avx512Read, &Avx512Triad});
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    kernels.push_back({"AVX2", 8, &Avx2Fma32, &Avx2Fma64, &Avx2Read, &Avx2Triad});
  }
#endif
  kernels.push_back({"baseline", 4, &BaselineFma32, &BaselineFma64, &BaselineRead, &BaselineTriad});
  return kernels;
}

}  // namespace roofline
