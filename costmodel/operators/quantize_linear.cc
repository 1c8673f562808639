#include <fmt/format.h>

#include <utility>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// Scales and zero points are no parameters.
constexpr uint32_t kQuantizationOperands = 1U << 1 | 1U << 2;

// Extents of the scales when every block of `block_size` elements along the axis shares one.
absl::StatusOr<Shape> BlockedScaleShape(const NodeView& node, int64_t block_size) {
  const Shape& x = node.shape(0);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 1), Rank(x)));
  Shape expected = x;
  int64_t& extent = expected[static_cast<size_t>(axis)];
  extent = extent == 0 ? 0 : (extent - 1) / block_size + 1;
  return expected;
}

// One scale for the tensor, one per index of the axis, or one per block of it.
absl::Status CheckScale(const NodeView& node, int i) {
  if (!node.has_shape(i)) return absl::OkStatus();
  const Shape& x = node.shape(0);
  const Shape& scale = node.shape(i);
  const int64_t block_size = node.attr_int("block_size", 0);
  if (block_size < 0) return node.Conflict("block_size is negative");
  if (block_size > 0) {
    ASSIGN_OR_RETURN(const Shape expected, BlockedScaleShape(node, block_size));
    if (scale == expected) return absl::OkStatus();
    return node.Conflict(fmt::format("input {} is {}, expected {} for blocks of {}", i,
                                     ShapeText(scale), ShapeText(expected), block_size));
  }
  if (Rank(scale) == 0 || Elements(scale) == Count(1)) return absl::OkStatus();
  if (Rank(scale) != 1) return node.Conflict("expected a scalar or a list of scales");
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 1), Rank(x)));
  if (scale[0] == x[static_cast<size_t>(axis)]) return absl::OkStatus();
  return node.Conflict(fmt::format("input {} has {} numbers, axis {} has {}", i, scale[0], axis,
                                   x[static_cast<size_t>(axis)]));
}

// The attribute output_dtype; `fallback` when it is absent or 0.
absl::StatusOr<DType> OutputType(const NodeView& node, DType fallback) {
  const int64_t number = node.attr_int("output_dtype", 0);
  if (number == 0) return fallback;
  const std::optional<DType> dtype = DTypeFromOnnx(number);
  if (!dtype) return node.Conflict(fmt::format("output_dtype {} names no type", number));
  return *dtype;
}

absl::Status InferQuantizeLinear(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(CheckScale(node, 1));
  RETURN_IF_ERROR(CheckScale(node, 2));
  ASSIGN_OR_RETURN(const DType by_attribute, OutputType(node, DType::kUint8));
  out.Set(0, node.has_input(2) ? node.dtype(2) : by_attribute, node.shape(0));
  return absl::OkStatus();
}

absl::Status InferDequantizeLinear(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(CheckScale(node, 1));
  RETURN_IF_ERROR(CheckScale(node, 2));
  ASSIGN_OR_RETURN(const DType dtype, OutputType(node, node.dtype(1)));
  out.Set(0, dtype, node.shape(0));
  return absl::OkStatus();
}

absl::Status InferDynamicQuantize(const NodeView& node, OutputFacts& out) {
  out.Set(0, DType::kUint8, node.shape(0));
  out.Set(1, DType::kFloat32, {});
  out.Set(2, DType::kUint8, {});
  return absl::OkStatus();
}

void WorkQuantize(const NodeView& node, Work& work) { AddRequantization(work, node.elements(0)); }

void WorkDequantize(const NodeView& node, Work& work) {
  work.arithmetic = node.has_input(2) ? Count(2) * node.elements(0) : node.elements(0);
}

void WorkDynamicQuantize(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  work.comparisons = Count(2) * n;  // minimum and maximum
  AddRequantization(work, n);
}

OperatorRule QuantizeRule(std::string_view domain, std::vector<int> versions) {
  return {.op = "QuantizeLinear",
          .domain = domain,
          .versions = std::move(versions),
          .op_class = OperatorClass::kQuantization,
          .infer = InferQuantizeLinear,
          .work = WorkQuantize,
          .formula = "3n arithmetic (scale, round, zero point), 2n comparisons (saturate)",
          .source = "ONNX operator QuantizeLinear",
          .min_inputs = 2,
          .buffer_inputs = kQuantizationOperands};
}

OperatorRule DequantizeRule(std::string_view domain, std::vector<int> versions) {
  return {.op = "DequantizeLinear",
          .domain = domain,
          .versions = std::move(versions),
          .op_class = OperatorClass::kQuantization,
          .infer = InferDequantizeLinear,
          .work = WorkDequantize,
          .formula = "n multiplications; with a zero point n subtractions",
          .source = "ONNX operator DequantizeLinear",
          .min_inputs = 2,
          .buffer_inputs = kQuantizationOperands};
}

}  // namespace

std::vector<OperatorRule> QuantizeLinearRules() {
  return {
      QuantizeRule("", {10, 13, 19, 21, 23, 24, 25}),
      QuantizeRule("com.microsoft", {1}),
      DequantizeRule("", {10, 13, 19, 21, 23, 24, 25}),
      DequantizeRule("com.microsoft", {1}),
      {.op = "DynamicQuantizeLinear",
       .versions = {11},
       .op_class = OperatorClass::kQuantization,
       .infer = InferDynamicQuantize,
       .work = WorkDynamicQuantize,
       .formula = "2n comparisons (range), then as QuantizeLinear",
       .source = "ONNX operator DynamicQuantizeLinear"},
  };
}

}  // namespace roofline
