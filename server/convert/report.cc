#include "server/convert/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "server/convert/layer.h"
#include "server/version.h"

namespace roofline {
namespace {

constexpr int kSchemaVersion = 1;

v1::Bound BoundToProto(Bound bound) {
  switch (bound) {
    case Bound::kNone:
      return v1::BOUND_NONE;
    case Bound::kCompute:
      return v1::BOUND_COMPUTE;
    case Bound::kMemory:
      return v1::BOUND_MEMORY;
  }
  return v1::BOUND_UNSPECIFIED;
}

void ModelToProto(const Report& report, std::string_view name, v1::ModelFacts& proto) {
  const Model& model = *report.model;
  const Graph& graph = model.main();
  proto.set_name(std::string(name));
  proto.set_digest(fmt::format("sha256:{}", report.digest));
  proto.set_graph_name(std::string(model.name));
  proto.set_producer(std::string(model.producer));
  proto.set_ir_version(model.ir_version);
  proto.set_opset(model.OpsetOf(""));
  for (const OpsetImport& opset : model.opsets) {
    if (opset.domain.empty()) continue;
    v1::OperatorSet& set = *proto.add_operator_sets();
    set.set_domain(std::string(opset.domain));
    set.set_version(opset.version);
  }
  proto.set_parameters(report.footprint.parameters.value());
  proto.set_weight_bytes(report.footprint.weight_bytes.value());
  const std::vector<Fact>& facts = report.shaped->main().facts;
  for (const ValueId id : graph.inputs) {
    TensorToProto(graph.value(id).name, facts[id.index()], *proto.add_inputs());
  }
  for (const ValueId id : graph.outputs) {
    TensorToProto(graph.value(id).name, facts[id.index()], *proto.add_outputs());
  }
}

void TotalsToProto(const Report& report, v1::Totals& proto) {
  proto.set_layers(static_cast<int64_t>(report.layers.size()));
  proto.set_macs(report.total_work.macs.value());
  proto.set_flops(report.total_counts.flops.value());
  proto.set_read_bytes(report.total_counts.read_bytes.value());
  proto.set_write_bytes(report.total_counts.write_bytes.value());
  WorkToProto(report.total_work, report.total_read, report.total_written, *proto.mutable_work());
}

void OperatorsToProto(v1::Report& report) {
  absl::flat_hash_map<std::string, int> index;
  for (const v1::Layer& layer : report.layers()) {
    const auto [at, fresh] = index.try_emplace(fmt::format("{}\n{}", layer.domain(), layer.op()),
                                               report.operators_size());
    v1::OperatorTotals& totals =
        fresh ? *report.add_operators() : *report.mutable_operators(at->second);
    totals.set_op(layer.op());
    totals.set_domain(layer.domain());
    totals.set_layers(totals.layers() + 1);
    totals.set_macs(totals.macs() + layer.macs());
    totals.set_flops(totals.flops() + layer.flops());
    totals.set_read_bytes(totals.read_bytes() + layer.read_bytes());
    totals.set_write_bytes(totals.write_bytes() + layer.write_bytes());
  }
}

void CoverageToProto(const Report& report, v1::Coverage& proto) {
  proto.set_nodes(report.coverage.nodes);
  proto.set_exact(report.coverage.exact);
  proto.set_bounded(report.coverage.bounded);
  proto.set_assumed(report.coverage.assumed);
  proto.set_unknown(report.coverage.unknown);
  std::vector<std::string> unknown;
  for (const Layer& layer : report.layers) {
    if (layer.rule != nullptr) continue;
    std::string name = layer.node->domain.empty()
                           ? std::string(layer.node->op)
                           : fmt::format("{}.{}", layer.node->domain, layer.node->op);
    if (std::find(unknown.begin(), unknown.end(), name) == unknown.end())
      unknown.push_back(std::move(name));
  }
  for (std::string& name : unknown) proto.add_unknown_operators(std::move(name));
}

// FLOPs per byte of the work itself; nothing when no byte moves.
std::optional<double> Intensity(Count flops, Count bytes) {
  if (bytes == Count(0)) return std::nullopt;
  return static_cast<double>(flops.value()) / static_cast<double>(bytes.value());
}

void DeviceToProto(const Report& report, const DevicePrediction& prediction,
                   v1::DevicePrediction& proto) {
  proto.set_id(prediction.profile->id);
  proto.set_name(prediction.profile->name);
  proto.set_bandwidth_bytes_per_second(prediction.profile->DramBandwidth().value());
  for (const UsedRate& used : prediction.rates) {
    v1::Peak& peak = *proto.add_peaks();
    peak.set_unit(std::string(UnitName(used.unit)));
    peak.set_data_type(std::string(PrecisionName(used.precision)));
    peak.set_flops_per_second(used.rate.value());
  }
  if (prediction.ridge_point) proto.set_ridge_point_flops_per_byte(prediction.ridge_point->value());
  v1::DeviceTotals& totals = *proto.mutable_totals();
  totals.set_compute_seconds(prediction.total.compute.value());
  totals.set_transfer_seconds(prediction.total.transfer.value());
  totals.set_floor_seconds(prediction.total.floor.value());
  totals.set_serial_seconds(prediction.total.serial.value());
  totals.set_bound(BoundToProto(prediction.bound));
  if (prediction.efficiency) totals.set_efficiency(*prediction.efficiency);
  if (const auto intensity =
          Intensity(report.total_work.Flops(), report.total_read + report.total_written)) {
    totals.set_arithmetic_intensity_flops_per_byte(*intensity);
  }
  const double floor = prediction.total.floor.value();
  for (size_t i = 0; i < prediction.layers.size(); ++i) {
    const WorkTime& time = prediction.layers[i];
    const Work& work = report.layers[i].work;
    v1::LayerTime& layer = *proto.add_layers();
    layer.set_compute_seconds(time.compute.value());
    layer.set_transfer_seconds(time.transfer.value());
    layer.set_floor_seconds(time.floor.value());
    layer.set_serial_seconds(time.serial.value());
    layer.set_bound(BoundToProto(time.bound()));
    if (const auto intensity = Intensity(work.Flops(), work.TotalRead() + work.TotalWritten())) {
      layer.set_arithmetic_intensity_flops_per_byte(*intensity);
    }
    layer.set_share(floor > 0 ? time.floor.value() / floor : 0);
  }
  for (const std::string& warning : prediction.warnings) proto.add_warnings(warning);
}

}  // namespace

v1::Report ReportToProto(const Report& report, std::string_view model_name,
                         std::span<const std::string> profile_digests) {
  v1::Report proto;
  proto.set_schema_version(kSchemaVersion);
  proto.set_version(std::string(Version()));
  proto.set_convention(report.convention);
  ModelToProto(report, model_name, *proto.mutable_model());
  TotalsToProto(report, *proto.mutable_totals());
  for (size_t i = 0; i < report.layers.size(); ++i) {
    LayerToProto(*report.model, report.layers[i], report.counts[i], *proto.add_layers());
  }
  OperatorsToProto(proto);
  CoverageToProto(report, *proto.mutable_coverage());
  for (size_t i = 0; i < report.devices.size(); ++i) {
    v1::DevicePrediction& device = *proto.add_devices();
    DeviceToProto(report, report.devices[i], device);
    device.set_profile_digest(profile_digests[i]);
  }
  for (const std::string& warning : report.warnings) proto.add_warnings(warning);
  if (report.measured_latency) proto.set_measured_latency_seconds(report.measured_latency->value());
  return proto;
}

}  // namespace roofline
