#include <algorithm>
#include <array>

#include "costmodel/fusion/growth.h"
#include "costmodel/fusion/patterns/families.h"
#include "costmodel/fusion/patterns/folded_batch_norm.h"
#include "costmodel/fusion/pointwise.h"

namespace roofline {
namespace {

using Members = std::vector<size_t>;

template <size_t N>
bool IsOneOf(const Flow& flow, size_t layer, const std::array<std::string_view, N>& ops) {
  return std::any_of(ops.begin(), ops.end(),
                     [&](std::string_view op) { return flow.Is(layer, op); });
}

// The constant operand of an operator with two, next to the result of a member.
size_t ConstantOperand(const Flow& flow, size_t layer) {
  if (flow.layer(layer).node->inputs.size() != 2) return Flow::kNone;
  if (flow.IsConstant(layer, 1)) return 1;
  return flow.IsConstant(layer, 0) ? 0 : Flow::kNone;
}

bool BoundsAreConstant(const Flow& flow, size_t layer) {
  const size_t inputs = flow.layer(layer).node->inputs.size();
  for (size_t i = 1; i < inputs; ++i) {
    if (flow.layer(layer).node->inputs[i].valid() && !flow.IsConstant(layer, i)) return false;
  }
  return true;
}

// Nothing follows an activation: it is the last thing that is done to an element.
bool EndsKernel(const Flow& flow, size_t layer) {
  return flow.HasClass(layer, OperatorClass::kActivation) || flow.Is(layer, "Relu") ||
         flow.Is(layer, "Clip") || flow.Is(layer, "Tanh") || flow.Is(layer, "QuantizeLinear");
}

// Activations of ConvActivationFusion.
bool IsConvActivation(const Flow& flow, size_t layer) {
  static constexpr std::array<std::string_view, 6> kOps = {"Relu", "LeakyRelu", "Clip",
                                                           "Tanh", "Sigmoid",   "HardSigmoid"};
  return IsOneOf(flow, layer, kOps) && BoundsAreConstant(flow, layer);
}

// Activations of GemmActivationFusion.
bool IsGemmActivation(const Flow& flow, size_t layer) {
  static constexpr std::array<std::string_view, 9> kOps = {
      "Relu", "LeakyRelu", "Tanh",     "Sigmoid",        "HardSigmoid",
      "Elu",  "Softplus",  "Softsign", "ThresholdedRelu"};
  return IsOneOf(flow, layer, kOps);
}

// nullptr where it is not known.
const Shape* ShapeOf(const Fact* fact) {
  return fact != nullptr && fact->shape ? &*fact->shape : nullptr;
}

// One constant for each channel, which the weights or the bias of a convolution take in.
bool IsPerChannel(const Flow& flow, size_t layer) {
  const size_t operand = ConstantOperand(flow, layer);
  if (operand == Flow::kNone) return false;
  const Shape* of_constant = ShapeOf(flow.layer(layer).inputs[operand]);
  const Shape* of_y = ShapeOf(flow.layer(layer).outputs[0]);
  if (of_constant == nullptr || of_y == nullptr) return false;
  const Shape& constant = *of_constant;
  const Shape& y = *of_y;
  if (y.size() < 3 || constant.size() + 1 < y.size()) return false;
  const size_t channel = constant.size() + 1 - y.size();  // 0 or 1
  for (size_t i = 0; i < constant.size(); ++i) {
    if (constant[i] != (i == channel ? y[1] : 1)) return false;
  }
  return true;
}

// ConvAddFusion, ConvMulFusion, ConvBNFusion.
bool FoldsIntoConv(const Flow& flow, size_t conv, size_t layer) {
  if (!flow.IsConstant(conv, 1)) return false;
  if (flow.Is(layer, "BatchNormalization")) return true;
  if (flow.Is(layer, "Add")) return IsPerChannel(flow, layer);
  if (!flow.Is(layer, "Mul")) return false;
  const size_t operand = ConstantOperand(flow, layer);
  if (operand == Flow::kNone) return false;
  // A vector of one element is neither a scalar nor one for each channel.
  const Shape* factor = ShapeOf(flow.layer(layer).inputs[operand]);
  return (factor != nullptr && factor->empty()) || IsPerChannel(flow, layer);
}

bool ReadsDequantizedInput(const Flow& flow, size_t layer) {
  const size_t producer = flow.Producer(layer, 0);
  return producer != Flow::kNone && flow.Is(producer, "DequantizeLinear");
}

// What comes behind in a quantised model: QuantizeLinear makes the results integers, with a Relu in
// its range.
bool EndsQuantized(const Flow& flow, const Members& members, size_t layer) {
  const bool open = !EndsKernel(flow, members.back()) || flow.Is(members.back(), "Relu") ||
                    flow.Is(members.back(), "Clip");
  return flow.Is(layer, "QuantizeLinear") && open && ReadsDequantizedInput(flow, members.front());
}

bool ConvTakes(const Flow& flow, const Members& members, size_t layer) {
  if (!IsPointwise(flow, layer) || flow.Elements(layer) != flow.Elements(members.front()))
    return false;
  if (EndsQuantized(flow, members, layer)) return true;
  if (EndsKernel(flow, members.back())) return false;
  return IsConvActivation(flow, layer) || FoldsIntoConv(flow, members.front(), layer);
}

// MatMulAddFusion makes a Gemm of a product of matrices, and not of tensors.
bool IsMatrixProduct(const Flow& flow, size_t layer) {
  const Shape* a = ShapeOf(flow.layer(layer).inputs[0]);
  const Shape* b = ShapeOf(flow.layer(layer).inputs[1]);
  return flow.Is(layer, "MatMul") && a != nullptr && b != nullptr && a->size() == 2 &&
         b->size() == 2;
}

bool IsScale(const Flow& flow, size_t layer) {
  if (flow.Is(layer, "Div")) return flow.IsScalar(layer, 1);
  const size_t operand = ConstantOperand(flow, layer);
  return flow.Is(layer, "Mul") && operand != Flow::kNone && flow.IsScalar(layer, operand);
}

bool FloatProductTakes(const Flow& flow, const Members& members, size_t layer) {
  const size_t product = members.front();
  const bool first = members.size() == 1;
  const bool matrices = IsMatrixProduct(flow, product);
  if (matrices && first && flow.Is(layer, "Add")) return OutsideOperands(flow, members, layer) <= 1;
  if (flow.Is(product, "MatMul") && first && IsScale(flow, layer))
    return true;  // MatMulScaleFusion
  const bool gemm = flow.Is(product, "Gemm") || (matrices && flow.Is(members.back(), "Add"));
  if (!gemm || EndsKernel(flow, members.back())) return false;
  return IsGemmActivation(flow, layer) ||
         (first && flow.Is(layer, "BatchNormalization") && flow.IsConstant(product, 1));
}

// MatMulIntegerToFloatFusion, DynamicQuantizeMatMulFusion: the sums become floats and get a bias.
bool IntegerProductTakes(const Flow& flow, const Members& members, size_t layer) {
  if (flow.Is(members.back(), "Add")) return false;
  if (flow.Is(layer, "Add")) return ConstantOperand(flow, layer) != Flow::kNone;
  return flow.Is(layer, "Cast") || flow.Is(layer, "Mul");
}

bool ProductTakes(const Flow& flow, const Members& members, size_t layer) {
  if (!IsPointwise(flow, layer) || flow.Elements(layer) != flow.Elements(members.front()))
    return false;
  if (EndsQuantized(flow, members, layer)) return true;
  return flow.Is(members.front(), "MatMulInteger") ? IntegerProductTakes(flow, members, layer)
                                                   : FloatProductTakes(flow, members, layer);
}

template <class Takes>
LayerGroup ChainBehind(const Flow& flow, const Groups& groups, size_t anchor, Takes takes) {
  LayerGroup group{.layers =
                       Grow(flow, groups, {anchor}, [&](const Members& members, size_t layer) {
                         return takes(flow, members, layer);
                       })};
  if (group.layers.size() > 1) group.folded = FoldedBatchNorm(flow, group.layers);
  return group;
}

}  // namespace

LayerGroup MatchCpuConv(const Flow& flow, const Groups& groups, size_t anchor) {
  if (!flow.Is(anchor, "Conv")) return {};
  return ChainBehind(flow, groups, anchor, ConvTakes);
}

LayerGroup MatchCpuMatmul(const Flow& flow, const Groups& groups, size_t anchor) {
  static constexpr std::array<std::string_view, 3> kProducts = {"Gemm", "MatMul", "MatMulInteger"};
  if (!IsOneOf(flow, anchor, kProducts)) return {};
  return ChainBehind(flow, groups, anchor, ProductTakes);
}

}  // namespace roofline
