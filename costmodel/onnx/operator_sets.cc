#include "costmodel/onnx/operator_sets.h"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "costmodel/error.h"
#include "costmodel/operators/registry.h"

namespace roofline {
namespace {

// Nodes in the channels-last layout keep the version of the ai.onnx operator they were made from.
constexpr std::string_view kChannelsLast = "com.ms.internal.nhwc";

}  // namespace

absl::Status ReadOperatorSets(const onnx::ModelProto& proto, Model& model) {
  if (proto.opset_import_size() > kMaxOperatorSets) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("the model imports {} operator sets; at most {} are accepted",
                             proto.opset_import_size(), kMaxOperatorSets));
  }
  for (const auto& opset : proto.opset_import()) {
    const std::string_view domain =
        opset.domain() == "ai.onnx" ? "" : model.strings.Intern(opset.domain());
    model.opsets.push_back({domain, opset.version()});
  }
  if (model.OpsetOf("") == 0) model.opsets.push_back({"", 1});
  return absl::OkStatus();
}

void AddMissingOperatorSets(Model& model) {
  absl::flat_hash_set<std::string_view> seen;
  for (const OpsetImport& opset : model.opsets) seen.insert(opset.domain);
  for (const Graph& graph : model.graphs) {
    for (const Node& node : graph.nodes) {
      if (!seen.insert(node.domain).second) continue;
      const int newest = NewestVersion(node.domain);
      if (newest == 0) continue;
      const int64_t version = node.domain == kChannelsLast ? model.OpsetOf("") : newest;
      model.opsets.push_back({node.domain, version});
      model.warnings.push_back(
          fmt::format("the model does not import {}, which its operators are of (first: {} '{}'); "
                      "they are read in version {}",
                      node.domain, node.op, node.name, version));
    }
  }
}

}  // namespace roofline
