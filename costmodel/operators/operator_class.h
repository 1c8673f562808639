#ifndef ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_CLASS_H_
#define ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_CLASS_H_

#include <cstdint>
#include <string_view>

namespace roofline {

// Operators that behave alike on hardware; efficiencies are given per class.
enum class OperatorClass : uint8_t {
  kConvolution,
  kMatmul,
  kAttention,
  kRecurrent,
  kNormalization,
  kActivation,
  kElementwise,
  kPooling,
  kReduction,
  kSoftmax,
  kDataMovement,  // copies that change the layout or select: Transpose, Concat, Gather, Slice, Pad
  kView,          // moves nothing: Reshape, Flatten, Squeeze, Identity
  kResize,
  kQuantization,
  kSelection,  // TopK, NonMaxSuppression, Unique, sorting
  kRandom,
  kSequence,
  kControlFlow,
  kTree,
  kText,
  kOther,
};

std::string_view OperatorClassName(OperatorClass op_class);  // "convolution", "data_movement" ...

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_CLASS_H_
