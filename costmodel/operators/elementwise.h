#ifndef ROOFLINE_COSTMODEL_OPERATORS_ELEMENTWISE_H_
#define ROOFLINE_COSTMODEL_OPERATORS_ELEMENTWISE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/number_format.h"
#include "costmodel/operators/work.h"

namespace roofline {

// Operations that one output element takes.
struct ElementCost {
  int64_t fmas = 0;
  int64_t arithmetic = 0;
  int64_t comparisons = 0;
  int64_t transcendentals = 0;
};

// Adds `elements` times `cost`. On a tensor that is not of a float type all of it is integer work.
void AddElementWork(DType dtype, Count elements, const ElementCost& cost, Work& work);

// Output 0 has type and shape of input 0.
absl::Status InferSameAsInput(const NodeView& node, OutputFacts& out);
// Output 0 has the type of input 0 and the broadcast shape of all inputs.
absl::Status InferBroadcast(const NodeView& node, OutputFacts& out);
// Output 0 is bool in the broadcast shape of all inputs.
absl::Status InferBroadcastBool(const NodeView& node, OutputFacts& out);

// True when output 0 is small enough for its content to be worth computing.
bool ContentFits(const OutputFacts& out);

// fn(x) for each x of `content`.
template <class T, class Fn>
auto MapContent(const std::vector<T>& content, Fn&& fn) {
  std::vector<decltype(fn(content.front()))> result;
  result.reserve(content.size());
  for (const T& x : content) result.push_back(fn(x));
  return result;
}

// fn(a[i], b[j]) for each element of the broadcast `shape` of the node's first two inputs, whose
// contents a and b are.
template <class T, class Fn>
auto CombineContent(const NodeView& node, const Shape& shape, const std::vector<T>& a,
                    const std::vector<T>& b, Fn&& fn) {
  const std::array strides = {BroadcastStrides(AlignedShape(node, 0), shape),
                              BroadcastStrides(AlignedShape(node, 1), shape)};
  std::vector<decltype(fn(a.front(), b.front()))> result;
  ForEachBroadcast(shape, strides, [&](std::span<const int64_t> at) {
    result.push_back(fn(a[static_cast<size_t>(at[0])], b[static_cast<size_t>(at[1])]));
  });
  return result;
}

// All elements, or nullopt when one of them is undefined (a division by zero).
std::optional<std::vector<int64_t>> AllDefined(const std::vector<std::optional<int64_t>>& elements);

// Sets the content of output 0, rounded or wrapped to its type.
void SetRounded(OutputFacts& out, std::vector<double> content);
void SetWrapped(OutputFacts& out, std::vector<int64_t> content);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_ELEMENTWISE_H_
