#include "server/convert/kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "server/convert/device_prediction.h"

namespace roofline {
namespace {

void TimesToProto(const WorkTime& time, v1::Kernel& proto) {
  proto.set_compute_seconds(time.compute.value());
  proto.set_transfer_seconds(time.transfer.value());
  proto.set_floor_seconds(time.floor.value());
  proto.set_serial_seconds(time.serial.value());
  proto.set_overhead_seconds(time.overhead.value());
  proto.set_expected_seconds(time.expected.typical.value());
  proto.set_expected_low_seconds(time.expected.low.value());
  proto.set_expected_high_seconds(time.expected.high.value());
  proto.set_double_bandwidth_seconds(time.double_bandwidth.value());
  proto.set_double_peak_seconds(time.double_peak.value());
  proto.set_bound(BoundToProto(time.bound()));
  const double longer = std::max(time.compute, time.transfer).value();
  const double shorter = std::min(time.compute, time.transfer).value();
  if (shorter > 0) proto.set_margin(longer / shorter);
}

std::string BoundBy(const KernelTime& timed) {
  switch (timed.time.bound()) {
    case Bound::kCompute: {
      const ComputeTerm* term = timed.longest_compute();
      return term == nullptr
                 ? ""
                 : fmt::format("{} {}", UnitName(term->unit), PrecisionName(term->precision));
    }
    case Bound::kMemory: {
      const TransferTerm* term = timed.longest_transfer();
      return term == nullptr ? "" : std::string(term->level);
    }
    default:
      return "";
  }
}

void TransferToProto(const TransferTerm& term, v1::TransferTerm& proto) {
  proto.set_level(std::string(term.level));
  proto.set_bytes(term.bytes.value());
  proto.set_bandwidth_bytes_per_second(term.bandwidth.value());
  proto.set_seconds(term.time().value());
}

void TermsToProto(const KernelTime& timed, v1::Kernel& proto) {
  for (const ComputeTerm& term : timed.compute) {
    v1::ComputeTerm& out = *proto.add_compute();
    out.set_unit(std::string(UnitName(term.unit)));
    out.set_data_type(std::string(PrecisionName(term.precision)));
    out.set_operations(term.operations.value());
    out.set_rate_per_second(term.rate.value());
    out.set_seconds(term.time().value());
    out.set_utilisation(term.utilisation);
  }
  for (const TransferTerm& term : timed.transfer) TransferToProto(term, *proto.add_transfer());
  for (const TransferTerm& term : timed.reorders) TransferToProto(term, *proto.add_transfer());
}

void UseToProto(const UsedFraction& used, const EfficiencySources& sources,
                v1::EfficiencyUse& proto) {
  proto.set_value(used.typical);
  proto.set_low(used.low);
  proto.set_high(used.high);
  proto.set_operator_class(std::string(used.operator_class));
  proto.set_basis(std::string(used.basis));
  proto.set_source(sources.TextOf(used));
}

}  // namespace

std::string EfficiencySources::TextOf(const UsedFraction& used) const {
  const auto& words = used.of_profile ? profile_.sources : defaults_.sources;
  std::string_view keys = used.source;
  std::string text;
  while (!keys.empty()) {
    const size_t comma = std::min(keys.find(", "), keys.size());
    const std::string key(keys.substr(0, comma));
    const auto found = words.find(key);
    if (!text.empty()) text += "; ";
    text += found == words.end() ? key : found->second;
    keys.remove_prefix(std::min(comma + 2, keys.size()));
  }
  return text;
}

void KernelToProto(const std::vector<Layer>& layers, const Kernel& kernel, const KernelTime& timed,
                   const EfficiencySources& sources, v1::Kernel& proto) {
  proto.set_name(layers[kernel.main].name);
  for (const size_t index : kernel.layers) proto.add_nodes(layers[index].name);
  proto.set_main_layer(static_cast<int32_t>(kernel.main));
  proto.set_pattern(std::string(kernel.pattern));
  proto.set_operator_class(std::string(EfficiencyClassesOf(layers[kernel.main]).front()));
  TimesToProto(timed.time, proto);
  proto.set_bound_by(BoundBy(timed));
  TermsToProto(timed, proto);
  proto.set_executions(timed.executions);
  proto.set_one_core(timed.one_core);
  if (timed.time.bound() == Bound::kNone) return;
  UseToProto(timed.efficiency.compute, sources, *proto.mutable_compute_efficiency());
  UseToProto(timed.efficiency.memory, sources, *proto.mutable_memory_efficiency());
}

void OperandsToProto(const Kernel& kernel, const KernelPlacement& placement,
                     const std::vector<Buffer>& buffers, v1::Kernel& proto) {
  for (size_t i = 0; i < kernel.traffic.size(); ++i) {
    const Buffer& buffer = buffers[kernel.traffic[i].buffer.index()];
    v1::Operand& operand = *proto.add_operands();
    operand.set_tensor(std::string(buffer.name));
    operand.set_role(std::string(BufferRoleName(buffer.role)));
    operand.set_written(kernel.traffic[i].write);
    for (const Count bytes : placement.traffic[i]) operand.add_bytes(bytes.value());
  }
}

}  // namespace roofline
