#include <fmt/format.h>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/layout.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/window.h"

namespace roofline {
namespace {

// The extents that MaxPool started from, as far as its attributes tell.
absl::StatusOr<Shape> UnpooledShape(const NodeView& node) {
  const Shape& x = node.shape(0);
  const auto* kernel = node.attr_ints("kernel_shape");
  if (kernel == nullptr || std::cmp_not_equal(kernel->size() + 2, x.size())) {
    return node.Conflict("expected a kernel_shape with one extent per spatial axis");
  }
  ASSIGN_OR_RETURN(const Window window, ReadWindow(node, Shape(kernel->begin(), kernel->end())));
  const ChannelOrder order = ChannelOrderOf(node);
  Shape image = SpatialExtents(x, order);
  for (size_t d = 0; d < kernel->size(); ++d) {
    const Count reach = Count(image[d]) * window.strides[d] + Count(window.kernel[d]);
    if (!reach.ok()) return node.Conflict("the unpooled extent overflows int64");
    const int64_t extent =
        reach.value() - window.strides[d] - window.pads_begin[d] - window.pads_end[d];
    if (extent < 0) return node.Conflict(fmt::format("spatial axis {} comes out below 0", d));
    image[d] = extent;
  }
  return ImageShape(x[0], Channels(x, order), image, order);
}

absl::Status InferMaxUnpool(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) < 3 || node.shape(1) != node.shape(0)) {
    return node.Conflict("expected X and indices of one shape, rank 3 or more");
  }
  const IntList given = ReadIntList(node, "", 2);
  if (given.given && !given.known) return node.NeedsValue(2, "the output shape");
  if (!given.given) {
    ASSIGN_OR_RETURN(Shape y, UnpooledShape(node));
    out.Set(0, node.dtype(0), std::move(y));
    return absl::OkStatus();
  }
  Shape y(given.values.begin(), given.values.end());
  bool valid = y.size() == node.shape(0).size();
  for (const int64_t extent : y) valid = valid && extent >= 0;
  if (!valid) return node.Conflict("expected an output_shape of the rank of X");
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

}  // namespace

std::vector<OperatorRule> MaxUnpoolRules() {
  const OperatorRule rule = {.op = "MaxUnpool",
                             .versions = {9, 11, 22},
                             .op_class = OperatorClass::kPooling,
                             .infer = InferMaxUnpool,
                             .formula = "no arithmetic; reads x and its indices, writes y",
                             .source = "ONNX operator MaxUnpool",
                             .min_inputs = 2};
  OperatorRule channels_last = rule;
  channels_last.domain = "com.ms.internal.nhwc";
  return {rule, channels_last};
}

}  // namespace roofline
