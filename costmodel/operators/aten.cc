#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// The operator is named by an attribute and defined by PyTorch: work does not follow from the
// model, and shapes are those that the file declares.
OperatorRule Aten(std::string_view domain) {
  return {.op = "ATen",
          .domain = domain,
          .versions = {1},
          .op_class = OperatorClass::kOther,
          .formula = "unknown: a fallback to PyTorch; export without it or give a custom rule",
          .source = "PyTorch exporter, operator_export_type ONNX_ATEN_FALLBACK",
          .precision = WorkPrecision::kUnknown,
          .min_inputs = 0};
}

}  // namespace

std::vector<OperatorRule> AtenRules() {
  return {Aten("aten"), Aten("org.pytorch.aten"), Aten("com.microsoft")};
}

}  // namespace roofline
