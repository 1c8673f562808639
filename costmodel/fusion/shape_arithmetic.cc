#include "costmodel/fusion/shape_arithmetic.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace roofline {
namespace {

bool KnowsOutputs(const Layer& layer) {
  return std::all_of(layer.outputs.begin(), layer.outputs.end(), [](const Fact* fact) {
    return fact == nullptr || (fact->value && fact->mark == Mark::kExact);
  });
}

bool ReadsKnown(const Flow& flow, size_t layer, const std::vector<bool>& known) {
  if (flow.Is(layer, "Shape") || flow.Is(layer, "Size")) return true;
  for (size_t i = 0; i < flow.layer(layer).inputs.size(); ++i) {
    if (flow.layer(layer).inputs[i] == nullptr || flow.IsConstant(layer, i)) continue;
    const size_t producer = flow.Producer(layer, i);
    if (producer == Flow::kNone || !known[producer]) return false;
  }
  return true;
}

}  // namespace

void FoldShapeArithmetic(const Flow& flow, Groups& groups) {
  std::vector<bool> known(flow.size());
  absl::flat_hash_map<const GraphRun*, std::vector<size_t>> by_run;
  std::vector<const GraphRun*> runs;  // in order of appearance
  for (size_t layer = 0; layer < flow.size(); ++layer) {
    if (flow.Leaves(layer) || !KnowsOutputs(flow.layer(layer)) || !ReadsKnown(flow, layer, known))
      continue;
    known[layer] = true;
    std::vector<size_t>& layers = by_run[flow.layer(layer).run];
    if (layers.empty()) runs.push_back(flow.layer(layer).run);
    layers.push_back(layer);
  }
  for (const GraphRun* run : runs) {
    LayerGroup group{.layers = by_run[run], .pattern = "constant folding", .folded = by_run[run]};
    groups.AddFirst(std::move(group));
  }
}

}  // namespace roofline
