#ifndef ROOFLINE_COSTMODEL_OPERATORS_FACT_H_
#define ROOFLINE_COSTMODEL_OPERATORS_FACT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "costmodel/graph/dtype.h"
#include "costmodel/graph/shape.h"
#include "costmodel/graph/tensor.h"
#include "costmodel/graph/type.h"
#include "costmodel/operators/mark.h"

namespace roofline {

// What is known about one value of one run: its type, concrete shape, and content when it is small
// and computable.
struct Fact {
  TypeKind kind = TypeKind::kTensor;
  DType dtype = DType::kUndefined;
  std::optional<Shape> shape;  // of a tensor; absent when unknown
  Mark mark = Mark::kExact;    // of the shape and of `value`
  // Depends on nothing but weights: present before the first run, so it is a weight, not work.
  bool constant = false;
  // Content known before the run, with has_content(); null otherwise.
  TensorPtr value;
  // Sequence: its elements in order; a sequence whose length is not known holds one representative
  // and `length_known` is false. Optional: one element, or none when empty.
  std::shared_ptr<const std::vector<Fact>> elements;
  bool length_known = true;

  bool known() const { return kind != TypeKind::kTensor || shape.has_value(); }
};

// A tensor fact with an exact shape.
inline Fact TensorFact(DType dtype, Shape shape) {
  Fact fact;
  fact.dtype = dtype;
  fact.shape = std::move(shape);
  return fact;
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_FACT_H_
