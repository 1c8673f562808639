#include "client/render/report_json.h"

#include "client/render/coverage_json.h"
#include "client/render/model_json.h"
#include "client/render/prediction_json.h"
#include "client/render/report_text.h"

namespace roofline {
namespace {

Json WorkJson(const v1::Work& work) {
  return {{"macs", work.macs()},
          {"fmas", work.fmas()},
          {"arithmetic", work.arithmetic()},
          {"comparisons", work.comparisons()},
          {"transcendentals", work.transcendentals()},
          {"integer_operations", work.integer_operations()},
          {"read_bytes", work.read_bytes()},
          {"write_bytes", work.write_bytes()}};
}

Json ParameterJson(const v1::LayerParameter& parameter) {
  switch (parameter.value_case()) {
    case v1::LayerParameter::kInteger:
      return parameter.integer();
    case v1::LayerParameter::kIntegers:
      return ArrayOf(parameter.integers().values(), [](int64_t value) { return value; });
    case v1::LayerParameter::kNumber:
      return parameter.number();
    case v1::LayerParameter::kFlag:
      return parameter.flag();
    case v1::LayerParameter::kText:
      return parameter.text();
    default:
      return nullptr;
  }
}

Json LayerJson(const v1::Layer& layer) {
  Json parameters = Json::object();
  for (const v1::LayerParameter& parameter : layer.parameters())
    parameters[parameter.name()] = ParameterJson(parameter);
  Json json = {{"name", layer.name()},
               {"op", layer.op()},
               {"domain", layer.domain()},
               {"scope", layer.scope()},
               {"repeat", layer.repeat()},
               {"macs", layer.macs()},
               {"flops", layer.flops()},
               {"read_bytes", layer.read_bytes()},
               {"write_bytes", layer.write_bytes()},
               {"data_type", layer.data_type()},
               {"input_shapes", ArrayOf(layer.inputs(), ShapeJson)},
               {"output_shapes", ArrayOf(layer.outputs(), ShapeJson)},
               {"parameters", std::move(parameters)},
               {"work", WorkJson(layer.work())},
               {"coverage", MarkText(layer.coverage())}};
  if (!layer.note().empty()) json["note"] = layer.note();
  if (!layer.source().empty()) json["source"] = layer.source();
  return json;
}

Json OperatorJson(const v1::OperatorTotals& totals) {
  return {{"op", totals.op()},
          {"domain", totals.domain()},
          {"layers", totals.layers()},
          {"macs", totals.macs()},
          {"flops", totals.flops()},
          {"read_bytes", totals.read_bytes()},
          {"write_bytes", totals.write_bytes()},
          {"unknown_layers", totals.unknown_layers()}};
}

}  // namespace

std::string ReportJson(const v1::Report& report) {
  Json json = {{"schema_version", report.schema_version()},
               {"version", report.version()},
               {"convention", report.convention()},
               {"model", ModelJson(report.model())},
               {"totals",
                {{"layers", report.totals().layers()},
                 {"macs", report.totals().macs()},
                 {"flops", report.totals().flops()},
                 {"read_bytes", report.totals().read_bytes()},
                 {"write_bytes", report.totals().write_bytes()},
                 {"work", WorkJson(report.totals().work())}}},
               {"layers", ArrayOf(report.layers(), LayerJson)},
               {"operators", ArrayOf(report.operators(), OperatorJson)},
               {"coverage", CoverageJson(report.coverage())},
               {"scenario", ScenarioJson(report.scenario())},
               {"memory", MemoryJson(report.memory())},
               {"devices", ArrayOf(report.devices(), DevicePredictionJson)},
               {"warnings", Json(report.warnings())}};
  if (report.has_decoder()) json["decoder"] = DecoderJson(report.decoder());
  if (report.has_measured_latency_seconds())
    json["measured_latency_seconds"] = report.measured_latency_seconds();
  // Names come from files: what is not UTF-8 is replaced, not thrown at.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace roofline
