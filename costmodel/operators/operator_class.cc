#include "costmodel/operators/operator_class.h"

#include <array>

namespace roofline {

std::string_view OperatorClassName(OperatorClass op_class) {
  static constexpr std::array<std::string_view, 21> kNames = {
      "convolution", "matmul",       "attention", "recurrent", "normalization", "activation",
      "elementwise", "pooling",      "reduction", "softmax",   "data_movement", "view",
      "resize",      "quantization", "selection", "random",    "sequence",      "control_flow",
      "tree",        "text",         "other"};
  return kNames.at(static_cast<size_t>(op_class));
}

}  // namespace roofline
