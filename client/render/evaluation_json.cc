#include "client/render/evaluation_render.h"
#include "client/render/json.h"
#include "client/render/model_json.h"
#include "client/render/prediction_json.h"
#include "client/render/report_text.h"

namespace roofline {
namespace {

Json GroupJson(const v1::EvaluatedGroup& group) {
  Json json = {{"name", group.name()},
               {"op", group.op()},
               {"nodes", Json(group.nodes())},
               {"measured_kernels", Json(group.measured_kernels())},
               {"matched_by", group.matched_by()},
               {"measured_seconds", group.measured_seconds()},
               {"relative_spread", group.relative_spread()},
               {"floor_seconds", group.floor_seconds()},
               {"expected_seconds", group.expected_seconds()},
               {"compute_seconds", group.compute_seconds()},
               {"transfer_seconds", group.transfer_seconds()},
               {"bound", BoundText(group.bound())},
               {"operations", group.operations()},
               {"bytes", group.bytes()},
               {"unexplained_seconds", group.unexplained_seconds()}};
  if (group.has_efficiency()) json["efficiency"] = group.efficiency();
  if (group.has_achieved_flops_per_second()) {
    json["achieved_flops_per_second"] = group.achieved_flops_per_second();
    json["achieved_bytes_per_second"] = group.achieved_bytes_per_second();
  }
  if (group.has_measured_operations()) json["measured_operations"] = group.measured_operations();
  json["flags"] = Json(group.flags());
  return json;
}

Json LeftoverJson(const v1::LeftoverKernel& kernel) {
  return {{"name", kernel.name()}, {"op", kernel.op()}, {"seconds", kernel.seconds()}};
}

Json MeasuredJson(const v1::Evaluation& evaluation) {
  Json json = {{"format", evaluation.measured_format()},
               {"file", evaluation.measured_file()},
               {"runs", evaluation.runs()},
               {"warmup_runs_dropped", evaluation.warmup_runs_dropped()},
               {"kernel_seconds", evaluation.kernel_seconds()},
               {"inserted_seconds", evaluation.inserted_seconds()},
               {"other_seconds", evaluation.other_seconds()}};
  if (evaluation.has_latency_seconds()) json["latency_seconds"] = evaluation.latency_seconds();
  if (evaluation.has_residual_seconds()) json["residual_seconds"] = evaluation.residual_seconds();
  if (evaluation.has_measured_operations())
    json["measured_operations"] = evaluation.measured_operations();
  return json;
}

}  // namespace

std::string EvaluationJson(const v1::Evaluation& evaluation) {
  Json json = {{"schema_version", evaluation.schema_version()},
               {"version", evaluation.version()},
               {"model", ModelJson(evaluation.model())},
               {"device", evaluation.device()},
               {"profile_digest", evaluation.profile_digest()},
               {"scenario", ScenarioJson(evaluation.scenario())},
               {"measured", MeasuredJson(evaluation)},
               {"predicted", DeviceTotalsJson(evaluation.predicted())},
               {"counted_operations", evaluation.counted_operations()},
               {"matched_time_share", evaluation.matched_time_share()},
               {"groups", ArrayOf(evaluation.groups(), GroupJson)},
               {"ranking", ArrayOf(evaluation.ranking(), [](int32_t i) { return i; })},
               {"unmatched", ArrayOf(evaluation.unmatched(), LeftoverJson)},
               {"inserted", ArrayOf(evaluation.inserted(), LeftoverJson)},
               {"unmatched_layers", Json(evaluation.unmatched_layers())},
               {"warnings", Json(evaluation.warnings())}};
  if (evaluation.has_efficiency()) json["efficiency"] = evaluation.efficiency();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace roofline
