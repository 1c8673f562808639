#include "client/examples/generator/half.h"

#include <bit>

namespace roofline::examples {

uint16_t HalfBits(float value) {
  constexpr int kDroppedBits = 23 - 10;  // of the mantissa
  constexpr int kBiasChange = 127 - 15;  // of the exponent
  constexpr uint32_t kInfinity = 31 << 10;
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000;
  const uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude < (uint32_t{kBiasChange + 1} << 23)) return static_cast<uint16_t>(sign);
  const uint32_t odd = (magnitude >> kDroppedBits) & 1;
  const uint32_t rounded = magnitude + (1U << (kDroppedBits - 1)) - 1 + odd;
  const uint32_t half = (rounded >> kDroppedBits) - (uint32_t{kBiasChange} << 10);
  return static_cast<uint16_t>(sign | (half < kInfinity ? half : kInfinity));
}

}  // namespace roofline::examples
