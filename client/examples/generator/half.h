#ifndef ROOFLINE_CLIENT_EXAMPLES_GENERATOR_HALF_H_
#define ROOFLINE_CLIENT_EXAMPLES_GENERATOR_HALF_H_

#include <cstdint>

namespace roofline::examples {

// The IEEE 754 binary16 pattern of `value`, rounded to nearest even. What is too large becomes
// infinity, what is below the smallest normal half (6.1e-5) becomes zero.
uint16_t HalfBits(float value);

}  // namespace roofline::examples

#endif  // ROOFLINE_CLIENT_EXAMPLES_GENERATOR_HALF_H_
