#include "costmodel/onnx/functions.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "costmodel/error.h"
#include "costmodel/onnx/function_call.h"
#include "costmodel/onnx/function_table.h"

namespace roofline {
namespace {

using NodeList = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

class Inliner {
 public:
  Inliner(const FunctionTable& table, const ModelLimits& limits, const onnx::ModelProto& model)
      : table_(table), limits_(limits) {
    model_imports_.Add(model.opset_import());
    names_.AddAll(model.graph());
  }

  // `imports` are those of the function that the nodes of `graph` were written in.
  absl::Status ExpandGraph(const OpsetImports& imports, int depth, onnx::GraphProto& graph) {
    NodeList nodes;
    nodes.Swap(graph.mutable_node());
    for (onnx::NodeProto& node : nodes) {
      auto owned = std::make_unique<onnx::NodeProto>();
      owned->Swap(&node);
      RETURN_IF_ERROR(AddNode(imports, depth, std::move(owned), *graph.mutable_node()));
    }
    return absl::OkStatus();
  }

  const OpsetImports& model_imports() const { return model_imports_; }
  NodeVersions& versions() { return versions_; }

 private:
  absl::Status AddNode(const OpsetImports& imports, int depth,
                       std::unique_ptr<onnx::NodeProto> node, NodeList& target) {
    if (const ModelFunction* function = table_.CalledBy(*node))
      return Expand(*function, *node, depth + 1, target);
    for (onnx::AttributeProto& attribute : *node->mutable_attribute()) {
      if (attribute.has_g()) RETURN_IF_ERROR(ExpandGraph(imports, depth, *attribute.mutable_g()));
      for (onnx::GraphProto& graph : *attribute.mutable_graphs())
        RETURN_IF_ERROR(ExpandGraph(imports, depth, graph));
    }
    const int64_t version = imports.Of(node->domain());
    if (version != 0 && version != model_imports_.Of(node->domain()))
      versions_[node.get()] = version;
    target.AddAllocated(node.release());
    return absl::OkStatus();
  }

  absl::Status Expand(const ModelFunction& function, const onnx::NodeProto& call, int depth,
                      NodeList& target) {
    if (depth > limits_.max_nesting) {
      return Error(
          Reason::kLimitExceeded,
          fmt::format("calls of functions are nested more than {} deep", limits_.max_nesting));
    }
    OpsetImports imports = model_imports_;
    imports.Add(function.proto->opset_import());
    auto frame = FunctionCall::Make(function, call, names_);
    if (!frame.ok()) return frame.status();
    for (const onnx::NodeProto& inner : function.proto->node()) {
      auto node = std::make_unique<onnx::NodeProto>(inner);
      (*frame)->Localize(*node);
      RETURN_IF_ERROR(Charge(*node));
      RETURN_IF_ERROR(AddNode(imports, depth, std::move(node), target));
    }
    for (std::unique_ptr<onnx::NodeProto>& copy : (*frame)->PassedThrough())
      target.AddAllocated(copy.release());
    return absl::OkStatus();
  }

  // Long names and large attributes multiply with the calls; nodes alone do not tell.
  absl::Status Charge(const onnx::NodeProto& node) {
    ++added_nodes_;
    added_bytes_ += static_cast<int64_t>(node.ByteSizeLong());
    if (added_nodes_ <= limits_.max_nodes && added_bytes_ <= limits_.max_skeleton_bytes)
      return absl::OkStatus();
    return Error(Reason::kLimitExceeded,
                 fmt::format("inlining the functions of the model takes more than {} nodes or {} "
                             "bytes",
                             limits_.max_nodes, limits_.max_skeleton_bytes));
  }

  const FunctionTable& table_;
  const ModelLimits& limits_;
  OpsetImports model_imports_;
  UniqueNames names_;
  NodeVersions versions_;
  int64_t added_nodes_ = 0;
  int64_t added_bytes_ = 0;
};

}  // namespace

absl::StatusOr<NodeVersions> InlineFunctions(const ModelLimits& limits, onnx::ModelProto& model) {
  if (model.functions_size() == 0) return NodeVersions();
  FunctionTable table;
  RETURN_IF_ERROR(table.Add(model));
  RETURN_IF_ERROR(table.CheckExpansion(model.graph(), limits));
  Inliner inliner(table, limits, model);
  RETURN_IF_ERROR(inliner.ExpandGraph(inliner.model_imports(), 0, *model.mutable_graph()));
  return std::move(inliner.versions());
}

}  // namespace roofline
