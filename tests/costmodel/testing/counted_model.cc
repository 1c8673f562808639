#include "tests/costmodel/testing/counted_model.h"

#include <ostream>
#include <stdexcept>
#include <utility>

#include "client/examples/generator/networks.h"
#include "costmodel/convention/reader.h"
#include "costmodel/onnx/loader.h"
#include "costmodel/onnx/skeleton.h"

namespace roofline::testing {
namespace {

template <class T>
T Need(absl::StatusOr<T> result) {
  if (!result.ok()) throw std::invalid_argument(result.status().ToString());
  return *std::move(result);
}

}  // namespace

CountedModel CountModel(Model model, const Bindings& bindings) {
  CountedModel counted;
  counted.model = std::make_unique<Model>(std::move(model));
  InferOptions options;
  options.bindings = bindings;
  counted.shaped = std::make_unique<ShapedModel>(Need(InferShapes(*counted.model, options)));
  counted.layers = Need(CountLayers(*counted.model, *counted.shaped));
  return counted;
}

CountedModel CountBytes(std::string_view onnx, const Bindings& bindings) {
  const Skeleton skeleton = Need(ReadSkeletonBytes(onnx, "test.onnx", ModelLimits()));
  return CountModel(Need(LoadModel(skeleton.bytes, ModelLimits())), bindings);
}

CountedModel CountFile(const std::string& path, const Bindings& bindings) {
  const Skeleton skeleton = Need(ReadSkeletonFile(path, ModelLimits()));
  return CountModel(Need(LoadModel(skeleton.bytes, ModelLimits())), bindings);
}

CountedModel CountNetwork(std::string_view name, const Bindings& bindings) {
  for (const examples::Network& network : examples::Networks()) {
    if (network.name == name) return CountBytes(examples::Generate(network), bindings);
  }
  throw std::invalid_argument("no network " + std::string(name));
}

std::ostream& operator<<(std::ostream& stream, const Totals& totals) {
  return stream << totals.layers << " layers, " << totals.flops << " FLOPs, " << totals.read_bytes
                << " B read, " << totals.write_bytes << " B written";
}

Totals TotalsOf(const CountedModel& model, const Convention& convention, std::string_view op) {
  ConventionCounts sum;
  int64_t layers = 0;
  for (const Layer& layer : model.layers) {
    if (!op.empty() && layer.node->op != op) continue;
    const ConventionCounts counts = Need(convention.CountLayer(layer));
    sum.flops += counts.flops * layer.repeat;
    sum.read_bytes += counts.read_bytes * layer.repeat;
    sum.write_bytes += counts.write_bytes * layer.repeat;
    ++layers;
  }
  return {layers, sum.flops.value(), sum.read_bytes.value(), sum.write_bytes.value()};
}

Convention Shipped(const std::string& name) { return Need(LoadConvention({.name = name})); }

}  // namespace roofline::testing
