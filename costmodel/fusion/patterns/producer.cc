#include <algorithm>
#include <array>

#include "costmodel/fusion/growth.h"
#include "costmodel/fusion/patterns/families.h"
#include "costmodel/fusion/patterns/folded_batch_norm.h"
#include "costmodel/fusion/pointwise.h"

namespace roofline {
namespace {

template <size_t N>
bool IsAny(const Flow& flow, size_t layer, const std::array<std::string_view, N>& ops) {
  return std::any_of(ops.begin(), ops.end(),
                     [&](std::string_view op) { return flow.Is(layer, op); });
}

// What is computed on the elements of the result while they are in registers, with one more tensor
// read on the way: the residual. TensorRT: "Convolution and activation", "Convolution and
// ElementWise sum", "Scale and activation" (developer guide, types of fusions).
std::vector<size_t> WithEpilogue(const Flow& flow, const Groups& groups, size_t producer) {
  size_t residuals = 0;
  return Grow(flow, groups, {producer}, [&](const std::vector<size_t>& members, size_t layer) {
    if (flow.IsView(layer)) return true;
    if (!IsPointwise(flow, layer) || flow.Elements(layer) != flow.Elements(producer)) return false;
    residuals += OutsideOperands(flow, members, layer);
    return residuals <= 1;
  });
}

LayerGroup ProducerChain(const Flow& flow, const Groups& groups, size_t anchor) {
  LayerGroup group{.layers = WithEpilogue(flow, groups, anchor)};
  if (group.layers.size() > 1) group.folded = FoldedBatchNorm(flow, group.layers);
  return group;
}

}  // namespace

LayerGroup MatchConvChain(const Flow& flow, const Groups& groups, size_t anchor) {
  static constexpr std::array<std::string_view, 3> kConvs = {"Conv", "ConvTranspose",
                                                             "ConvInteger"};
  if (!IsAny(flow, anchor, kConvs)) return {};
  return ProducerChain(flow, groups, anchor);
}

LayerGroup MatchMatmulChain(const Flow& flow, const Groups& groups, size_t anchor) {
  static constexpr std::array<std::string_view, 6> kMatmuls = {
      "Gemm", "MatMul", "MatMulInteger", "FusedMatMul", "MatMulNBits", "Einsum"};
  if (!IsAny(flow, anchor, kMatmuls)) return {};
  return ProducerChain(flow, groups, anchor);
}

}  // namespace roofline
