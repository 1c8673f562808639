#include "server/convert/evaluation.h"

#include <string>

#include "server/convert/device_prediction.h"

namespace roofline {
namespace {

// Of the one device that the run was on.
const KernelPlan& PlanOf(const Report& report) {
  return report.workload.For(report.devices.front().profile->kind).kernels.plan;
}

void GroupToProto(const EvaluatedGroup& group, const Report& report, const MeasuredRun& run,
                  v1::EvaluatedGroup& proto) {
  proto.set_name(group.name);
  for (const size_t kernel : group.kernels) {
    for (const size_t index : PlanOf(report).kernels[kernel].layers) {
      const Layer& layer = report.layers()[index];
      proto.add_nodes(layer.name);
      if (layer.name == group.name) proto.set_op(std::string(layer.node->op));
    }
  }
  for (const size_t k : group.measured) proto.add_measured_kernels(run.kernels[k].name);
  proto.set_matched_by(std::string(MatchBasisName(group.basis)));
  proto.set_measured_seconds(group.time.value());
  proto.set_relative_spread(group.relative_spread);
  proto.set_floor_seconds(group.predicted.floor.value());
  proto.set_expected_seconds(group.predicted.expected.typical.value());
  proto.set_compute_seconds(group.predicted.compute.value());
  proto.set_transfer_seconds(group.predicted.transfer.value());
  proto.set_bound(BoundToProto(group.predicted.bound()));
  if (group.efficiency) proto.set_efficiency(*group.efficiency);
  if (group.achieved_rate) proto.set_achieved_flops_per_second(group.achieved_rate->value());
  if (group.achieved_bandwidth)
    proto.set_achieved_bytes_per_second(group.achieved_bandwidth->value());
  proto.set_operations(group.operations.value());
  proto.set_bytes(group.bytes.value());
  if (group.measured_operations) proto.set_measured_operations(group.measured_operations->value());
  proto.set_unexplained_seconds(group.unexplained.value());
  proto.mutable_flags()->Add(group.flags.begin(), group.flags.end());
}

void LeftoversToProto(const std::vector<size_t>& indices, const MeasuredRun& run,
                      google::protobuf::RepeatedPtrField<v1::LeftoverKernel>& protos) {
  for (const size_t k : indices) {
    v1::LeftoverKernel& proto = *protos.Add();
    proto.set_name(run.kernels[k].name);
    proto.set_op(run.kernels[k].op);
    proto.set_seconds(run.kernels[k].median.value());
  }
}

void TotalsToProto(const RunEvaluation& evaluation, const MeasuredRun& run, v1::Evaluation& proto) {
  if (evaluation.latency) proto.set_latency_seconds(evaluation.latency->value());
  proto.set_kernel_seconds(evaluation.kernel_time.value());
  proto.set_inserted_seconds(evaluation.inserted_time.value());
  proto.set_other_seconds(evaluation.other_time.value());
  if (evaluation.residual) proto.set_residual_seconds(evaluation.residual->value());
  if (evaluation.efficiency) proto.set_efficiency(*evaluation.efficiency);
  proto.set_matched_time_share(evaluation.matching.matched_time_share);
  if (run.flops) proto.set_measured_operations(run.flops->value());
}

}  // namespace

v1::Evaluation EvaluationToProto(const RunEvaluation& evaluation, const Report& report,
                                 const MeasuredRun& run, const v1::Report& proto) {
  v1::Evaluation out;
  out.set_schema_version(1);
  out.set_version(proto.version());
  *out.mutable_model() = proto.model();
  out.set_device(proto.devices(0).id());
  out.set_profile_digest(proto.devices(0).profile_digest());
  *out.mutable_scenario() = proto.scenario();
  out.set_measured_format(run.format);
  out.set_measured_file(run.file);
  out.set_runs(run.runs);
  out.set_warmup_runs_dropped(run.warmup_runs_dropped);
  *out.mutable_predicted() = proto.devices(0).totals();
  TotalsToProto(evaluation, run, out);
  out.set_counted_operations(static_cast<double>(report.total_work.Flops().value()));
  for (const EvaluatedGroup& group : evaluation.groups)
    GroupToProto(group, report, run, *out.add_groups());
  for (const size_t i : evaluation.ranking) out.add_ranking(static_cast<int32_t>(i));
  LeftoversToProto(evaluation.matching.unmatched_measured, run, *out.mutable_unmatched());
  LeftoversToProto(evaluation.matching.inserted, run, *out.mutable_inserted());
  for (const size_t i : evaluation.unmatched_kernels)
    out.add_unmatched_layers(report.layers()[PlanOf(report).kernels[i].main].name);
  out.mutable_warnings()->Add(evaluation.warnings.begin(), evaluation.warnings.end());
  out.mutable_warnings()->MergeFrom(proto.warnings());
  out.mutable_warnings()->MergeFrom(proto.devices(0).warnings());
  return out;
}

}  // namespace roofline
