#include "costmodel/prediction/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "costmodel/convention/reader.h"
#include "costmodel/error.h"
#include "costmodel/onnx/loader.h"

namespace roofline {
namespace {

absl::Status CountByConvention(const Convention& convention, Report& report) {
  for (const Layer& layer : report.layers) {
    ASSIGN_OR_RETURN(ConventionCounts counts, convention.CountLayer(layer));
    counts.flops *= layer.repeat;
    counts.read_bytes *= layer.repeat;
    counts.write_bytes *= layer.repeat;
    report.total_counts.flops += counts.flops;
    report.total_counts.read_bytes += counts.read_bytes;
    report.total_counts.write_bytes += counts.write_bytes;
    report.counts.push_back(counts);
  }
  return absl::OkStatus();
}

absl::Status SumWork(Report& report) {
  Work& sum = report.total_work;
  for (const Layer& layer : report.layers) {
    const Work work = layer.work * layer.repeat;
    sum.macs += work.macs;
    sum.fmas += work.fmas;
    sum.arithmetic += work.arithmetic;
    sum.comparisons += work.comparisons;
    sum.transcendentals += work.transcendentals;
    sum.integer_ops += work.integer_ops;
    report.total_read += work.TotalRead();
    report.total_written += work.TotalWritten();
  }
  const ConventionCounts& counts = report.total_counts;
  if (!sum.ok() || !(report.total_read + report.total_written).ok() ||
      !report.footprint.weight_bytes.ok() ||
      !(counts.flops + counts.read_bytes + counts.write_bytes).ok()) {
    return Error(Reason::kLimitExceeded, "the work of the whole model does not fit a 64-bit count");
  }
  return absl::OkStatus();
}

// The type most MACs multiply in; fp32 for a model without any.
Precision MainPrecision(const std::vector<Layer>& layers) {
  std::map<Precision, double> macs;
  for (const Layer& layer : layers) {
    const Precision precision = PrecisionOf(layer.work.math).value_or(Precision::kFp32);
    macs[precision] += static_cast<double>((layer.work.macs * layer.repeat).value());
  }
  Precision best = Precision::kFp32;
  double most = 0;
  for (const auto& [precision, count] : macs) {
    if (count > most) {
      best = precision;
      most = count;
    }
  }
  return best;
}

// The efficiency, and what it means when a run beat the floor of separate layers.
void Compare(Seconds measured, DevicePrediction& prediction) {
  prediction.efficiency = prediction.total.floor / measured;
  if (*prediction.efficiency <= 1) return;
  const Seconds whole = std::max(prediction.total.compute, prediction.total.transfer);
  prediction.warnings.push_back(
      fmt::format("the run is faster than the floor of separate layers ({:.1f} %): it fused layers "
                  "or kept tensors in cache; against "
                  "max(all compute, all transfer) = {:.3f} ms it reaches {:.1f} %",
                  *prediction.efficiency * 100, whole.value() * 1e3, whole / measured * 100));
}

DevicePrediction TimeOnDevice(const Report& report, const ProfilePtr& profile) {
  DevicePrediction prediction;
  prediction.profile = profile;
  DeviceTimer timer(*profile);
  for (const Layer& layer : report.layers) {
    prediction.layers.push_back(timer.Time(layer.work, layer.repeat));
    prediction.total += prediction.layers.back();
  }
  prediction.bound = prediction.total.bound();
  prediction.rates = timer.used_rates();
  prediction.warnings = timer.warnings();
  if (const auto choice = ChooseRate(*profile, MainPrecision(report.layers))) {
    prediction.ridge_point = choice->rate / profile->DramBandwidth();
  }
  if (report.measured_latency) Compare(*report.measured_latency, prediction);
  return prediction;
}

absl::Status CheckNothingUnknown(const Report& report) {
  constexpr size_t kMaxNamed = 5;
  if (report.coverage.unknown == 0) return absl::OkStatus();
  std::vector<std::string> named;
  for (const Layer& layer : report.layers) {
    if (layer.mark != Mark::kUnknown) continue;
    if (named.size() == kMaxNamed) break;
    named.push_back(fmt::format("{} ({})", layer.name, layer.node->op));
  }
  return Error(
      Reason::kUnknownOperator,
      fmt::format("the work of {} of {} layers is unknown: {}{}", report.coverage.unknown,
                  report.coverage.nodes, fmt::join(named, ", "),
                  report.coverage.unknown > static_cast<int64_t>(named.size()) ? ", ..." : ""));
}

void AddWarnings(Report& report) {
  report.warnings.insert(report.warnings.end(), report.model->warnings.begin(),
                         report.model->warnings.end());
  report.warnings.insert(report.warnings.end(), report.shaped->warnings.begin(),
                         report.shaped->warnings.end());
  const size_t dead = report.model->main().dead_nodes.size();
  if (dead > 0) {
    report.warnings.push_back(fmt::format(
        "{} node{} left out: no output of the model depends on {} (first: {} '{}')", dead,
        dead == 1 ? "" : "s", dead == 1 ? "it" : "them", report.model->main().dead_nodes.front().op,
        report.model->main().dead_nodes.front().name));
  }
  if (report.coverage.unknown > 0) {
    report.warnings.push_back(fmt::format(
        "{} of {} layers have unknown work, which the totals and times leave out (first: {})",
        report.coverage.unknown, report.coverage.nodes, report.coverage.unknown_layers.front()));
  }
}

}  // namespace

absl::StatusOr<Report> Predict(std::string_view skeleton, std::string_view digest,
                               const PredictOptions& options) {
  if (options.measured_latency && *options.measured_latency <= Seconds(0)) {
    return Error(Reason::kInvalidArgument, "the measured latency must be greater than zero");
  }
  ASSIGN_OR_RETURN(const Convention convention, LoadConvention(options.convention));
  Report report;
  report.digest = digest;
  report.convention = convention.name();
  report.measured_latency = options.measured_latency;
  ASSIGN_OR_RETURN(Model model, LoadModel(skeleton, options.limits));
  report.model = std::make_unique<Model>(std::move(model));
  const InferOptions infer{.bindings = options.bindings,
                           .if_policy = options.if_policy,
                           .loop_trips = options.loop_trips,
                           .limits = options.limits,
                           .cancelled = options.cancelled};
  ASSIGN_OR_RETURN(ShapedModel shaped, InferShapes(*report.model, infer));
  report.shaped = std::make_unique<ShapedModel>(std::move(shaped));
  ASSIGN_OR_RETURN(report.layers, CountLayers(*report.model, *report.shaped));
  report.footprint = FootprintOf(*report.model, report.layers);
  report.coverage = CoverageOf(report.layers);
  if (options.strict) RETURN_IF_ERROR(CheckNothingUnknown(report));
  RETURN_IF_ERROR(CountByConvention(convention, report));
  RETURN_IF_ERROR(SumWork(report));
  for (const ProfilePtr& profile : options.devices) {
    if (options.cancelled()) return Error(Reason::kCancelled, "the request was cancelled");
    report.devices.push_back(TimeOnDevice(report, profile));
  }
  AddWarnings(report);
  return report;
}

}  // namespace roofline
