#include <fmt/format.h>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/window.h"

namespace roofline {
namespace {

// The attributes read as a window of block_shape that slides over image_shape.
absl::StatusOr<Count> BlockCount(const NodeView& node, const Shape& image, const Shape& block) {
  ASSIGN_OR_RETURN(const Window window, ReadWindow(node, block));
  ASSIGN_OR_RETURN(const Shape positions, SlideWindow(node, window, image));
  return Elements(positions);
}

// input [N, C * prod(block), L] -> [N, C, image...].
absl::Status InferCol2Im(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const IntList image = ReadIntList(node, "", 1);
  const IntList block = ReadIntList(node, "", 2);
  if (!image.known) return node.NeedsValue(1, "the image shape");
  if (!block.known) return node.NeedsValue(2, "the block shape");
  if (Rank(x) != 3 || image.length != block.length || image.length < 1) {
    return node.Conflict("expected columns of rank 3, image and block of one length");
  }
  const Shape image_shape(image.values.begin(), image.values.end());
  const Shape block_shape(block.values.begin(), block.values.end());
  for (const int64_t extent : image_shape) {
    if (extent < 0) return node.Conflict(fmt::format("an image extent is {}", extent));
  }
  ASSIGN_OR_RETURN(const Count blocks, BlockCount(node, image_shape, block_shape));
  const Count block_elements = Elements(block_shape);
  if (!block_elements.ok() || x[1] % block_elements.value() != 0) {
    return node.Conflict(
        fmt::format("{} rows do not split into blocks of {}", x[1], ShapeText(block_shape)));
  }
  if (blocks != Count(x[2])) {
    return node.Conflict(fmt::format("{} columns, the image has {} blocks", x[2], blocks.value()));
  }
  Shape y = {x[0], x[1] / block_elements.value()};
  y.insert(y.end(), image_shape.begin(), image_shape.end());
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkCol2Im(const NodeView& node, Work& work) { work.arithmetic = node.elements(0); }

}  // namespace

std::vector<OperatorRule> Col2ImRules() {
  return {
      {.op = "Col2Im",
       .versions = {18},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferCol2Im,
       .work = WorkCol2Im,
       .formula = "x additions: every column entry is added to its pixel",
       .source = "ONNX operator Col2Im",
       .min_inputs = 3},
  };
}

}  // namespace roofline
