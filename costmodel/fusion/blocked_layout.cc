#include "costmodel/fusion/blocked_layout.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "costmodel/fusion/blocked_operators.h"

namespace roofline {
namespace {

constexpr std::string_view kConvChain = "conv chain";

// The convolution that a layer runs at once with, or that it is itself; kNone without one.
size_t ConvolutionOf(const Flow& flow, const Groups& groups, size_t layer) {
  const size_t first =
      groups.Free(layer) ? layer : groups.all()[groups.GroupOf(layer)].layers.front();
  return flow.Is(first, "Conv") ? first : Flow::kNone;
}

// Eliminated before the first run.
bool IsPassedThrough(const Flow& flow, size_t layer) {
  return flow.Is(layer, "Identity") || flow.Is(layer, "Dropout");
}

size_t MakerOf(const Flow& flow, size_t layer) {
  while (IsPassedThrough(flow, layer) && flow.Producer(layer, 0) != Flow::kNone)
    layer = flow.Producer(layer, 0);
  return layer;
}

bool IsActivationBehindSum(const Flow& flow, size_t layer) {
  return flow.Is(layer, "Relu") || flow.Is(layer, "Sigmoid") || flow.Is(layer, "Tanh");
}

Traffic Copy(BufferId buffer, Count elements) {
  return {.buffer = buffer, .write = true, .bytes = BytesOf(DType::kFloat32, elements)};
}

}  // namespace

BlockedLayout::BlockedLayout(const Flow& flow, const Groups& groups)
    : flow_(flow), blocked_(flow.size()), takes_(flow.size()) {
  for (size_t layer = 0; layer < flow.size(); ++layer) Visit(layer, groups);
}

bool BlockedLayout::ReadsBlocked(size_t layer, size_t operand) const {
  const size_t producer = flow_.Producer(layer, operand);
  return producer != Flow::kNone && blocked_[producer];
}

bool BlockedLayout::ReadsOnlyBlocked(size_t layer) const {
  const size_t operands = flow_.layer(layer).node->inputs.size();
  for (size_t i = 0; i < operands; ++i) {
    if (!ReadsBlocked(layer, i)) return false;
  }
  return operands > 0;
}

// Blocks in, blocks out.
bool BlockedLayout::KeepsBlocks(size_t layer) const {
  if (IsBlockedPooling(flow_, layer)) return true;
  if (flow_.layer(layer).node->inputs.empty()) return false;
  return (ReadsBlocked(layer, 0) && PassesBlocks(flow_, layer)) ||
         (ReadsOnlyBlocked(layer) && JoinsBlocks(flow_, layer));
}

void BlockedLayout::Visit(size_t layer, const Groups& groups) {
  const size_t convolution = ConvolutionOf(flow_, groups, layer);
  if (convolution == layer) {
    blocked_[layer] = MakesBlocks(flow_, layer);
    takes_[layer] = blocked_[layer] && NeedsBlocks(flow_, layer);
  } else if (convolution != Flow::kNone) {
    blocked_[layer] = takes_[layer] = blocked_[convolution];
  } else if (groups.Free(layer) && KeepsBlocks(layer)) {
    blocked_[layer] = takes_[layer] = true;
  } else {
    takes_[layer] = IsChannelsLast(flow_, layer);
  }
}

void BlockedLayout::FuseResiduals(Groups& groups) const {
  for (size_t layer = 0; layer < flow_.size(); ++layer) {
    const bool sum = flow_.Is(layer, "Add") || flow_.Is(layer, "Sum");
    if (!sum || !blocked_[layer] || !groups.Free(layer)) continue;
    if (flow_.layer(layer).node->inputs.size() != 2) continue;
    for (const size_t operand : {size_t{0}, size_t{1}}) {
      if (FuseResidual(layer, flow_.Producer(layer, operand), groups)) break;
    }
  }
}

bool BlockedLayout::FuseResidual(size_t sum, size_t convolution, Groups& groups) const {
  if (ConvolutionOf(flow_, groups, convolution) == Flow::kNone || flow_.Leaves(convolution) ||
      flow_.Escapes(convolution) || flow_.Users(convolution).size() != 1)
    return false;
  // Behind an activation, or another residual, there is no adding.
  const bool bare = flow_.Is(convolution, "Conv") || flow_.Is(convolution, "BatchNormalization") ||
                    (flow_.Is(convolution, "Add") && flow_.IsConstant(convolution, 1));
  if (!bare) return false;
  const LayerGroup more = {.layers = {sum}, .pattern = kConvChain, .folded = {}};
  const bool fused =
      groups.Free(convolution)
          ? groups.Add({.layers = {convolution, sum}, .pattern = kConvChain, .folded = {}})
          : groups.Extend(groups.GroupOf(convolution), more);
  if (!fused) return false;
  const std::vector<size_t>& users = flow_.Users(sum);
  if (users.size() == 1 && !flow_.Leaves(sum) && !flow_.Escapes(sum) &&
      groups.Free(users.front()) && IsActivationBehindSum(flow_, users.front())) {
    groups.Extend(groups.GroupOf(sum),
                  {.layers = {users.front()}, .pattern = kConvChain, .folded = {}});
  }
  return true;
}

bool BlockedLayout::IsReadPlain(size_t layer) const {
  if (flow_.Leaves(layer) || flow_.Escapes(layer)) return true;
  const std::vector<size_t>& users = flow_.Users(layer);
  return std::any_of(users.begin(), users.end(), [&](size_t user) { return !takes_[user]; });
}

LayerTraffic BlockedLayout::Reorders(const BufferTable& buffers) const {
  LayerTraffic reorders(flow_.size());
  absl::flat_hash_set<size_t> copied;  // buffers that some layer had put into blocks
  absl::flat_hash_set<size_t> restored;
  for (size_t layer = 0; layer < flow_.size(); ++layer) {
    const bool starts = flow_.Is(layer, "Conv") || IsBlockedPooling(flow_, layer);
    if (starts && takes_[layer] && !ReadsBlocked(layer, 0)) {
      const BufferId buffer = buffers.inputs(layer)[0];
      if (copied.insert(buffer.index()).second)
        reorders[layer].push_back(Copy(buffer, flow_.OperandElements(layer, 0)));
    }
    if (!blocked_[layer] || !IsReadPlain(layer)) continue;
    const BufferId buffer = buffers.outputs(layer)[0];
    if (restored.insert(buffer.index()).second)
      reorders[MakerOf(flow_, layer)].push_back(Copy(buffer, flow_.Elements(layer)));
  }
  return reorders;
}

}  // namespace roofline
