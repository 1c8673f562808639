#include "server/convert/operator_totals.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace roofline {
namespace {

using OperatorName = std::pair<std::string_view, std::string_view>;  // domain, operator

// For each layer the index of its operator, counted in order of first use.
std::vector<int> OperatorOfLayers(const std::vector<Layer>& layers) {
  std::vector<int> operators;
  operators.reserve(layers.size());
  absl::flat_hash_map<OperatorName, int> index;
  for (const Layer& layer : layers) {
    const OperatorName name(layer.node->domain, layer.node->op);
    operators.push_back(index.try_emplace(name, static_cast<int>(index.size())).first->second);
  }
  return operators;
}

void AddLayer(const Layer& layer, const ConventionCounts& counts, v1::OperatorTotals& totals) {
  totals.set_layers(totals.layers() + 1);
  totals.set_macs(totals.macs() + (layer.work.macs * layer.repeat).value());
  totals.set_flops(totals.flops() + counts.flops.value());
  totals.set_read_bytes(totals.read_bytes() + counts.read_bytes.value());
  totals.set_write_bytes(totals.write_bytes() + counts.write_bytes.value());
  if (layer.mark == Mark::kUnknown) totals.set_unknown_layers(totals.unknown_layers() + 1);
}

void TimesToProto(const KernelPlan& plan, const DevicePrediction& prediction,
                  const std::vector<int>& operators, v1::DevicePrediction& proto) {
  for (size_t i = 0; i < plan.kernels.size(); ++i) {
    v1::OperatorTime& time = *proto.mutable_operators(operators[plan.kernels[i].main]);
    time.set_expected_seconds(time.expected_seconds() +
                              prediction.kernels[i].time.expected.typical.value());
  }
}

}  // namespace

void OperatorTotalsToProto(const Report& report, v1::Report& proto) {
  const std::vector<Layer>& layers = report.layers();
  const std::vector<int> operators = OperatorOfLayers(layers);
  for (size_t i = 0; i < layers.size(); ++i) {
    if (operators[i] == proto.operators_size()) {
      v1::OperatorTotals& totals = *proto.add_operators();
      totals.set_op(std::string(layers[i].node->op));
      totals.set_domain(std::string(layers[i].node->domain));
    }
    AddLayer(layers[i], report.counts[i], *proto.mutable_operators(operators[i]));
  }
  for (size_t d = 0; d < report.devices.size(); ++d) {
    const DevicePrediction& prediction = report.devices[d];
    v1::DevicePrediction& device = *proto.mutable_devices(static_cast<int>(d));
    for (int i = 0; i < proto.operators_size(); ++i) device.add_operators();
    TimesToProto(report.workload.For(prediction.profile->kind).kernels.plan, prediction, operators,
                 device);
  }
}

}  // namespace roofline
