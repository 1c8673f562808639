#include "server/convert/layer.h"

#include <array>
#include <string>

namespace roofline {
namespace {

v1::CoverageMark MarkToProto(Mark mark) {
  switch (mark) {
    case Mark::kExact:
      return v1::COVERAGE_MARK_EXACT;
    case Mark::kBounded:
      return v1::COVERAGE_MARK_BOUNDED;
    case Mark::kAssumed:
      return v1::COVERAGE_MARK_ASSUMED;
    case Mark::kUnknown:
      return v1::COVERAGE_MARK_UNKNOWN;
  }
  return v1::COVERAGE_MARK_UNKNOWN;
}

std::string NoteOf(const Layer& layer) {
  if (layer.mark == Mark::kExact) return "";
  if (layer.rule == nullptr) return "no rule for this operator: its work is not counted";
  if (layer.mark == Mark::kUnknown) return "a shape is not known: its work is not counted";
  if (layer.mark == Mark::kAssumed) return "rests on an assumption";
  return "depends on the data: the upper bound";
}

// Attributes by the short names people use for them.
std::string_view ParameterName(std::string_view attribute) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kNames = {{
      {"kernel_shape", "kernel"},
      {"strides", "stride"},
      {"dilations", "dilation"},
      {"pads", "pad"},
      {"group", "groups"},
  }};
  for (const auto& [from, to] : kNames) {
    if (attribute == from) return to;
  }
  return attribute;
}

class ParameterWriter {
 public:
  explicit ParameterWriter(v1::LayerParameter& proto) : proto_(proto) {}

  bool operator()(int64_t value) {
    proto_.set_integer(value);
    return true;
  }
  bool operator()(double value) {
    proto_.set_number(value);
    return true;
  }
  bool operator()(std::string_view value) {
    if (value.size() > kLongestText) return false;
    proto_.set_text(std::string(value));
    return true;
  }
  bool operator()(const std::vector<int64_t>& values) {
    if (values.size() > kLongestList) return false;
    for (const int64_t value : values) proto_.mutable_integers()->add_values(value);
    return true;
  }
  // Tensors, graphs and long lists are no parameters to print.
  template <class Other>
  bool operator()(const Other&) {
    return false;
  }

 private:
  static constexpr size_t kLongestText = 64;
  static constexpr size_t kLongestList = 16;
  v1::LayerParameter& proto_;
};

void AddParameters(const Layer& layer, v1::Layer& proto) {
  const bool convolution =
      layer.rule != nullptr && layer.rule->op_class == OperatorClass::kConvolution;
  if (convolution && layer.view().FindAttr("kernel_shape") == nullptr && layer.inputs.size() > 1 &&
      layer.inputs[1] != nullptr && layer.inputs[1]->shape && layer.inputs[1]->shape->size() > 2) {
    v1::LayerParameter& kernel = *proto.add_parameters();
    kernel.set_name("kernel");
    const Shape& weight = *layer.inputs[1]->shape;
    for (size_t i = 2; i < weight.size(); ++i) kernel.mutable_integers()->add_values(weight[i]);
  }
  for (const Attribute& attribute : layer.node->attributes) {
    v1::LayerParameter parameter;
    if (!std::visit(ParameterWriter(parameter), attribute.value)) continue;
    parameter.set_name(std::string(ParameterName(attribute.name)));
    *proto.add_parameters() = std::move(parameter);
  }
  if (convolution) {
    v1::LayerParameter& bias = *proto.add_parameters();
    bias.set_name("bias");
    bias.set_flag(layer.inputs.size() > 2 && layer.inputs[2] != nullptr);
  }
}

}  // namespace

void TensorToProto(std::string_view name, const Fact& fact, v1::Tensor& proto) {
  proto.set_name(std::string(name));
  proto.set_data_type(
      std::string(fact.kind == TypeKind::kTensor ? DTypeName(fact.dtype) : "sequence"));
  proto.set_shape_known(fact.kind == TypeKind::kTensor && fact.shape.has_value());
  if (!proto.shape_known()) return;
  for (const int64_t dim : *fact.shape) proto.add_shape(dim);
}

void WorkToProto(const Work& work, Count read_bytes, Count write_bytes, v1::Work& proto) {
  proto.set_macs(work.macs.value());
  proto.set_fmas(work.fmas.value());
  proto.set_arithmetic(work.arithmetic.value());
  proto.set_comparisons(work.comparisons.value());
  proto.set_transcendentals(work.transcendentals.value());
  proto.set_integer_operations(work.integer_ops.value());
  proto.set_read_bytes(read_bytes.value());
  proto.set_write_bytes(write_bytes.value());
}

void LayerToProto(const Model& model, const Layer& layer, const ConventionCounts& counts,
                  v1::Layer& proto) {
  const Graph& graph = model.graph(layer.run->graph);
  const Work work = layer.work * layer.repeat;
  proto.set_name(layer.name);
  proto.set_op(std::string(layer.node->op));
  proto.set_domain(std::string(layer.node->domain));
  proto.set_scope(layer.run->scope);
  proto.set_repeat(layer.repeat.value());
  proto.set_macs(work.macs.value());
  proto.set_flops(counts.flops.value());
  proto.set_read_bytes(counts.read_bytes.value());
  proto.set_write_bytes(counts.write_bytes.value());
  WorkToProto(work, work.TotalRead(), work.TotalWritten(), *proto.mutable_work());
  proto.set_data_type(std::string(DTypeName(layer.work.math)));
  const auto add_tensor = [&graph](ValueId id, const Fact* fact, v1::Tensor& tensor) {
    if (fact != nullptr) TensorToProto(graph.value(id).name, *fact, tensor);
  };
  for (size_t i = 0; i < layer.inputs.size(); ++i) {
    add_tensor(layer.node->inputs[i], layer.inputs[i], *proto.add_inputs());
  }
  for (size_t i = 0; i < layer.outputs.size(); ++i) {
    add_tensor(layer.node->outputs[i], layer.outputs[i], *proto.add_outputs());
  }
  AddParameters(layer, proto);
  proto.set_coverage(MarkToProto(layer.mark));
  proto.set_note(NoteOf(layer));
  proto.set_source(std::string(layer.node->source));
}

}  // namespace roofline
