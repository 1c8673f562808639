#include "costmodel/operators/pick.h"

#include <utility>

namespace roofline {
namespace {

// The content of every source as lists of T; empty when one of them holds something else.
template <class T>
std::vector<const std::vector<T>*> ContentLists(std::span<const Tensor* const> sources) {
  std::vector<const std::vector<T>*> lists;
  for (const Tensor* source : sources) {
    const auto* list = source == nullptr ? nullptr : std::get_if<std::vector<T>>(&source->content);
    if (list == nullptr) return {};
    lists.push_back(list);
  }
  return lists;
}

template <class T>
bool CollectPicked(std::span<const Tensor* const> sources, std::span<const Pick> picks,
                   std::vector<T>& result) {
  const auto lists = ContentLists<T>(sources);
  if (lists.empty()) return false;
  result.reserve(picks.size());
  for (const Pick& pick : picks) {
    const std::vector<T>& list = *lists[pick.source];
    if (pick.at < 0 || std::cmp_greater_equal(pick.at, list.size())) return false;
    result.push_back(list[static_cast<size_t>(pick.at)]);
  }
  return true;
}

}  // namespace

void SetPicked(OutputFacts& out, int o, std::span<const Tensor* const> sources,
               std::span<const Pick> picks) {
  std::vector<int64_t> ints;
  std::vector<double> floats;
  std::vector<std::string> strings;
  if (CollectPicked(sources, picks, ints)) {
    out.SetInts(o, std::move(ints));
  } else if (CollectPicked(sources, picks, floats)) {
    out.SetFloats(o, std::move(floats));
  } else if (CollectPicked(sources, picks, strings)) {
    out.SetStrings(o, std::move(strings));
  }
}

void SetPicked(const NodeView& node, int i, OutputFacts& out, int o, std::span<const int64_t> at) {
  const Tensor* source = node.input(i).value.get();
  std::vector<Pick> picks;
  picks.reserve(at.size());
  for (const int64_t index : at) picks.push_back({0, index});
  SetPicked(out, o, {&source, 1}, picks);
}

void SetStrided(const NodeView& node, int i, OutputFacts& out, int o, int64_t base,
                const Shape& strides) {
  if (!HoldsContent(out, o)) return;
  std::vector<int64_t> at;
  ForEachPosition(*out.fact(o).shape, [&](const Shape& position) {
    at.push_back(base + FlatIndex(position, strides));
  });
  SetPicked(node, i, out, o, at);
}

void SetSameElements(const NodeView& node, int i, OutputFacts& out, int o) {
  const TensorPtr& source = node.input(i).value;
  if (source == nullptr || !HoldsContent(out, o)) return;
  if (const auto* ints = source->ints()) out.SetInts(o, *ints);
  if (const auto* floats = source->floats()) out.SetFloats(o, *floats);
  if (const auto* strings = source->strings()) out.SetStrings(o, *strings);
}

bool HoldsContent(const OutputFacts& out, int o) {
  if (!out.has(o) || !out.fact(o).shape) return false;
  const Count elements = Elements(*out.fact(o).shape);
  return elements.ok() && elements.value() <= out.max_value_elements();
}

Shape RowMajorStrides(const Shape& shape) {
  Shape strides(shape.size(), 1);
  Count stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride.value();
    stride *= shape[d];
  }
  return strides;
}

int64_t WrapIndex(int64_t index, int64_t extent) {
  if (index < -extent || index >= extent) return -1;
  return index < 0 ? index + extent : index;
}

int64_t FlatIndex(const Shape& position, const Shape& strides) {
  int64_t flat = 0;
  for (size_t d = 0; d < position.size(); ++d) flat += position[d] * strides[d];
  return flat;
}

}  // namespace roofline
