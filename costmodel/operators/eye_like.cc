#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

absl::Status InferEyeLike(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) != 2) return node.Conflict("expected a matrix");
  const auto dtype = DTypeFromOnnx(node.attr_int("dtype", static_cast<int>(node.dtype(0))));
  if (!dtype || *dtype == DType::kUndefined)
    return node.Conflict("attribute 'dtype' names no data type");
  out.Set(0, *dtype, node.shape(0));
  return absl::OkStatus();
}

void ValueEyeLike(const NodeView& node, OutputFacts& out) {
  if (!ContentFits(out)) return;
  const Shape& shape = *out.fact(0).shape;
  const int64_t k = node.attr_int("k", 0);
  const int64_t total = Elements(shape).value();
  std::vector<int64_t> content;
  for (int64_t flat = 0; flat < total; ++flat) {
    content.push_back(flat % shape[1] - flat / shape[1] == k ? 1 : 0);
  }
  if (IsFloat(out.fact(0).dtype)) {
    out.SetFloats(0, std::vector<double>(content.begin(), content.end()));
  } else {
    out.SetInts(0, std::move(content));
  }
}

// Only the descriptor of the input is read.
void WorkEyeLike(const NodeView& /*node*/, Work& work) { work.read_bytes[0] = 0; }

}  // namespace

std::vector<OperatorRule> EyeLikeRules() {
  return {
      {.op = "EyeLike",
       .versions = {9, 22},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferEyeLike,
       .value = ValueEyeLike,
       .work = WorkEyeLike,
       .formula = "no arithmetic; writes y",
       .source = "ONNX operator EyeLike",
       .value_needs = ValueNeeds::kShapes},
  };
}

}  // namespace roofline
