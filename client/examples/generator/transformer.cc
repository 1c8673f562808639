#include "client/examples/generator/transformer.h"

#include <limits>
#include <numbers>

namespace roofline::examples {
namespace {

Value MeanOfLast(GraphBuilder& g, const Value& x) {
  return g.Node("ReduceMean", {x}, {{"axes", Ints{-1}}, {"keepdims", int64_t{1}}});
}

}  // namespace

Value Linear(GraphBuilder& g, std::string_view name, const Value& x, int64_t in, int64_t out,
             bool bias) {
  const Scope scope(g, name);
  const Value product = g.Node("MatMul", {x, g.Weight("weight", {in, out})});
  return bias ? g.Node("Add", {g.Weight("bias", {out}), product}) : product;
}

Value LayerNorm(GraphBuilder& g, std::string_view name, const Value& x, int64_t width,
                float epsilon) {
  const Scope scope(g, name);
  const Value centered = g.Node("Sub", {x, MeanOfLast(g, x)});
  const Value squared = g.Node("Pow", {centered, g.Real(2)});
  const Value variance = MeanOfLast(g, squared);
  const Value deviation = g.Node("Sqrt", {g.Node("Add", {variance, g.Real(epsilon)})});
  const Value normal = g.Node("Div", {centered, deviation});
  const Value scaled = g.Node("Mul", {normal, g.Weight("weight", {width}, 1)});
  return g.Node("Add", {scaled, g.Weight("bias", {width}, 0)});
}

Value Gelu(GraphBuilder& g, const Value& x) {
  const Value scaled = g.Node("Div", {x, g.Real(std::numbers::sqrt2_v<float>)});
  const Value gate = g.Node("Add", {g.Node("Erf", {scaled}), g.Real(1)});
  return g.Node("Mul", {g.Node("Mul", {x, gate}), g.Real(0.5F)});
}

Value GeluTanh(GraphBuilder& g, const Value& x) {
  constexpr float kSqrt2OverPi = 0.79788456F;
  const Value half = g.Node("Mul", {x, g.Real(0.5F)});
  const Value cubed = g.Node("Pow", {x, g.Real(3)});
  const Value inner = g.Node("Add", {x, g.Node("Mul", {cubed, g.Real(0.044715F)})});
  const Value tanh = g.Node("Tanh", {g.Node("Mul", {inner, g.Real(kSqrt2OverPi)})});
  return g.Node("Mul", {half, g.Node("Add", {tanh, g.Real(1)})});
}

Value ScalarExtent(GraphBuilder& g, const Value& x, int64_t axis) {
  const Value shape = g.Node("Shape", {x});
  return g.Node("Gather", {shape, g.Integer(axis)}, {{"axis", int64_t{0}}});
}

Value AsVector(GraphBuilder& g, const Value& scalar) { return Unsqueeze(g, scalar, 0); }

Value Unsqueeze(GraphBuilder& g, const Value& x, int64_t axis) {
  return g.Node("Unsqueeze", {x, g.Integers({axis})});
}

Value Transpose(GraphBuilder& g, const Value& x, const Ints& permutation) {
  return g.Node("Transpose", {x}, {{"perm", permutation}});
}

Value Reshape(GraphBuilder& g, const Value& x, const std::vector<Extent>& extents) {
  std::vector<Value> parts;
  for (const Extent& extent : extents) {
    const auto* number = std::get_if<int64_t>(&extent);
    parts.push_back(number != nullptr ? g.Integers({*number})
                                      : AsVector(g, std::get<Value>(extent)));
  }
  return g.Node("Reshape", {x, g.Node("Concat", parts, {{"axis", int64_t{0}}})});
}

Value SplitHeads(GraphBuilder& g, const Value& x, int64_t heads, int64_t size,
                 const Ints& permutation) {
  const Value batch = ScalarExtent(g, x, 0);
  const Value sequence = ScalarExtent(g, x, 1);
  return Transpose(g, Reshape(g, x, {batch, sequence, heads, size}), permutation);
}

Value JoinHeads(GraphBuilder& g, const Value& x, int64_t width) {
  const Value by_position = Transpose(g, x, {0, 2, 1, 3});
  const Value batch = ScalarExtent(g, by_position, 0);
  const Value sequence = ScalarExtent(g, by_position, 1);
  return Reshape(g, by_position, {batch, sequence, width});
}

float LowestOf(ElementType type) {
  constexpr float kLowestHalf = -65504;
  return type == onnx::TensorProto::FLOAT16 ? kLowestHalf : std::numeric_limits<float>::lowest();
}

Value Range(GraphBuilder& g, const Value& first, const Value& end) {
  return g.Node("Range", {first, end, g.Integer(1)});
}

Value CausalMask(GraphBuilder& g, const Value& positions, const Value& total) {
  const Value seen = Unsqueeze(g, Range(g, g.Integer(0), total), 0);
  const Value from = Unsqueeze(g, positions, 1);
  return g.Node("LessOrEqual", {seen, from});
}

Value AdditiveMask(GraphBuilder& g, const Value& mask) {
  const Value per_head = Unsqueeze(g, Unsqueeze(g, mask, 1), 2);
  const Value real = g.Node("Cast", {per_head}, {{"to", int64_t{g.float_type()}}});
  return g.Node("Mul", {g.Node("Sub", {g.Real(1), real}), g.Real(LowestOf(g.float_type()))});
}

}  // namespace roofline::examples
