#include <algorithm>
#include <array>

#include "costmodel/fusion/growth.h"
#include "costmodel/fusion/patterns/families.h"
#include "costmodel/fusion/pointwise.h"

namespace roofline {
namespace {

// Longer rows do not stay close to the processor between the reduction and its use.
constexpr int64_t kMaxRow = 65536;

// Reduces the innermost dimensions, each row to one element.
bool ReducesRows(const Flow& flow, size_t layer) {
  static constexpr std::array<std::string_view, 5> kReductions = {
      "ReduceMean", "ReduceSum", "ReduceMax", "ReduceL2", "ReduceSumSquare"};
  const bool reduces = std::any_of(kReductions.begin(), kReductions.end(),
                                   [&](std::string_view op) { return flow.Is(layer, op); });
  if (!reduces || flow.Elements(layer) == Count(0)) return false;
  const Shape& from = *flow.layer(layer).inputs[0]->shape;
  const Shape& to = *flow.layer(layer).outputs[0]->shape;
  size_t kept = 0;
  while (kept < to.size() && kept < from.size() && from[kept] == to[kept]) ++kept;
  const bool rows = std::all_of(to.begin() + static_cast<std::ptrdiff_t>(kept), to.end(),
                                [](int64_t dim) { return dim == 1; });
  const Count row = flow.OperandElements(layer, 0) / flow.Elements(layer);
  return rows && row.ok() && row.value() > 1 && row.value() <= kMaxRow;
}

// The tensor that is normalised, read by each layer that starts from it.
struct Source {
  size_t reader;
  ValueId value;
};

bool ReadsOnly(const Flow& flow, const Source& source, const std::vector<size_t>& members,
               size_t layer) {
  const std::vector<ValueId>& inputs = flow.layer(layer).node->inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].valid() || flow.IsConstant(layer, i) || inputs[i] == source.value) continue;
    const size_t producer = flow.Producer(layer, i);
    if (std::find(members.begin(), members.end(), producer) == members.end()) return false;
  }
  return true;
}

// x^2 in front of a mean that nothing else reads.
bool IsSquareFor(const Flow& flow, const Groups& groups, size_t layer) {
  if (layer == Flow::kNone || !groups.Free(layer) || flow.Users(layer).size() != 1) return false;
  const std::vector<ValueId>& inputs = flow.layer(layer).node->inputs;
  return flow.Is(layer, "Pow") || (flow.Is(layer, "Mul") && inputs[0] == inputs[1]);
}

// The sum or cast that makes the source runs with the rest; a sum may be wanted elsewhere too (the
// residual stream).
void AddSourceLayer(const Flow& flow, const Groups& groups, size_t producer,
                    std::vector<size_t>& layers) {
  if (producer == Flow::kNone || !groups.Free(producer) || !IsPointwise(flow, producer)) return;
  if (!flow.Is(producer, "Add") && !flow.Is(producer, "Cast")) return;
  std::vector<size_t> more = layers;
  more.insert(std::lower_bound(more.begin(), more.end(), producer), producer);
  if (groups.CanRunAtOnce(more)) layers = std::move(more);
}

// A normalisation, and what starts it.
struct Rows {
  std::vector<size_t> layers;  // empty when there is none
  Source source;
};

// From a first reduction through everything that reads only the source, constants and each other.
Rows RowsFrom(const Flow& flow, const Groups& groups, size_t reduction) {
  if (!ReducesRows(flow, reduction)) return {};
  std::vector<size_t> seeds = {reduction};
  const size_t square = flow.Producer(reduction, 0);
  if (IsSquareFor(flow, groups, square)) seeds.insert(seeds.begin(), square);
  const Source source = {seeds.front(), flow.layer(seeds.front()).node->inputs[0]};
  const Count full = flow.OperandElements(reduction, 0);
  const Count rows = flow.Elements(reduction);
  std::vector<size_t> layers =
      Grow(flow, groups, seeds, [&](const std::vector<size_t>& members, size_t layer) {
        if (!ReadsOnly(flow, source, members, layer)) return false;
        if (flow.IsView(layer) || ReducesRows(flow, layer)) return true;
        const Count elements = flow.Elements(layer);
        return IsPointwise(flow, layer) && (elements == full || elements == rows);
      });
  if (layers.size() < 3 || flow.Elements(layers.back()) != full) return {};
  return {std::move(layers), source};
}

// The same with what makes the source.
std::vector<size_t> RowsAndSource(const Flow& flow, const Groups& groups, size_t reduction) {
  Rows rows = RowsFrom(flow, groups, reduction);
  if (!rows.layers.empty())
    AddSourceLayer(flow, groups, flow.Producer(rows.source.reader, 0), rows.layers);
  return std::move(rows.layers);
}

bool Has(const Flow& flow, const std::vector<size_t>& layers, std::string_view op) {
  return std::any_of(layers.begin(), layers.end(),
                     [&](size_t layer) { return flow.Is(layer, op); });
}

}  // namespace

LayerGroup MatchSoftmax(const Flow& flow, const Groups& groups, size_t anchor) {
  LayerGroup group{.layers = RowsAndSource(flow, groups, anchor)};
  if (!Has(flow, group.layers, "Exp")) return {};
  return group;
}

LayerGroup MatchLayerNorm(const Flow& flow, const Groups& groups, size_t anchor) {
  LayerGroup group{.layers = RowsAndSource(flow, groups, anchor)};
  if (!Has(flow, group.layers, "Sub")) return {};
  return group;
}

LayerGroup MatchRmsNorm(const Flow& flow, const Groups& groups, size_t anchor) {
  return {.layers = RowsAndSource(flow, groups, anchor)};
}

LayerGroup MatchCpuLayerNorm(const Flow& flow, const Groups& groups, size_t anchor) {
  LayerGroup group{.layers = RowsFrom(flow, groups, anchor).layers};
  if (!Has(flow, group.layers, "Sub") || Has(flow, group.layers, "Exp")) return {};
  return group;
}

LayerGroup MatchCpuRmsNorm(const Flow& flow, const Groups& groups, size_t anchor) {
  LayerGroup group{.layers = RowsFrom(flow, groups, anchor).layers};
  if (Has(flow, group.layers, "Exp")) return {};
  return group;
}

LayerGroup MatchSkipNorm(const Flow& flow, const Groups& groups, size_t anchor) {
  static constexpr std::array<std::string_view, 3> kNorms = {
      "LayerNormalization", "RMSNormalization", "SimplifiedLayerNormalization"};
  const bool norm = std::any_of(kNorms.begin(), kNorms.end(),
                                [&](std::string_view op) { return flow.Is(anchor, op); });
  if (!norm) return {};
  LayerGroup group{.layers = {anchor}};
  AddSourceLayer(flow, groups, flow.Producer(anchor, 0), group.layers);
  return group;
}

}  // namespace roofline
