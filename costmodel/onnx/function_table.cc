#include "costmodel/onnx/function_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/onnx/newer_fields.h"

namespace roofline {
namespace {

std::string_view DomainOf(const std::string& domain) {
  return domain == "ai.onnx" ? std::string_view() : std::string_view(domain);
}

// Sizes functions by those they call, each once.
class ExpansionCounter {
 public:
  ExpansionCounter(const FunctionTable& table, const ModelLimits& limits)
      : table_(table), limits_(limits) {}

  struct Size {
    Count nodes;     // after inlining
    int height = 0;  // functions in functions
  };

  template <class Nodes>
  absl::StatusOr<Size> Measure(const Nodes& nodes) {
    Size size;
    for (const onnx::NodeProto& node : nodes) {
      const ModelFunction* callee = table_.CalledBy(node);
      if (callee == nullptr) size.nodes += 1;
      if (callee != nullptr) {
        ASSIGN_OR_RETURN(const Size inner, MeasureFunction(*callee->proto));
        Add(inner, size);
      }
      for (const onnx::AttributeProto& attribute : node.attribute()) {
        RETURN_IF_ERROR(AddBodies(attribute, size));
      }
    }
    return size;
  }

 private:
  static void Add(const Size& inner, Size& size) {
    size.nodes += inner.nodes;
    size.height = std::max(size.height, inner.height);
  }

  absl::Status AddBodies(const onnx::AttributeProto& attribute, Size& size) {
    if (attribute.has_g()) {
      ASSIGN_OR_RETURN(const Size inner, Measure(attribute.g().node()));
      Add(inner, size);
    }
    for (const onnx::GraphProto& graph : attribute.graphs()) {
      ASSIGN_OR_RETURN(const Size inner, Measure(graph.node()));
      Add(inner, size);
    }
    return absl::OkStatus();
  }

  absl::StatusOr<Size> MeasureFunction(const onnx::FunctionProto& function) {
    if (const auto known = sizes_.find(&function); known != sizes_.end()) return known->second;
    if (const auto open = std::find(path_.begin(), path_.end(), &function); open != path_.end()) {
      std::vector<std::string> names;
      for (auto at = open; at != path_.end(); ++at) names.push_back((*at)->name());
      names.push_back(function.name());
      return Error(Reason::kMalformedModel,
                   fmt::format("functions of the model call each other in a circle: {}; ONNX "
                               "allows no recursion",
                               fmt::join(names, " -> ")));
    }
    path_.push_back(&function);
    if (path_.size() > static_cast<size_t>(limits_.max_nesting)) return TooDeep();
    ASSIGN_OR_RETURN(Size size, Measure(function.node()));
    path_.pop_back();
    if (++size.height > limits_.max_nesting) return TooDeep();
    sizes_.emplace(&function, size);
    return size;
  }

  absl::Status TooDeep() const {
    return Error(Reason::kLimitExceeded, fmt::format("functions of the model call functions more "
                                                     "than {} deep",
                                                     limits_.max_nesting));
  }

  const FunctionTable& table_;
  const ModelLimits& limits_;
  std::vector<const onnx::FunctionProto*> path_;
  absl::flat_hash_map<const onnx::FunctionProto*, Size> sizes_;
};

}  // namespace

absl::Status FunctionTable::Add(const onnx::ModelProto& model) {
  for (const onnx::FunctionProto& proto : model.functions()) {
    ASSIGN_OR_RETURN(std::vector<onnx::AttributeProto> defaults, AttributeDefaults(proto));
    const Key key{DomainOf(proto.domain()), proto.name(), OverloadOf(proto)};
    if (!functions_.try_emplace(key, ModelFunction{&proto, std::move(defaults)}).second) {
      return Error(Reason::kMalformedModel,
                   fmt::format("the function '{}' of domain '{}' is defined twice", proto.name(),
                               proto.domain()));
    }
  }
  return absl::OkStatus();
}

const ModelFunction* FunctionTable::CalledBy(const onnx::NodeProto& node) const {
  const auto found =
      functions_.find(Key{DomainOf(node.domain()), node.op_type(), OverloadOf(node)});
  return found == functions_.end() ? nullptr : &found->second;
}

absl::Status FunctionTable::CheckExpansion(const onnx::GraphProto& graph,
                                           const ModelLimits& limits) const {
  ASSIGN_OR_RETURN(const auto size, ExpansionCounter(*this, limits).Measure(graph.node()));
  if (size.nodes.ok() && size.nodes.value() <= limits.max_nodes) return absl::OkStatus();
  return Error(Reason::kLimitExceeded,
               size.nodes.ok()
                   ? fmt::format("the model has {} nodes once its functions are inlined; at most "
                                 "{} are accepted",
                                 size.nodes.value(), limits.max_nodes)
                   : fmt::format("the model has more nodes than int64 can count once its "
                                 "functions are inlined; at most {} are accepted",
                                 limits.max_nodes));
}

}  // namespace roofline
