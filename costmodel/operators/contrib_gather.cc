#include <fmt/format.h>

#include <utility>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Numbers that one stored element holds: uint8 packs several when the attribute bits says so.
int64_t PackedNumbers(const NodeView& node) {
  const int64_t bits = node.attr_int("bits", 4);
  return node.dtype(0) == DType::kUint8 && (bits == 2 || bits == 4) ? 8 / bits : 1;
}

// data [.., s, ..] quantised in blocks, indices, scales, zero points -> the rows, dequantised.
absl::Status InferGatherBlock(const NodeView& node, OutputFacts& out) {
  const Shape& data = node.shape(0);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("gather_axis", 0), Rank(data)));
  const Count last = Count(data.back()) * PackedNumbers(node);
  if (!last.ok()) return node.Conflict("the last extent overflows int64");
  Shape numbers = data;
  numbers.back() = last.value();
  Shape y(numbers.begin(), numbers.begin() + axis);
  y.insert(y.end(), node.shape(1).begin(), node.shape(1).end());
  y.insert(y.end(), numbers.begin() + axis + 1, numbers.end());
  out.Set(0, node.dtype(2), std::move(y));
  return absl::OkStatus();
}

void WorkGatherBlock(const NodeView& node, Work& work) {
  const auto axis = node.Axis(node.attr_int("gather_axis", 0), Rank(node.shape(0)));
  if (!axis.ok()) return;
  const Count rows = node.shape(0)[static_cast<size_t>(*axis)];
  const Count picked = node.elements(1);
  for (const int i : {0, 2, 3}) {
    if (!node.has_shape(i) || rows == Count(0)) continue;
    // An operand that is shared by all rows has nothing to pick from.
    const Count read = node.elements(i).value() < rows.value() ? node.elements(i)
                                                               : node.elements(i) / rows * picked;
    work.read_bytes[static_cast<size_t>(i)] = BytesOf(node.dtype(i), read);
  }
  work.arithmetic = Count(2) * node.out_elements(0);
}

// weight [N, M], indices -> rows.
absl::Status InferTorchEmbedding(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) != 2) return node.Conflict("expected a weight [rows, columns]");
  Shape y = node.shape(1);
  y.push_back(node.shape(0)[1]);
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkTorchEmbedding(const NodeView& node, Work& work) {
  work.read_bytes[0] = BytesOf(node.dtype(0), node.out_elements(0));
}

}  // namespace

std::vector<OperatorRule> ContribGatherRules() {
  return {
      {.op = "GatherBlockQuantized",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferGatherBlock,
       .work = WorkGatherBlock,
       .formula = "2y arithmetic (zero point, scale); reads the rows picked",
       .source = "ONNX Runtime operator GatherBlockQuantized",
       .min_inputs = 3,
       .buffer_inputs = 1U << 2 | 1U << 3},
      {.op = "TorchEmbedding",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferTorchEmbedding,
       .work = WorkTorchEmbedding,
       .formula = "no arithmetic; reads the rows picked",
       .source = "ONNX Runtime operator TorchEmbedding",
       .min_inputs = 2},
  };
}

}  // namespace roofline
