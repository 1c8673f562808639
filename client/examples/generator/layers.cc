#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

Attributes PoolAttributes(const PoolSpec& spec) {
  return {{"ceil_mode", int64_t{spec.ceil}},
          {"kernel_shape", Ints{spec.kernel, spec.kernel}},
          {"pads", Ints{spec.pad, spec.pad, spec.pad, spec.pad}},
          {"strides", Ints{spec.stride, spec.stride}}};
}

}  // namespace

Value Conv(GraphBuilder& g, std::string_view name, const Value& x, const ConvSpec& spec) {
  const Scope scope(g, name);
  std::vector<Value> inputs = {
      x, g.Weight("weight", {spec.out, spec.in / spec.groups, spec.kernel, spec.kernel})};
  const bool apart = g.biases() == Biases::kApart;
  if (spec.bias && !apart) inputs.push_back(g.Weight("bias", {spec.out}));
  const Value y = g.Node("Conv", inputs,
                         {{"dilations", Ints{1, 1}},
                          {"group", spec.groups},
                          {"kernel_shape", Ints{spec.kernel, spec.kernel}},
                          {"pads", Ints{spec.pad, spec.pad, spec.pad, spec.pad}},
                          {"strides", Ints{spec.stride, spec.stride}}});
  return spec.bias && apart ? g.Node("Add", {y, g.Weight("bias", {spec.out, 1, 1})}) : y;
}

Value BatchNorm(GraphBuilder& g, std::string_view name, const Value& x, int64_t channels,
                float epsilon) {
  const Scope scope(g, name);
  const Value scale = g.Weight("weight", {channels}, 1);
  const Value shift = g.Weight("bias", {channels}, 0);
  const Value mean = g.Weight("running_mean", {channels}, 0);
  const Value variance = g.Weight("running_var", {channels}, 1);
  return g.Node("BatchNormalization", {x, scale, shift, mean, variance},
                {{"epsilon", epsilon}, {"momentum", 0.9F}});
}

Value Relu(GraphBuilder& g, std::string_view name, const Value& x) {
  const Scope scope(g, name);
  return g.Node("Relu", {x});
}

Value LocalResponseNorm(GraphBuilder& g, std::string_view name, const Value& x) {
  const Scope scope(g, name);
  return g.Node("LRN", {x},
                {{"alpha", 1e-4F}, {"beta", 0.75F}, {"bias", 1.0F}, {"size", int64_t{5}}});
}

Value ConvNormRelu(GraphBuilder& g, const std::string& name, const Value& x, const ConvSpec& spec) {
  const Scope scope(g, name);
  Value y = Conv(g, name + ".0", x, spec);
  y = BatchNorm(g, name + ".1", y, spec.out);
  return Relu(g, name + ".2", y);
}

Value Relu6(GraphBuilder& g, std::string_view name, const Value& x) {
  const Scope scope(g, name);
  const Value low = g.Real(0);
  const Value high = g.Real(6);
  return g.Node("Clip", {x, low, high});
}

Value MaxPool(GraphBuilder& g, std::string_view name, const Value& x, const PoolSpec& spec) {
  const Scope scope(g, name);
  return g.Node("MaxPool", {x}, PoolAttributes(spec));
}

Value AveragePool(GraphBuilder& g, std::string_view name, const Value& x, const PoolSpec& spec) {
  const Scope scope(g, name);
  return g.Node("AveragePool", {x}, PoolAttributes(spec));
}

Value GlobalAveragePool(GraphBuilder& g, std::string_view name, const Value& x) {
  const Scope scope(g, name);
  return g.Node("GlobalAveragePool", {x});
}

Value Silu(GraphBuilder& g, std::string_view name, const Value& x) {
  const Scope scope(g, name);
  return g.Node("Mul", {x, g.Node("Sigmoid", {x})});
}

Value ConcatChannels(GraphBuilder& g, const std::vector<Value>& parts) {
  return g.Node("Concat", parts, {{"axis", int64_t{1}}});
}

Value Flatten(GraphBuilder& g, const Value& x) {
  return g.Node("Flatten", {x}, {{"axis", int64_t{1}}});
}

Value Gemm(GraphBuilder& g, std::string_view name, const Value& x, int64_t in, int64_t out) {
  const Scope scope(g, name);
  const Value weight = g.Weight("weight", {out, in});
  const Value bias = g.Weight("bias", {out});
  return g.Node("Gemm", {x, weight, bias},
                {{"alpha", 1.0F}, {"beta", 1.0F}, {"transB", int64_t{1}}});
}

Value ImageInput(GraphBuilder& g, int64_t side) {
  return g.Input("input", onnx::TensorProto::FLOAT, {"batch", 3, side, side});
}

void ClassesOutput(GraphBuilder& g, const Value& value, int64_t classes) {
  g.Output(value, "output", onnx::TensorProto::FLOAT, {"batch", classes});
}

}  // namespace roofline::examples
