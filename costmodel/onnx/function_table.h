#ifndef ROOFLINE_COSTMODEL_ONNX_FUNCTION_TABLE_H_
#define ROOFLINE_COSTMODEL_ONNX_FUNCTION_TABLE_H_

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "costmodel/count.h"
#include "costmodel/limits.h"

namespace roofline {

// A function of the model with what its calls need.
struct ModelFunction {
  const onnx::FunctionProto* proto = nullptr;
  std::vector<onnx::AttributeProto> defaults;
};

// The functions that a model defines for itself.
class FunctionTable {
 public:
  // `model` must outlive the table. kMalformedModel for a function that is defined twice.
  absl::Status Add(const onnx::ModelProto& model);

  bool empty() const { return functions_.empty(); }

  // The function that a node calls; nullptr for an operator. A function of the model goes before an
  // operator of the same name, as ONNX has it.
  const ModelFunction* CalledBy(const onnx::NodeProto& node) const;

  // Whether all calls of `graph` can be inlined within the limits; found without inlining any.
  // Errors: kMalformedModel (a function that calls itself: names the cycle), kLimitExceeded.
  absl::Status CheckExpansion(const onnx::GraphProto& graph, const ModelLimits& limits) const;

 private:
  using Key = std::tuple<std::string_view, std::string_view, std::string_view>;
  absl::flat_hash_map<Key, ModelFunction> functions_;  // by domain, name, overload
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_FUNCTION_TABLE_H_
