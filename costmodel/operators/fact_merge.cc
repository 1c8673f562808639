#include "costmodel/operators/fact_merge.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace roofline {
namespace {

Fact Unknown(TypeKind kind) {
  Fact fact;
  fact.kind = kind;
  fact.mark = Mark::kUnknown;
  fact.length_known = false;
  return fact;
}

Fact MergedContainers(const Fact& a, const Fact& b) {
  const size_t count_a = a.elements ? a.elements->size() : 0;
  const size_t count_b = b.elements ? b.elements->size() : 0;
  Fact merged = Unknown(a.kind);
  merged.mark = Worst(Worst(a.mark, b.mark), Mark::kBounded);
  std::vector<Fact> elements;
  if (a.length_known && b.length_known && count_a == count_b) {
    for (size_t i = 0; i < count_a; ++i)
      elements.push_back(Merged((*a.elements)[i], (*b.elements)[i]));
    merged.length_known = true;
    merged.mark = Worst(a.mark, b.mark);
  } else {
    const std::optional<Fact> of_a = RepresentativeOf(a);
    const std::optional<Fact> of_b = RepresentativeOf(b);
    if (of_a && of_b) elements.push_back(Merged(*of_a, *of_b));
    if (of_a.has_value() != of_b.has_value()) elements.push_back(of_a ? *of_a : *of_b);
  }
  merged.elements = std::make_shared<const std::vector<Fact>>(std::move(elements));
  return merged;
}

template <class T>
TensorPtr Concatenated(std::span<const Fact> elements, Shape shape,
                       const std::vector<T>* (Tensor::*list)() const) {
  std::vector<T> content;
  for (const Fact& element : elements) {
    const std::vector<T>* part = (element.value.get()->*list)();
    if (part == nullptr) return nullptr;
    content.insert(content.end(), part->begin(), part->end());
  }
  return std::make_shared<Tensor>(
      Tensor{elements.front().dtype, std::move(shape), std::move(content)});
}

}  // namespace

bool Alike(const Fact& a, const Fact& b) {
  if (a.kind != b.kind || a.dtype != b.dtype || a.shape != b.shape) return false;
  if (a.kind == TypeKind::kTensor) return true;
  const bool empty_a = !a.elements || a.elements->empty();
  const bool empty_b = !b.elements || b.elements->empty();
  if (empty_a || empty_b) return empty_a == empty_b;
  return Alike(a.elements->front(), b.elements->front()) &&
         Alike(a.elements->back(), b.elements->back());
}

bool SameContent(const Fact& a, const Fact& b) {
  if (!a.value || !b.value) return false;
  return a.value == b.value ||
         (a.value->shape == b.value->shape && a.value->content == b.value->content);
}

Fact Merged(const Fact& a, const Fact& b) {
  if (a.kind != b.kind) return Unknown(TypeKind::kTensor);
  if (a.kind != TypeKind::kTensor) return MergedContainers(a, b);
  if (!a.shape || !b.shape || a.shape->size() != b.shape->size()) {
    Fact unknown = Unknown(TypeKind::kTensor);
    unknown.dtype = a.dtype;
    return unknown;
  }
  Fact merged = TensorFact(a.dtype, *a.shape);
  merged.mark = Worst(a.mark, b.mark);
  merged.constant = a.constant && b.constant && SameContent(a, b);
  if (SameContent(a, b)) merged.value = a.value;
  if (*a.shape == *b.shape) return merged;
  for (size_t i = 0; i < merged.shape->size(); ++i)
    (*merged.shape)[i] = std::max((*a.shape)[i], (*b.shape)[i]);
  merged.mark = Worst(merged.mark, Mark::kBounded);
  return merged;
}

std::optional<Fact> RepresentativeOf(const Fact& sequence) {
  if (!sequence.elements || sequence.elements->empty()) return std::nullopt;
  Fact all = sequence.elements->front();
  for (const Fact& element : *sequence.elements) all = Merged(all, element);
  return all;
}

void ForgetContent(Fact& fact) {
  fact.value = nullptr;
  fact.constant = false;
  if (!fact.elements) return;
  std::vector<Fact> elements = *fact.elements;
  for (Fact& element : elements) ForgetContent(element);
  fact.elements = std::make_shared<const std::vector<Fact>>(std::move(elements));
}

Fact Stacked(const Fact& element, int64_t count, int axis) {
  Fact stacked = element;
  stacked.value = nullptr;
  stacked.constant = false;
  if (element.kind != TypeKind::kTensor || !element.shape) {
    stacked = Unknown(TypeKind::kTensor);
    stacked.dtype = element.dtype;
    return stacked;
  }
  stacked.shape->insert(stacked.shape->begin() + axis, count);
  return stacked;
}

TensorPtr StackedContent(std::span<const Fact> elements, int64_t max_elements) {
  if (elements.empty()) return nullptr;
  for (const Fact& element : elements) {
    if (!element.value || !element.shape || element.shape != elements.front().shape) return nullptr;
  }
  Shape shape = *elements.front().shape;
  shape.insert(shape.begin(), static_cast<int64_t>(elements.size()));
  const Count total = Elements(shape);
  if (!total.ok() || total.value() > max_elements) return nullptr;
  const Tensor& first = *elements.front().value;
  if (first.ints() != nullptr)
    return Concatenated<int64_t>(elements, std::move(shape), &Tensor::ints);
  if (first.floats() != nullptr)
    return Concatenated<double>(elements, std::move(shape), &Tensor::floats);
  return nullptr;
}

}  // namespace roofline
