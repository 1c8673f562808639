#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// A program compiled for one accelerator, as a blob in an attribute: work does not follow from the
// model, and shapes are those that the file declares.
OperatorRule Compiled(std::string_view op) {
  return {.op = op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kOther,
          .formula =
              "unknown: a part of the network compiled for one device; use the model before "
              "it was compiled, or give a custom rule",
          .source = "ONNX Runtime contrib operators EPContext, Snpe",
          .precision = WorkPrecision::kUnknown,
          .min_inputs = 0};
}

}  // namespace

std::vector<OperatorRule> OpaqueRules() { return {Compiled("EPContext"), Compiled("Snpe")}; }

}  // namespace roofline
