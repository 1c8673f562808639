#include "costmodel/onnx/functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "costmodel/error.h"
#include "costmodel/onnx/function_call.h"
#include "costmodel/onnx/function_table.h"
#include "costmodel/onnx/operator_sets.h"

namespace roofline {
namespace {

using NodeProtos = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

class Inliner {
 public:
  Inliner(const FunctionTable& table, const ModelLimits& limits, onnx::ModelProto& model)
      : table_(table), limits_(limits), model_(model) {
    names_.AddAll(model.graph());
  }

  absl::Status ExpandGraph(int depth, onnx::GraphProto& graph) {
    NodeProtos nodes;
    nodes.Swap(graph.mutable_node());
    for (onnx::NodeProto& node : nodes) {
      auto owned = std::make_unique<onnx::NodeProto>();
      owned->Swap(&node);
      RETURN_IF_ERROR(AddNode(depth, std::move(owned), *graph.mutable_node()));
    }
    return absl::OkStatus();
  }

  std::vector<std::string>& warnings() { return warnings_; }

 private:
  absl::Status AddNode(int depth, std::unique_ptr<onnx::NodeProto> node, NodeProtos& target) {
    if (const ModelFunction* function = table_.CalledBy(*node))
      return Expand(*function, *node, depth + 1, target);
    for (onnx::AttributeProto& attribute : *node->mutable_attribute()) {
      if (attribute.has_g()) RETURN_IF_ERROR(ExpandGraph(depth, *attribute.mutable_g()));
      for (onnx::GraphProto& graph : *attribute.mutable_graphs())
        RETURN_IF_ERROR(ExpandGraph(depth, graph));
    }
    target.AddAllocated(node.release());
    return absl::OkStatus();
  }

  absl::Status Expand(const ModelFunction& function, const onnx::NodeProto& call, int depth,
                      NodeProtos& target) {
    if (depth > limits_.max_nesting) {
      return Error(
          Reason::kLimitExceeded,
          fmt::format("calls of functions are nested more than {} deep", limits_.max_nesting));
    }
    if (seen_.insert(function.proto).second) RETURN_IF_ERROR(MergeImports(*function.proto));
    ASSIGN_OR_RETURN(const auto frame, FunctionCall::Make(function, call, names_));
    for (const onnx::NodeProto& inner : function.proto->node()) {
      auto node = std::make_unique<onnx::NodeProto>(inner);
      frame->Localize(*node);
      RETURN_IF_ERROR(Charge(*node));
      RETURN_IF_ERROR(AddNode(depth, std::move(node), target));
    }
    for (std::unique_ptr<onnx::NodeProto>& copy : frame->PassedThrough())
      target.AddAllocated(copy.release());
    return absl::OkStatus();
  }

  absl::Status MergeImports(const onnx::FunctionProto& function) {
    const auto domain_of = [](const onnx::OperatorSetIdProto& import) {
      return import.domain() == "ai.onnx" ? std::string() : import.domain();
    };
    for (const onnx::OperatorSetIdProto& import : function.opset_import()) {
      const auto& have = model_.opset_import();
      const auto same = std::find_if(have.begin(), have.end(), [&](const auto& other) {
        return domain_of(other) == domain_of(import);
      });
      if (same == have.end()) {
        if (have.size() >= kMaxOperatorSets) {
          return Error(Reason::kLimitExceeded,
                       fmt::format("the model and its functions import more than {} operator sets",
                                   kMaxOperatorSets));
        }
        *model_.add_opset_import() = import;
      } else if (same->version() != import.version()) {
        warnings_.push_back(fmt::format(
            "function {} is written for version {} of operator set '{}'; its nodes are read in "
            "the version of the model, {}",
            function.name(), import.version(), domain_of(import), same->version()));
      }
    }
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
  onnx::ModelProto& model_;
  UniqueNames names_;
  absl::flat_hash_set<const onnx::FunctionProto*> seen_;
  std::vector<std::string> warnings_;
  int64_t added_nodes_ = 0;
  int64_t added_bytes_ = 0;
};

}  // namespace

absl::StatusOr<std::vector<std::string>> InlineFunctions(const ModelLimits& limits,
                                                         onnx::ModelProto& model) {
  if (model.functions_size() == 0) return std::vector<std::string>();
  FunctionTable table;
  RETURN_IF_ERROR(table.Add(model));
  RETURN_IF_ERROR(table.CheckExpansion(model.graph(), limits));
  Inliner inliner(table, limits, model);
  RETURN_IF_ERROR(inliner.ExpandGraph(0, *model.mutable_graph()));
  return std::move(inliner.warnings());
}

}  // namespace roofline
