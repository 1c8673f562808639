#ifndef ROOFLINE_COSTMODEL_OPERATORS_NUMBER_FORMAT_H_
#define ROOFLINE_COSTMODEL_OPERATORS_NUMBER_FORMAT_H_

#include <cstdint>

#include "costmodel/graph/dtype.h"

namespace roofline {

// `value` as the nearest number that a float type can hold, ties to even. Beyond the range:
// infinite for 16 bits and more, the largest number for the 8- and 4-bit formats, as Cast with
// saturate = 1 does. Other types leave it unchanged.
double RoundToType(DType dtype, double value);

// `value` as it is after two's complement wrap-around in an integer type; 0 or 1 for bool.
int64_t WrapToType(DType dtype, int64_t value);

// True for uint2 .. uint64.
bool IsUnsigned(DType dtype);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_NUMBER_FORMAT_H_
