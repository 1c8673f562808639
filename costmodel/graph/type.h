#ifndef ROOFLINE_COSTMODEL_GRAPH_TYPE_H_
#define ROOFLINE_COSTMODEL_GRAPH_TYPE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "costmodel/graph/dtype.h"

namespace roofline {

// One dimension as the file declares it: a number, a name, or neither.
struct DeclaredDim {
  int64_t size = -1;        // >= 0 when fixed
  std::string_view symbol;  // the dim_param; empty when none

  bool fixed() const { return size >= 0; }
};

enum class TypeKind : uint8_t { kUndeclared, kTensor, kSequence, kOptional, kMap, kSparseTensor };

// A type as the file declares it (graph inputs, outputs, value_info).
struct DeclaredType {
  TypeKind kind = TypeKind::kUndeclared;
  DType dtype = DType::kUndefined;                // of the tensor; of the map's value tensor
  std::optional<std::vector<DeclaredDim>> shape;  // absent: not even the rank is declared
  std::shared_ptr<const DeclaredType> element;    // of a sequence, optional or map value
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_GRAPH_TYPE_H_
