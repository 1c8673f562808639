#include "client/render/prediction_json.h"

#include <string>
#include <utility>

#include "client/render/coverage_json.h"
#include "client/render/report_text.h"

namespace roofline {
namespace {

Json LayerTimeJson(const v1::LayerTime& time) {
  Json json = {{"kernel", time.kernel()},
               {"main", time.main()},
               {"compute_seconds", time.compute_seconds()},
               {"transfer_seconds", time.transfer_seconds()},
               {"floor_seconds", time.floor_seconds()},
               {"serial_seconds", time.serial_seconds()},
               {"expected_seconds", time.expected_seconds()},
               {"bound", BoundText(time.bound())},
               {"share", time.share()}};
  if (time.has_arithmetic_intensity_flops_per_byte()) {
    json["arithmetic_intensity_flops_per_byte"] = time.arithmetic_intensity_flops_per_byte();
  }
  return json;
}

Json EfficiencyJson(const v1::EfficiencyUse& use) {
  return {{"value", use.value()}, {"low", use.low()},
          {"high", use.high()},   {"operator_class", use.operator_class()},
          {"basis", use.basis()}, {"source", use.source()}};
}

Json ComputeTermJson(const v1::ComputeTerm& term) {
  return {{"unit", term.unit()},
          {"data_type", term.data_type()},
          {"operations", term.operations()},
          {"rate_per_second", term.rate_per_second()},
          {"seconds", term.seconds()},
          {"utilisation", term.utilisation()}};
}

Json TransferTermJson(const v1::TransferTerm& term) {
  return {{"level", term.level()},
          {"bytes", term.bytes()},
          {"bandwidth_bytes_per_second", term.bandwidth_bytes_per_second()},
          {"seconds", term.seconds()}};
}

Json OperandJson(const v1::Operand& operand) {
  return {{"tensor", operand.tensor()},
          {"role", operand.role()},
          {"written", operand.written()},
          {"level_bytes", ArrayOf(operand.bytes(), [](int64_t bytes) { return bytes; })}};
}

Json LevelJson(const v1::MemoryLevel& level) {
  Json json = {{"name", level.name()}};
  if (level.has_capacity_bytes()) json["capacity_bytes"] = level.capacity_bytes();
  json["bandwidth_bytes_per_second"] = level.bandwidth_bytes_per_second();
  json["served_bytes"] = level.served_bytes();
  return json;
}

Json PeakJson(const v1::Peak& peak) {
  return {{"unit", peak.unit()},
          {"data_type", peak.data_type()},
          {"flops_per_second", peak.flops_per_second()}};
}

}  // namespace

Json ScenarioJson(const v1::Scenario& scenario) {
  Json json = {{"fusion", FusionText(scenario.fusion())}};
  if (!scenario.precision().empty()) json["precision"] = scenario.precision();
  if (!scenario.weights().empty()) json["weights"] = scenario.weights();
  json["memory"] = MemoryStateText(scenario.memory());
  if (scenario.has_threads()) json["threads"] = scenario.threads();
  json["host_transfer"] = scenario.host_transfer();
  json["channels_last"] = scenario.channels_last();
  return json;
}

Json DecoderJson(const v1::DecoderFacts& decoder) {
  return {{"phase", decoder.run().phase() == v1::DECODER_PHASE_PREFILL ? "prefill" : "decode"},
          {"tokens", decoder.run().tokens()},
          {"past", decoder.run().past()},
          {"sequences", decoder.sequences()},
          {"cache_bytes_per_token", decoder.cache_bytes_per_token()},
          {"cache_bytes", decoder.cache_bytes()},
          {"weight_read_bytes", decoder.weight_read_bytes()}};
}

Json MemoryJson(const v1::MemoryFootprint& memory) {
  Json json = {{"weight_bytes", memory.weight_bytes()},
               {"peak_activation_bytes", memory.peak_activation_bytes()},
               {"peak_layer", memory.peak_layer()},
               {"total_bytes", memory.total_bytes()}};
  if (memory.has_kv_cache_bytes()) json["kv_cache_bytes"] = memory.kv_cache_bytes();
  return json;
}

Json DeviceTotalsJson(const v1::DeviceTotals& totals) {
  Json json = {{"compute_seconds", totals.compute_seconds()},
               {"transfer_seconds", totals.transfer_seconds()},
               {"floor_seconds", totals.floor_seconds()},
               {"serial_seconds", totals.serial_seconds()},
               {"expected_seconds", totals.expected_seconds()},
               {"expected_low_seconds", totals.expected_low_seconds()},
               {"expected_high_seconds", totals.expected_high_seconds()},
               {"overhead_seconds", totals.overhead_seconds()},
               {"inference_overhead_seconds", totals.inference_overhead_seconds()},
               {"double_bandwidth_seconds", totals.double_bandwidth_seconds()},
               {"double_peak_seconds", totals.double_peak_seconds()},
               {"bound", BoundText(totals.bound())},
               {"kernels",
                {{"total", totals.kernels().total()},
                 {"compute_bound", totals.kernels().compute_bound()},
                 {"memory_bound", totals.kernels().memory_bound()},
                 {"overhead_bound", totals.kernels().overhead_bound()}}},
               {"coverage", SharesJson(totals.coverage())}};
  if (totals.has_dispatch_seconds()) {
    json["dispatch_seconds"] = totals.dispatch_seconds();
    json["dispatch_wait_seconds"] = totals.dispatch_wait_seconds();
  }
  if (totals.has_host_transfer_seconds())
    json["host_transfer_seconds"] = totals.host_transfer_seconds();
  if (totals.has_separate_floor_seconds()) {
    json["separate_floor_seconds"] = totals.separate_floor_seconds();
    json["separate_expected_seconds"] = totals.separate_expected_seconds();
  }
  if (totals.has_tokens_per_second()) json["tokens_per_second"] = totals.tokens_per_second();
  if (totals.has_fits()) json["fits"] = totals.fits();
  if (totals.has_arithmetic_intensity_flops_per_byte()) {
    json["arithmetic_intensity_flops_per_byte"] = totals.arithmetic_intensity_flops_per_byte();
  }
  if (totals.has_efficiency()) json["efficiency"] = totals.efficiency();
  return json;
}

Json KernelJson(const v1::Kernel& kernel) {
  Json json = {{"name", kernel.name()},
               {"nodes", Json(kernel.nodes())},
               {"main_layer", kernel.main_layer()},
               {"pattern", kernel.pattern()},
               {"operator_class", kernel.operator_class()},
               {"executions", kernel.executions()},
               {"compute_seconds", kernel.compute_seconds()},
               {"transfer_seconds", kernel.transfer_seconds()},
               {"floor_seconds", kernel.floor_seconds()},
               {"serial_seconds", kernel.serial_seconds()},
               {"overhead_seconds", kernel.overhead_seconds()},
               {"expected_seconds", kernel.expected_seconds()},
               {"expected_low_seconds", kernel.expected_low_seconds()},
               {"expected_high_seconds", kernel.expected_high_seconds()},
               {"double_bandwidth_seconds", kernel.double_bandwidth_seconds()},
               {"double_peak_seconds", kernel.double_peak_seconds()},
               {"bound", BoundText(kernel.bound())},
               {"bound_by", kernel.bound_by()}};
  if (kernel.has_margin()) json["margin"] = kernel.margin();
  json["compute"] = ArrayOf(kernel.compute(), ComputeTermJson);
  json["transfer"] = ArrayOf(kernel.transfer(), TransferTermJson);
  json["operands"] = ArrayOf(kernel.operands(), OperandJson);
  if (kernel.has_compute_efficiency()) {
    json["compute_efficiency"] = EfficiencyJson(kernel.compute_efficiency());
    json["memory_efficiency"] = EfficiencyJson(kernel.memory_efficiency());
  }
  if (kernel.one_core()) json["one_core"] = true;
  return json;
}

Json DevicePredictionJson(const v1::DevicePrediction& device) {
  Json json = {{"id", device.id()},
               {"name", device.name()},
               {"profile_digest", device.profile_digest()},
               {"bandwidth_bytes_per_second", device.bandwidth_bytes_per_second()},
               {"memory_levels", ArrayOf(device.memory_levels(), LevelJson)},
               {"peaks", ArrayOf(device.peaks(), PeakJson)}};
  if (device.has_threads()) json["threads"] = device.threads();
  if (device.has_ridge_point_flops_per_byte())
    json["ridge_point_flops_per_byte"] = device.ridge_point_flops_per_byte();
  json["overlap"] = device.overlap();
  json["totals"] = DeviceTotalsJson(device.totals());
  json["layers"] = ArrayOf(device.layers(), LayerTimeJson);
  json["kernels"] = ArrayOf(device.kernels(), KernelJson);
  json["operators"] = ArrayOf(device.operators(), [](const v1::OperatorTime& time) {
    return Json{{"expected_seconds", time.expected_seconds()}};
  });
  json["warnings"] = Json(device.warnings());
  return json;
}

}  // namespace roofline
