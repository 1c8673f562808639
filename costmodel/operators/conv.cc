#include <fmt/format.h>

#include "costmodel/operators/families.h"
#include "costmodel/operators/window.h"

namespace roofline {
namespace {

// X [N, C, D1..Dn], W [M, C/group, k1..kn], B [M] -> Y [N, M, O1..On].
absl::Status InferConv(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& w = node.shape(1);
  if (Rank(x) < 3 || Rank(w) != Rank(x))
    return node.Conflict("expected X and W of one rank, 3 or more");
  const int64_t group = node.attr_int("group", 1);
  if (group < 1) return node.Conflict(fmt::format("group is {}, expected 1 or more", group));
  if (w[1] * group != x[1]) {
    return node.Conflict(
        fmt::format("X has {} channels, W expects {} x {} groups", x[1], w[1], group));
  }
  if (w[0] % group != 0)
    return node.Conflict(fmt::format("{} filters do not split into {} groups", w[0], group));
  ASSIGN_OR_RETURN(const Window window, ReadWindow(node, Shape(w.begin() + 2, w.end())));
  ASSIGN_OR_RETURN(const Shape spatial, SlideWindow(node, window, Shape(x.begin() + 2, x.end())));
  Shape y = {x[0], w[0]};
  y.insert(y.end(), spatial.begin(), spatial.end());
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkConv(const NodeView& node, Work& work) {
  const Shape& w = node.shape(1);
  Count per_output = 1;  // Cin/group * prod(kernel)
  for (size_t i = 1; i < w.size(); ++i) per_output *= w[i];
  work.macs = node.out_elements(0) * per_output;
  if (node.has_input(2)) work.arithmetic = node.out_elements(0);
}

}  // namespace

std::vector<OperatorRule> ConvolutionRules() {
  return {
      {.op = "Conv",
       .versions = {1, 11, 22},
       .op_class = OperatorClass::kConvolution,
       .infer = InferConv,
       .work = WorkConv,
       .formula = "MACs = y * (Cin/group) * prod(kernel); with bias + y additions",
       .source = "ONNX operator Conv: every output element is a dot product over its window",
       .min_inputs = 2},
  };
}

}  // namespace roofline
