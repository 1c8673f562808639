#include "costmodel/fusion/quantization.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "costmodel/fusion/stored_weight.h"

namespace roofline {
namespace {

constexpr std::string_view kQdq = "qdq";
constexpr size_t kWeight = 1;  // operand of convolutions and matrix products

// Operators that runtimes have for integers: those of ONNX Runtime's QLinear family, and those that
// only move elements.
bool TakesIntegers(const Flow& flow, size_t layer) {
  static constexpr std::array kClasses = {
      OperatorClass::kConvolution, OperatorClass::kMatmul,       OperatorClass::kPooling,
      OperatorClass::kElementwise, OperatorClass::kActivation,   OperatorClass::kResize,
      OperatorClass::kView,        OperatorClass::kDataMovement, OperatorClass::kQuantization};
  return std::any_of(kClasses.begin(), kClasses.end(),
                     [&](OperatorClass op_class) { return flow.HasClass(layer, op_class); });
}

// All that read the output of a layer, or a view of it, take integers.
bool ReadAsIntegers(const Flow& flow, size_t layer) {
  std::vector<size_t> pending = {layer};
  while (!pending.empty()) {
    const size_t next = pending.back();
    pending.pop_back();
    if (flow.Leaves(next) || flow.Escapes(next)) return false;
    for (const size_t user : flow.Users(next)) {
      if (!TakesIntegers(flow, user)) return false;
      if (flow.IsView(user)) pending.push_back(user);
    }
  }
  return true;
}

// The group that all readers of a layer are in; kNone when they are not in one.
size_t GroupOfUsers(const Flow& flow, const Groups& groups, size_t layer) {
  const std::vector<size_t>& users = flow.Users(layer);
  if (users.empty()) return Flow::kNone;
  const size_t group = groups.GroupOf(users.front());
  const bool same = std::all_of(users.begin(), users.end(),
                                [&](size_t user) { return groups.GroupOf(user) == group; });
  return same ? group : Flow::kNone;
}

bool MultipliesIntegers(const Flow& flow, const LayerGroup& group) {
  return std::any_of(group.layers.begin(), group.layers.end(), [&](size_t layer) {
    return flow.Is(layer, "MatMulInteger") || flow.Is(layer, "ConvInteger");
  });
}

size_t BehindViews(const Flow& flow, size_t layer, size_t operand) {
  size_t producer = flow.Producer(layer, operand);
  while (producer != Flow::kNone && flow.IsView(producer)) producer = flow.Producer(producer, 0);
  return producer;
}

}  // namespace

Quantization::Quantization(const Flow& flow, const BufferTable& buffers, Groups& groups)
    : flow_(flow), buffers_(buffers) {
  for (size_t layer = 0; layer < flow.size(); ++layer) {
    if (!groups.Free(layer)) continue;
    if (flow.Is(layer, "DequantizeLinear")) AbsorbDequantize(layer, groups);
  }
  // A scale is the product of that of the activations, by DynamicQuantizeLinear, with a constant:
  // taken from the back, each finds its readers in a group.
  for (size_t layer = flow.size(); layer-- > 0;) {
    if (groups.Free(layer)) AbsorbDynamic(layer, groups);
  }
}

void Quantization::AbsorbDequantize(size_t layer, Groups& groups) {
  if (!ReadAsIntegers(flow_, layer) || flow_.layer(layer).outputs[0] == nullptr) return;
  if (!Join(layer, groups)) return;
  const Layer& from = flow_.layer(layer);
  vanished_.insert(layer);
  source_[buffers_.outputs(layer)[0].index()] = {Stored(buffers_.inputs(layer)[0]),
                                                 BitsOf(from.inputs[0]->dtype),
                                                 BitsOf(from.outputs[0]->dtype)};
}

// The readers' group if they share one, else that of what quantised the tensor, else the first
// reader's.
bool Quantization::Join(size_t layer, Groups& groups) const {
  const LayerGroup self = {.layers = {layer}, .pattern = kQdq, .folded = {layer}};
  const auto join = [&](size_t other) {
    if (other == Flow::kNone) return false;
    if (!groups.Free(other)) return groups.Extend(groups.GroupOf(other), self);
    LayerGroup pair = self;
    pair.layers = {std::min(layer, other), std::max(layer, other)};
    return groups.Add(std::move(pair));
  };
  const std::vector<size_t>& users = flow_.Users(layer);
  if (users.empty()) return false;
  if (GroupOfUsers(flow_, groups, layer) != Flow::kNone && join(users.front())) return true;
  return join(flow_.Producer(layer, 0)) || join(users.front());
}

void Quantization::AbsorbDynamic(size_t layer, Groups& groups) const {
  const bool scale = flow_.Is(layer, "Mul") && flow_.layer(layer).outputs.size() == 1;
  if (!scale && !flow_.Is(layer, "DynamicQuantizeLinear")) return;
  const size_t group = GroupOfUsers(flow_, groups, layer);
  if (group == Flow::kNone || !MultipliesIntegers(flow_, groups.all()[group])) return;
  if (flow_.Leaves(layer)) return;
  groups.Extend(group, {.layers = {layer}, .pattern = "dynamic quantization", .folded = {}});
}

BufferId Quantization::Stored(BufferId buffer) const {
  if (!buffer.valid()) return buffer;
  const auto found = source_.find(buffer.index());
  return found == source_.end() ? buffer : found->second.buffer;
}

void Quantization::Apply(LayerTraffic& traffic) const {
  for (size_t layer = 0; layer < traffic.size(); ++layer) {
    if (vanished_.contains(layer)) {
      traffic[layer].clear();
      continue;
    }
    for (Traffic& moved : traffic[layer]) {
      const auto found = source_.find(moved.buffer.index());
      if (found == source_.end()) continue;
      moved.buffer = found->second.buffer;
      moved.bytes = CeilDiv(moved.bytes * found->second.bits, found->second.expanded_bits);
    }
    ShrinkWeight(layer, traffic[layer]);
  }
}

void Quantization::ShrinkWeight(size_t layer, std::vector<Traffic>& traffic) const {
  const bool product =
      flow_.HasClass(layer, OperatorClass::kMatmul) ||
      (flow_.HasClass(layer, OperatorClass::kConvolution) && IsQuantized(layer, 0));
  if (!product) return;
  const std::optional<StoredWeight> stored = FindStoredWeight(flow_, layer, kWeight);
  if (!stored) return;
  const DType expanded = flow_.layer(layer).inputs[kWeight]->dtype;
  for (Traffic& moved : traffic) {
    if (moved.write || moved.buffer != buffers_.inputs(layer)[kWeight]) continue;
    moved.bytes =
        CeilDiv(moved.bytes * BitsOf(stored->dtype), BitsOf(expanded)) + stored->scale_bytes;
  }
}

bool Quantization::IsQuantized(size_t layer, size_t operand) const {
  const size_t producer = BehindViews(flow_, layer, operand);
  return producer != Flow::kNone && vanished_.contains(producer);
}

DType Quantization::Math(size_t layer) const {
  const Layer& at = flow_.layer(layer);
  const bool product = flow_.HasClass(layer, OperatorClass::kMatmul) ||
                       flow_.HasClass(layer, OperatorClass::kConvolution);
  if (!product || at.inputs.size() <= kWeight || !IsQuantized(layer, 0)) return at.work.math;
  const std::optional<StoredWeight> stored = FindStoredWeight(flow_, layer, kWeight);
  const bool narrow = stored && BitsOf(stored->dtype) <= 8;
  if (!narrow && !IsQuantized(layer, kWeight)) return at.work.math;
  return flow_.layer(BehindViews(flow_, layer, 0)).inputs[0]->dtype;
}

}  // namespace roofline
