#include "costmodel/prediction/report.h"

#include <fmt/format.h>

#include <utility>

#include "costmodel/convention/reader.h"
#include "costmodel/counted.h"
#include "costmodel/custom/custom_rules.h"
#include "costmodel/data_dir.h"
#include "costmodel/error.h"
#include "costmodel/onnx/loader.h"

namespace roofline {
namespace {

absl::Status CountByConvention(const Convention& convention, Report& report) {
  for (const Layer& layer : report.layers()) {
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
  for (const Layer& layer : report.layers()) {
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
      !report.workload.footprint.weight_bytes.ok() ||
      !(counts.flops + counts.read_bytes + counts.write_bytes).ok()) {
    return Error(Reason::kLimitExceeded, "the work of the whole model does not fit a 64-bit count");
  }
  return absl::OkStatus();
}

// Which layers a user's rule counts.
void AddCustomRules(Report& report) {
  const auto& layers = report.layers();
  const auto is_custom = [](const Layer& layer) { return layer.custom != nullptr; };
  const auto first = std::find_if(layers.begin(), layers.end(), is_custom);
  if (first == layers.end()) return;
  const auto count = std::count_if(first, layers.end(), is_custom);
  report.warnings.push_back(fmt::format(
      "{} of {} are counted by custom rules (first: {} by {})", count,
      Counted(static_cast<int64_t>(layers.size()), "layer"), first->name, first->custom->place));
}

void AddDecoderFacts(const PredictOptions& options, Report& report) {
  if (!options.decoder) return;
  std::optional<int> bits;
  if (options.scenario.precision) bits = BitsOf(*options.scenario.precision);
  report.decoder =
      DecoderFactsOf(report.model->main(), *report.workload.shaped, *options.decoder, bits);
  if (report.decoder) report.workload.memory.kv_cache = report.decoder->cache_bytes;
}

void AddWarnings(Report& report) {
  report.warnings.insert(report.warnings.end(), report.model->warnings.begin(),
                         report.model->warnings.end());
  report.warnings.insert(report.warnings.end(), report.workload.shaped->warnings.begin(),
                         report.workload.shaped->warnings.end());
  const size_t dead = report.model->main().dead_nodes.size();
  if (dead > 0) {
    report.warnings.push_back(fmt::format(
        "{} node{} left out: no output of the model depends on {} (first: {} '{}')", dead,
        dead == 1 ? "" : "s", dead == 1 ? "it" : "them", report.model->main().dead_nodes.front().op,
        report.model->main().dead_nodes.front().name));
  }
  AddCustomRules(report);
  if (report.workload.coverage.unknown > 0) {
    report.warnings.push_back(fmt::format(
        "{} of {} have unknown work, which the totals and times leave out (first: {})",
        report.workload.coverage.unknown, Counted(report.workload.coverage.nodes, "layer"),
        report.workload.coverage.unknown_layers.front()));
  }
}

}  // namespace

absl::StatusOr<std::shared_ptr<const EfficiencyDefaults>> EfficienciesOf(
    const PredictOptions& options) {
  if (options.efficiencies != nullptr) return options.efficiencies;
  ASSIGN_OR_RETURN(EfficiencyDefaults defaults, EfficiencyDefaults::Load(DataDirectory()));
  return std::make_shared<const EfficiencyDefaults>(std::move(defaults));
}

absl::StatusOr<InferOptions> InferOptionsFor(const Model& model, const PredictOptions& options) {
  InferOptions infer = options.infer;
  if (options.decoder) RETURN_IF_ERROR(BindDecoder(model.main(), *options.decoder, infer.bindings));
  return infer;
}

absl::StatusOr<Report> Predict(std::string_view skeleton, std::string_view digest,
                               const PredictOptions& options) {
  if (options.measured_latency && *options.measured_latency <= Seconds(0)) {
    return Error(Reason::kInvalidArgument, "the measured latency must be greater than zero");
  }
  ASSIGN_OR_RETURN(const Convention convention, LoadConvention(options.convention));
  Report report;
  report.digest = digest;
  report.convention = convention.name();
  report.scenario = options.scenario;
  report.measured_latency = options.measured_latency;
  ASSIGN_OR_RETURN(report.efficiencies, EfficienciesOf(options));
  ASSIGN_OR_RETURN(Model model, LoadModel(skeleton, options.infer.limits));
  report.model = std::make_unique<Model>(std::move(model));
  ASSIGN_OR_RETURN(const InferOptions infer, InferOptionsFor(*report.model, options));
  ASSIGN_OR_RETURN(report.workload,
                   MakeWorkload(*report.model, infer, options.scenario, options.devices));
  AddDecoderFacts(options, report);
  if (options.strict) RETURN_IF_ERROR(CheckNothingUnknown(report.layers()));
  RETURN_IF_ERROR(CountByConvention(convention, report));
  RETURN_IF_ERROR(SumWork(report));
  for (const ProfilePtr& profile : options.devices) {
    if (options.infer.cancelled()) return Error(Reason::kCancelled, "the request was cancelled");
    ASSIGN_OR_RETURN(DevicePrediction prediction,
                     PredictOnDevice(report.workload, profile,
                                     report.efficiencies->of(profile->kind), options.scenario));
    if (report.measured_latency) CompareWithMeasured(*report.measured_latency, prediction);
    report.devices.push_back(std::move(prediction));
  }
  AddWarnings(report);
  return report;
}

}  // namespace roofline
