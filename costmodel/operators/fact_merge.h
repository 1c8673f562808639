#ifndef ROOFLINE_COSTMODEL_OPERATORS_FACT_MERGE_H_
#define ROOFLINE_COSTMODEL_OPERATORS_FACT_MERGE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "costmodel/operators/fact.h"

namespace roofline {

// Whether work on both costs the same: equal kinds, types and shapes. Of sequences the elements
// are compared, not their number: operators on a sequence cost by the elements they touch.
bool Alike(const Fact& a, const Fact& b);

// Whether both have known content and it is equal.
bool SameContent(const Fact& a, const Fact& b);

// A value that is `a` in one case and `b` in the other: exact where they agree; bounded by the
// larger extents where only those differ; unknown where ranks or kinds differ.
Fact Merged(const Fact& a, const Fact& b);

// The one element that stands for all of a sequence; nullopt when it has none or they are unknown.
std::optional<Fact> RepresentativeOf(const Fact& sequence);

// Content is kept only where it stays whatever happens.
void ForgetContent(Fact& fact);

// `count` tensors like `element` along a new axis at `axis` (0 to its rank): unknown when the
// element is.
Fact Stacked(const Fact& element, int64_t count, int axis);

// The content of tensors stacked along a new first axis; nothing unless all is known and fits.
TensorPtr StackedContent(std::span<const Fact> elements, int64_t max_elements);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_FACT_MERGE_H_
