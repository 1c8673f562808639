// Whether the time to predict stays proportional to the number of nodes. Prints the time per node
// and "ratio": the time per node of a chain ten times as long over that of the chain; near 1 when
// linear.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "client/examples/generator/graph_builder.h"
#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/prediction/report.h"

namespace roofline::bench {
namespace {

using examples::GraphBuilder;

// Conv, Add and Relu in turn on one image, as many as asked for.
std::string Chain(int64_t nodes) {
  GraphBuilder g("chain", 17);
  examples::Value x = g.Input("x", onnx::TensorProto::FLOAT, {"N", 8, 16, 16});
  const examples::Value first = x;
  const examples::Value w = g.Weight("w", {8, 8, 3, 3});
  for (int64_t i = 0; i < nodes; ++i) {
    switch (i % 3) {
      case 0:
        x = g.Node("Conv", {x, w}, {{"pads", examples::Ints{1, 1, 1, 1}}});
        break;
      case 1:
        x = g.Node("Add", {x, first});
        break;
      default:
        x = g.Node("Relu", {x});
    }
  }
  g.Output(x, "y", onnx::TensorProto::FLOAT, {"N", 8, 16, 16});
  return g.model().SerializeAsString();
}

// A function that calls the next one twice, `depth` deep: 2^depth nodes if it were expanded.
std::string Doubling(int depth) {
  GraphBuilder g("doubling", 17);
  const examples::Value x = g.Input("x", onnx::TensorProto::FLOAT, {1});
  g.Output(g.Node("f0", {x}), "y", onnx::TensorProto::FLOAT, {1});
  onnx::ModelProto model = g.model();
  model.mutable_graph()->mutable_node(0)->set_domain("f");
  for (int level = 0; level < depth; ++level) {
    onnx::FunctionProto& function = *model.add_functions();
    function.set_name(fmt::format("f{}", level));
    function.set_domain("f");
    const std::string names[] = {"a", "b", "c"};
    function.add_input(names[0]);
    function.add_output(names[2]);
    for (const int call : {0, 1}) {
      onnx::NodeProto& node = *function.add_node();
      const bool last = level + 1 == depth;
      node.set_op_type(last ? "Relu" : fmt::format("f{}", level + 1));
      if (!last) node.set_domain("f");
      node.add_input(names[call]);
      node.add_output(names[call + 1]);
    }
  }
  return model.SerializeAsString();
}

absl::Status PredictBytes(const std::string& onnx) {
  ASSIGN_OR_RETURN(const Skeleton skeleton, ReadSkeletonBytes(onnx, "bench.onnx", ModelLimits()));
  PredictOptions options;
  options.infer.bindings.batch = 1;
  ASSIGN_OR_RETURN(const Report report, Predict(skeleton.bytes, skeleton.sha256_hex, options));
  benchmark::DoNotOptimize(report.total_read);
  return absl::OkStatus();
}

double SecondsToPredict(const std::string& onnx) {
  const auto start = std::chrono::steady_clock::now();
  const absl::Status status = PredictBytes(onnx);
  if (!status.ok()) throw std::runtime_error(status.ToString());
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void PredictChain(benchmark::State& state) {
  const int64_t nodes = state.range(0);
  const std::string shorter = Chain(nodes);
  const std::string longer = Chain(10 * nodes);
  double one = 0;
  double ten = 0;
  for (auto _ : state) {
    one += SecondsToPredict(shorter);
    ten += SecondsToPredict(longer);
  }
  const double longer_nodes = 10.0 * static_cast<double>(nodes * state.iterations());
  state.counters["us_per_node"] = ten / longer_nodes * 1e6;
  state.counters["ratio"] = ten / (10 * one);
}
BENCHMARK(PredictChain)->Arg(1'000)->Arg(10'000)->Unit(benchmark::kMillisecond);

// Time to refuse what would take 2^29 expansions and more, beside that of a chain that is accepted.
void RefuseDoubling(benchmark::State& state) {
  const std::string model = Doubling(static_cast<int>(state.range(0)));
  const double chain = SecondsToPredict(Chain(10'000));
  double refused = 0;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    if (PredictBytes(model).ok()) throw std::runtime_error("2^30 nodes were accepted");
    refused += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  state.counters["ratio"] = refused / static_cast<double>(state.iterations()) / chain;
}
BENCHMARK(RefuseDoubling)->Arg(30)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace roofline::bench

BENCHMARK_MAIN();
