#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferWindow(const NodeView& node, OutputFacts& out) {
  if (node.elements(0) != Count(1)) return node.Conflict("expected size to be one number");
  const auto* size = node.ints(0);
  if (size == nullptr) return node.NeedsValue(0, "the size of the window");
  if (size->front() < 0) return node.Conflict(fmt::format("size is {}", size->front()));
  const auto dtype = DTypeFromOnnx(node.attr_int("output_datatype", 1));
  if (!dtype || *dtype == DType::kUndefined)
    return node.Conflict("attribute 'output_datatype' names no data type");
  out.Set(0, *dtype, {size->front()});
  return absl::OkStatus();
}

void WorkOneCosine(const NodeView& node, Work& work) {
  work.arithmetic = Count(3) * node.out_elements(0);
  work.transcendentals = node.out_elements(0);
}

void WorkTwoCosines(const NodeView& node, Work& work) {
  work.arithmetic = Count(6) * node.out_elements(0);
  work.transcendentals = Count(2) * node.out_elements(0);
}

OperatorRule WindowFunction(std::string_view op, WorkRule work, std::string_view formula) {
  return {.op = op,
          .versions = {17},
          .op_class = OperatorClass::kElementwise,
          .infer = InferWindow,
          .work = work,
          .formula = formula,
          .source = "the function in the ONNX operator text",
          .buffer_inputs = 0b1};
}

}  // namespace

std::vector<OperatorRule> WindowFunctionRules() {
  constexpr std::string_view kOne = "per element a - b*cos(c*i): 3 arithmetic, 1 cos";
  return {WindowFunction("BlackmanWindow", WorkTwoCosines,
                         "per element a - b*cos(c*i) + d*cos(2*c*i): 6 arithmetic, 2 cos"),
          WindowFunction("HammingWindow", WorkOneCosine, kOne),
          WindowFunction("HannWindow", WorkOneCosine, kOne)};
}

}  // namespace roofline
