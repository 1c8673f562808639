#include "server/convert/layer.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "costmodel/custom/custom_rules.h"
#include "server/convert/layer_parameters.h"

namespace roofline {
namespace {

std::string_view NoteOnMark(const Layer& layer) {
  if (layer.mark == Mark::kExact) return "";
  const bool custom = layer.custom != nullptr && layer.custom->states_work();
  if (!custom && layer.rule == nullptr) {
    return layer.custom == nullptr ? "no rule for this operator: its work is not counted"
                                   : "it states no work: none is counted";
  }
  if (!custom && layer.rule->precision == WorkPrecision::kUnknown)
    return "the work of this operator cannot be told: it is not counted";
  if (layer.mark == Mark::kUnknown) return "a shape is not known: its work is not counted";
  if (layer.mark == Mark::kAssumed) return "rests on an assumption";
  return "depends on the data: the upper bound";
}

std::string NoteOf(const Layer& layer) {
  const std::string_view note = NoteOnMark(layer);
  if (layer.custom == nullptr) return std::string(note);
  return fmt::format("custom rule {}{}{}", layer.custom->place, note.empty() ? "" : "; ", note);
}

}  // namespace

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
  FillParameters(layer, *proto.mutable_parameters());
  proto.set_coverage(MarkToProto(layer.mark));
  proto.set_note(NoteOf(layer));
  proto.set_source(std::string(layer.node->source));
}

}  // namespace roofline
