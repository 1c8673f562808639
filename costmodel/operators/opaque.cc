#include <utility>

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

// Every input has an output like it.
absl::Status InferAllReduce(const NodeView& node, OutputFacts& out) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (node.has_shape(i)) out.Set(i, node.dtype(i), node.shape(i));
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<OperatorRule> OpaqueRules() {
  OperatorRule all_reduce{
      .op = "AllReduce",
      .domain = "com.microsoft",
      .versions = {1},
      .op_class = OperatorClass::kOther,
      .infer = InferAllReduce,
      .formula =
          "unknown: a sum over devices, which takes as long as their links and number "
          "decide; give a custom rule",
      .source = "ONNX Runtime, collective_defs.cc: operators of networks split over devices",
      .precision = WorkPrecision::kUnknown};
  return {std::move(all_reduce), Compiled("EPContext"), Compiled("Snpe")};
}

}  // namespace roofline
