#include "costmodel/analysis/coverage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "costmodel/counted.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

double ValueOf(Count count) { return static_cast<double>(count.value()); }

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

CoverageShares AmountsByMark::Shares() const {
  const double whole = std::accumulate(sums_.begin(), sums_.end(), 0.0);
  const auto share = [&](Mark mark) { return whole > 0 ? Of(mark) / whole : 0; };
  return {.exact = share(Mark::kExact),
          .bounded = share(Mark::kBounded),
          .assumed = share(Mark::kAssumed),
          .unknown = share(Mark::kUnknown)};
}

Coverage CoverageOf(const std::vector<Layer>& layers) {
  AmountsByMark nodes;
  AmountsByMark operations;
  AmountsByMark bytes;
  for (const Layer& layer : layers) {
    const Work work = layer.work * layer.repeat;
    nodes.Add(layer.mark, 1);
    operations.Add(layer.mark, ValueOf(work.Flops() + work.integer_ops));
    bytes.Add(layer.mark, ValueOf(work.TotalRead()) + ValueOf(work.TotalWritten()));
  }
  const auto count = [&nodes](Mark mark) { return static_cast<int64_t>(nodes.Of(mark)); };
  Coverage coverage{.nodes = static_cast<int64_t>(layers.size()),
                    .exact = count(Mark::kExact),
                    .bounded = count(Mark::kBounded),
                    .assumed = count(Mark::kAssumed),
                    .unknown = count(Mark::kUnknown),
                    .operations = operations.Shares(),
                    .bytes = bytes.Shares()};
  if (coverage.unknown > 0) coverage.operations.unknown = std::nullopt;
  ListUnknown(layers, coverage);
  return coverage;
}

absl::Status CheckNothingUnknown(const std::vector<Layer>& layers) {
  constexpr size_t kMostUnknownNamed = 5;
  std::vector<std::string> named;
  size_t unknown = 0;
  for (const Layer& layer : layers) {
    if (layer.mark != Mark::kUnknown) continue;
    if (++unknown <= kMostUnknownNamed)
      named.push_back(fmt::format("{} ({})", layer.name, layer.node->op));
  }
  if (unknown == 0) return absl::OkStatus();
  return Error(Reason::kUnknownOperator,
               fmt::format("the work of {} of {} is unknown: {}{}", unknown,
                           Counted(static_cast<int64_t>(layers.size()), "layer"),
                           fmt::join(named, ", "), unknown > kMostUnknownNamed ? ", ..." : ""));
}

}  // namespace roofline
