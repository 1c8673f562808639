#include "costmodel/onnx/attribute_reader.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/tensor_reader.h"

namespace roofline {
namespace {

onnx::AttributeProto::AttributeType TypeOf(const onnx::AttributeProto& proto) {
  if (proto.type() != onnx::AttributeProto::UNDEFINED) return proto.type();
  if (proto.has_t()) return onnx::AttributeProto::TENSOR;
  if (proto.has_g()) return onnx::AttributeProto::GRAPH;
  if (proto.has_s()) return onnx::AttributeProto::STRING;
  if (proto.ints_size() > 0) return onnx::AttributeProto::INTS;
  if (proto.floats_size() > 0) return onnx::AttributeProto::FLOATS;
  if (proto.strings_size() > 0) return onnx::AttributeProto::STRINGS;
  if (proto.has_f()) return onnx::AttributeProto::FLOAT;
  if (proto.has_i()) return onnx::AttributeProto::INT;
  return onnx::AttributeProto::UNDEFINED;
}

absl::Status CheckItems(const onnx::AttributeProto& proto, const ModelLimits& limits) {
  const int64_t items = int64_t{proto.ints_size()} + proto.floats_size() + proto.strings_size();
  if (items <= limits.max_attribute_items) return absl::OkStatus();
  return Error(Reason::kLimitExceeded,
               fmt::format("attribute '{}' lists {} items; at most {} are accepted", proto.name(),
                           items, limits.max_attribute_items));
}

}  // namespace

absl::StatusOr<Attribute> ReadAttribute(const onnx::AttributeProto& proto, StringTable& strings,
                                        const ModelLimits& limits,
                                        const SubgraphLoader& load_subgraph) {
  RETURN_IF_ERROR(CheckItems(proto, limits));
  Attribute attr;
  attr.name = strings.Intern(proto.name());
  switch (TypeOf(proto)) {
    case onnx::AttributeProto::INT:
      attr.value = proto.i();
      break;
    case onnx::AttributeProto::FLOAT:
      attr.value = static_cast<double>(proto.f());
      break;
    case onnx::AttributeProto::STRING:
      attr.value = strings.Intern(proto.s());
      break;
    case onnx::AttributeProto::INTS:
      attr.value = std::vector<int64_t>(proto.ints().begin(), proto.ints().end());
      break;
    case onnx::AttributeProto::FLOATS:
      attr.value = std::vector<double>(proto.floats().begin(), proto.floats().end());
      break;
    case onnx::AttributeProto::STRINGS: {
      std::vector<std::string_view> list;
      for (const auto& text : proto.strings()) list.push_back(strings.Intern(text));
      attr.value = std::move(list);
      break;
    }
    case onnx::AttributeProto::TENSOR: {
      ASSIGN_OR_RETURN(attr.value, ReadTensor(proto.t(), limits));
      break;
    }
    case onnx::AttributeProto::SPARSE_TENSOR: {
      ASSIGN_OR_RETURN(attr.value, ReadSparseTensor(proto.sparse_tensor(), limits));
      break;
    }
    case onnx::AttributeProto::TENSORS: {
      std::vector<TensorPtr> list;
      for (const auto& tensor : proto.tensors()) {
        ASSIGN_OR_RETURN(TensorPtr item, ReadTensor(tensor, limits));
        list.push_back(std::move(item));
      }
      attr.value = std::move(list);
      break;
    }
    case onnx::AttributeProto::GRAPH: {
      ASSIGN_OR_RETURN(attr.value, load_subgraph(proto.g()));
      break;
    }
    case onnx::AttributeProto::GRAPHS: {
      std::vector<GraphId> list;
      for (const auto& graph : proto.graphs()) {
        ASSIGN_OR_RETURN(const GraphId id, load_subgraph(graph));
        list.push_back(id);
      }
      attr.value = std::move(list);
      break;
    }
    case onnx::AttributeProto::TYPE_PROTO: {
      ASSIGN_OR_RETURN(attr.value, ReadType(proto.tp(), strings, limits));
      break;
    }
    default:
      break;  // an empty list, or a kind no operator reads
  }
  return attr;
}

}  // namespace roofline
