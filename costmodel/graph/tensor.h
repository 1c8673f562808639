#ifndef ROOFLINE_COSTMODEL_GRAPH_TENSOR_H_
#define ROOFLINE_COSTMODEL_GRAPH_TENSOR_H_

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "costmodel/graph/dtype.h"
#include "costmodel/graph/shape.h"

namespace roofline {

// A constant tensor. Small ones carry their content, because shape arithmetic needs it; of weights
// only the facts stay. Integers and bools are held as int64 (uint64 wraps), every float type as
// double, row-major; complex types have no content.
struct Tensor {
  DType dtype = DType::kUndefined;
  Shape shape;
  std::variant<std::monostate, std::vector<int64_t>, std::vector<double>, std::vector<std::string>>
      content;

  bool has_content() const { return content.index() != 0; }
  // The content as one of the three lists; nullptr when it is of another kind or absent.
  const std::vector<int64_t>* ints() const { return std::get_if<std::vector<int64_t>>(&content); }
  const std::vector<double>* floats() const { return std::get_if<std::vector<double>>(&content); }
  const std::vector<std::string>* strings() const {
    return std::get_if<std::vector<std::string>>(&content);
  }
};

using TensorPtr = std::shared_ptr<const Tensor>;

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_GRAPH_TENSOR_H_
