#include <algorithm>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

// How many bytes a block takes is up to the execution provider, so the raw data has a type only.
absl::Status InferBlockFloatQuantize(const NodeView& node, OutputFacts& out) {
  Fact raw;
  raw.dtype = DType::kUint8;
  out.SetFact(0, std::move(raw));
  for (const int i : {1, 2}) out.Set(i, DType::kInt64, {Rank(node.shape(0))});
  return absl::OkStatus();
}

void ValueQuantize(const NodeView& node, OutputFacts& out) {
  Count stride = 1;
  for (const int64_t extent : node.shape(0)) stride *= std::max<int64_t>(extent, 1);
  if (!stride.ok()) return;
  const Shape strides = RowMajorStrides(node.shape(0));
  out.SetInts(1, {node.shape(0).begin(), node.shape(0).end()});
  out.SetInts(2, {strides.begin(), strides.end()});
}

absl::Status InferBlockFloatDequantize(const NodeView& node, OutputFacts& out) {
  const auto* shape = node.ints(1);
  if (shape == nullptr) return node.NeedsValue(1, "the shape of the tensor");
  for (const int64_t extent : *shape) {
    if (extent < 0) return node.Conflict("the shape has a negative extent");
  }
  const std::optional<DType> dtype = DTypeFromOnnx(node.attr_int("dtype", 1));
  if (!dtype || !IsFloat(*dtype)) return node.Conflict("dtype is no float type");
  out.Set(0, *dtype, Shape(shape->begin(), shape->end()));
  return absl::OkStatus();
}

OperatorRule BlockRule(std::string_view op, InferRule infer, ValueRule value, int min_inputs) {
  return {.op = op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kQuantization,
          .infer = infer,
          .value = value,
          .formula = "unknown: the format of the blocks is up to the execution provider",
          .source = "ONNX Runtime contrib operators QuantizeBFP, DequantizeBFP",
          .precision = WorkPrecision::kUnknown,
          .min_inputs = min_inputs,
          .value_needs = ValueNeeds::kShapes};
}

}  // namespace

std::vector<OperatorRule> BlockFloatingPointRules() {
  return {BlockRule("QuantizeBFP", InferBlockFloatQuantize, ValueQuantize, 1),
          BlockRule("DequantizeBFP", InferBlockFloatDequantize, nullptr, 0)};
}

}  // namespace roofline
