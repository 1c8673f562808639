#ifndef ROOFLINE_COSTMODEL_ONNX_FUNCTION_CALL_H_
#define ROOFLINE_COSTMODEL_ONNX_FUNCTION_CALL_H_

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "costmodel/onnx/function_table.h"

namespace roofline {

// Names of values, each given out once.
class UniqueNames {
 public:
  // Takes every name that `graph` and its subgraphs define.
  void AddAll(const onnx::GraphProto& graph);
  // `wanted`, or "wanted#2" and so on when it is taken.
  std::string Take(std::string wanted);

 private:
  absl::flat_hash_set<std::string> taken_;
  absl::flat_hash_map<std::string, int64_t> next_;  // number to try for a name that was taken
};

// One call of a function: turns the nodes of its body into nodes of the graph that calls it.
class FunctionCall {
 public:
  // kMalformedModel when the call has more operands than the function. `function` and `call` must
  // outlive the result.
  static absl::StatusOr<std::unique_ptr<FunctionCall>> Make(const ModelFunction& function,
                                                            const onnx::NodeProto& call,
                                                            UniqueNames& names);

  // Gives a node of the body the operands and attributes of the call and names of its own, those
  // of its subgraphs included.
  void Localize(onnx::NodeProto& node) const;

  // Identity nodes for outputs of the function that are its inputs, or another output again.
  std::vector<std::unique_ptr<onnx::NodeProto>> PassedThrough() const;

 private:
  // Names of the caller by those of the body; those defined in a subgraph have a map of their own.
  struct Scope {
    const Scope* outer = nullptr;
    absl::flat_hash_map<std::string_view, std::string> names;
  };

  FunctionCall(const ModelFunction& function, const onnx::NodeProto& call, UniqueNames& names);
  std::string Fresh(const std::string& name) const;
  std::string Translate(const Scope& scope, const std::string& name) const;
  void Localize(const Scope& scope, onnx::NodeProto& node) const;
  void LocalizeAttributes(const Scope& scope, onnx::NodeProto& node) const;
  void LocalizeGraph(const Scope& outer, onnx::GraphProto& graph) const;
  const onnx::AttributeProto* Argument(const std::string& name) const;

  const ModelFunction& function_;
  const onnx::NodeProto& call_;
  UniqueNames& names_;
  std::string prefix_;
  Scope scope_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_FUNCTION_CALL_H_
