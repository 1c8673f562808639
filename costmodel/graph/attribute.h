#ifndef ROOFLINE_COSTMODEL_GRAPH_ATTRIBUTE_H_
#define ROOFLINE_COSTMODEL_GRAPH_ATTRIBUTE_H_

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "costmodel/graph/ids.h"
#include "costmodel/graph/tensor.h"
#include "costmodel/graph/type.h"

namespace roofline {

// A node attribute. Lists are never null; subgraphs are ids into Model::graphs.
struct Attribute {
  std::string_view name;
  std::variant<std::monostate, int64_t, double, std::string_view, TensorPtr, GraphId, DeclaredType,
               std::vector<int64_t>, std::vector<double>, std::vector<std::string_view>,
               std::vector<TensorPtr>, std::vector<GraphId>>
      value;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_GRAPH_ATTRIBUTE_H_
