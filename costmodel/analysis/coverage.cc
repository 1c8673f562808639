#include "costmodel/analysis/coverage.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "absl/container/flat_hash_set.h"

namespace roofline {
namespace {

// A sum for each mark, in the order of Mark. Floating point: the whole may not fit a count.
using ByMark = std::array<double, 4>;

double& At(ByMark& sums, Mark mark) { return sums[static_cast<size_t>(mark)]; }

double ValueOf(Count count) { return static_cast<double>(count.value()); }

CoverageShares SharesOf(ByMark sums) {
  double whole = 0;
  for (const double sum : sums) whole += sum;
  const auto share = [&](Mark mark) { return whole > 0 ? At(sums, mark) / whole : 0; };
  return {.exact = share(Mark::kExact),
          .bounded = share(Mark::kBounded),
          .assumed = share(Mark::kAssumed),
          .unknown = share(Mark::kUnknown)};
}

std::string OperatorOf(const Node& node) {
  return node.domain.empty() ? std::string(node.op) : fmt::format("{}.{}", node.domain, node.op);
}

void ListUnknown(const std::vector<Layer>& layers, Coverage& coverage) {
  absl::flat_hash_set<std::string> listed;
  for (const Layer& layer : layers) {
    if (layer.mark != Mark::kUnknown) continue;
    coverage.unknown_layers.push_back(layer.name);
    if (HasWorkRule(layer)) continue;
    std::string name = OperatorOf(*layer.node);
    if (listed.insert(name).second) coverage.unknown_operators.push_back(std::move(name));
  }
}

}  // namespace

Coverage CoverageOf(const std::vector<Layer>& layers) {
  ByMark nodes{};
  ByMark operations{};
  ByMark bytes{};
  for (const Layer& layer : layers) {
    const Work work = layer.work * layer.repeat;
    At(nodes, layer.mark) += 1;
    At(operations, layer.mark) += ValueOf(work.Flops() + work.integer_ops);
    At(bytes, layer.mark) += ValueOf(work.TotalRead()) + ValueOf(work.TotalWritten());
  }
  const auto count = [&nodes](Mark mark) { return static_cast<int64_t>(At(nodes, mark)); };
  Coverage coverage{.nodes = static_cast<int64_t>(layers.size()),
                    .exact = count(Mark::kExact),
                    .bounded = count(Mark::kBounded),
                    .assumed = count(Mark::kAssumed),
                    .unknown = count(Mark::kUnknown),
                    .operations = SharesOf(operations),
                    .bytes = SharesOf(bytes)};
  if (coverage.unknown > 0) coverage.operations.unknown = std::nullopt;
  ListUnknown(layers, coverage);
  return coverage;
}

}  // namespace roofline
