#include "costmodel/measurement/run_table.h"

#include <algorithm>
#include <iterator>

#include "costmodel/measurement/statistics.h"

namespace roofline {

void RunTable::BeginRun(bool is_warmup) { runs_.push_back({.is_warmup = is_warmup}); }

void RunTable::AddKernel(MeasuredKernel what, Seconds time) {
  Run& run = runs_.back();
  const int64_t order = run.seen[what.name]++;
  const auto [entry, is_new] =
      kernel_by_name_.emplace(std::pair(what.name, order), kernels_.size());
  if (is_new) kernels_.push_back(std::move(what));
  run.seconds.emplace_back(entry->second, time.value());
}

void RunTable::SetLatency(Seconds time) { runs_.back().latency = time.value(); }

std::vector<bool> RunTable::Kept(Warmup rule) const {
  std::vector<bool> kept(runs_.size(), true);
  const bool marked =
      std::ranges::any_of(runs_, &Run::is_warmup) && !std::ranges::all_of(runs_, &Run::is_warmup);
  if (marked) {
    for (size_t i = 0; i < runs_.size(); ++i) kept[i] = !runs_[i].is_warmup;
  } else if (rule == Warmup::kDropFirst) {
    std::fill_n(kept.begin(), WarmupRuns(std::ssize(runs_)), false);
  }
  return kept;
}

void RunTable::Summarize(Warmup rule, MeasuredRun& run) const {
  const std::vector<bool> kept = Kept(rule);
  run.runs = std::ranges::count(kept, true);
  run.warmup_runs_dropped = static_cast<int64_t>(runs_.size()) - run.runs;
  std::vector<std::vector<double>> seconds(kernels_.size());
  std::vector<double> latencies;
  for (size_t i = 0; i < runs_.size(); ++i) {
    if (!kept[i]) continue;
    if (runs_[i].latency) latencies.push_back(*runs_[i].latency);
    for (const auto& [kernel, time] : runs_[i].seconds) seconds[kernel].push_back(time);
  }
  for (size_t i = 0; i < kernels_.size(); ++i) {
    if (seconds[i].empty()) continue;
    seconds[i].resize(static_cast<size_t>(run.runs));
    const SampleSummary summary = roofline::Summarize(std::move(seconds[i]));
    MeasuredKernel kernel = kernels_[i];
    kernel.median = summary.median;
    kernel.minimum = summary.minimum;
    kernel.relative_spread = summary.relative_spread;
    run.kernels.push_back(std::move(kernel));
  }
  if (latencies.empty()) return;
  const SampleSummary summary = roofline::Summarize(std::move(latencies));
  run.latency_median = summary.median;
  run.latency_minimum = summary.minimum;
  run.latency_relative_spread = summary.relative_spread;
}

}  // namespace roofline
