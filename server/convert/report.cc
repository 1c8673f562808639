#include "server/convert/report.h"

#include <fmt/format.h>

#include <string>

#include "server/convert/coverage.h"
#include "server/convert/device_prediction.h"
#include "server/convert/layer.h"
#include "server/convert/operator_totals.h"
#include "server/convert/scenario.h"
#include "server/version.h"

namespace roofline {
namespace {

constexpr int kSchemaVersion = 1;

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
  proto.set_parameters(report.workload.footprint.parameters.value());
  proto.set_weight_bytes(report.workload.footprint.weight_bytes.value());
  const std::vector<Fact>& facts = report.workload.shaped->main().facts;
  for (const ValueId id : graph.inputs) {
    TensorToProto(graph.value(id).name, facts[id.index()], *proto.add_inputs());
  }
  for (const ValueId id : graph.outputs) {
    TensorToProto(graph.value(id).name, facts[id.index()], *proto.add_outputs());
  }
}

void TotalsToProto(const Report& report, v1::Totals& proto) {
  proto.set_layers(static_cast<int64_t>(report.layers().size()));
  proto.set_macs(report.total_work.macs.value());
  proto.set_flops(report.total_counts.flops.value());
  proto.set_read_bytes(report.total_counts.read_bytes.value());
  proto.set_write_bytes(report.total_counts.write_bytes.value());
  WorkToProto(report.total_work, report.total_read, report.total_written, *proto.mutable_work());
}

void MemoryToProto(const Report& report, v1::MemoryFootprint& proto) {
  const MemoryFootprint& memory = report.workload.memory;
  proto.set_weight_bytes(memory.weights.value());
  proto.set_peak_activation_bytes(memory.activations.bytes.value());
  if (memory.activations.kernel) {
    const Kernel& kernel =
        report.workload.runtimes.front().kernels.plan.kernels[*memory.activations.kernel];
    proto.set_peak_layer(report.layers()[kernel.main].name);
  }
  proto.set_total_bytes(memory.Total().value());
  if (memory.kv_cache) proto.set_kv_cache_bytes(memory.kv_cache->value());
}

Count WeightReads(const StoredKernels& kernels) {
  Count bytes = 0;
  for (const Kernel& kernel : kernels.plan.kernels) {
    for (const Traffic& traffic : kernel.traffic) {
      const bool weight = kernels.buffers[traffic.buffer.index()].role == BufferRole::kWeight;
      if (weight && !traffic.write) bytes += traffic.bytes * kernel.repeat;
    }
  }
  return bytes;
}

void DecoderToProto(const Report& report, v1::Report& proto) {
  if (!report.decoder) return;
  const DecoderFacts& facts = *report.decoder;
  v1::DecoderFacts& out = *proto.mutable_decoder();
  out.mutable_run()->set_phase(facts.run.phase == DecoderPhase::kPrefill
                                   ? v1::DECODER_PHASE_PREFILL
                                   : v1::DECODER_PHASE_DECODE);
  out.mutable_run()->set_tokens(facts.run.tokens);
  out.mutable_run()->set_past(facts.run.past);
  out.set_sequences(facts.sequences);
  out.set_cache_bytes_per_token(facts.cache_bytes_per_token.value());
  out.set_cache_bytes(facts.cache_bytes.value());
  out.set_weight_read_bytes(WeightReads(report.workload.runtimes.front().kernels).value());
  for (v1::DevicePrediction& device : *proto.mutable_devices()) {
    const double seconds = device.totals().expected_seconds();
    if (seconds > 0) {
      device.mutable_totals()->set_tokens_per_second(
          static_cast<double>(facts.sequences * facts.run.tokens) / seconds);
    }
  }
}

}  // namespace

v1::Report ReportToProto(const Report& report, std::string_view model_name,
                         std::span<const std::string> profile_digests, ReportDetail detail) {
  v1::Report proto;
  proto.set_schema_version(kSchemaVersion);
  proto.set_version(std::string(Version()));
  proto.set_convention(report.convention);
  ModelToProto(report, model_name, *proto.mutable_model());
  TotalsToProto(report, *proto.mutable_totals());
  if (detail == ReportDetail::kEverything) {
    for (size_t i = 0; i < report.layers().size(); ++i)
      LayerToProto(*report.model, report.layers()[i], report.counts[i], *proto.add_layers());
  }
  *proto.mutable_scenario() = ScenarioToProto(report.scenario);
  MemoryToProto(report, *proto.mutable_memory());
  CoverageToProto(report.workload.coverage, *proto.mutable_coverage());
  for (size_t i = 0; i < report.devices.size(); ++i) {
    v1::DevicePrediction& device = *proto.add_devices();
    DevicePredictionToProto(report, report.devices[i], detail, device);
    device.set_profile_digest(profile_digests[i]);
  }
  OperatorTotalsToProto(report, proto);
  DecoderToProto(report, proto);
  for (const std::string& warning : report.warnings) proto.add_warnings(warning);
  if (report.measured_latency) proto.set_measured_latency_seconds(report.measured_latency->value());
  return proto;
}

}  // namespace roofline
