#include "costmodel/analysis/control_flow/body_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/operators/fact_merge.h"

namespace roofline {
namespace {

// Executions that differ in shape are layers of their own; more than this many is no report.
constexpr int64_t kMaxDifferentRuns = 1024;

bool RunsAlike(const GraphRun& a, const GraphRun& b) {
  return a.graph == b.graph && a.mark == b.mark &&
         std::equal(a.facts.begin(), a.facts.end(), b.facts.begin(), b.facts.end(), Alike);
}

}  // namespace

Checkpoint::Checkpoint(ShapedModel& result)
    : result_(result),
      runs_(result.runs.size()),
      nodes_(result.nodes.size()),
      warnings_(result.warnings.size()),
      folded_(result.folded_nodes) {}

AddedRuns Checkpoint::Since() const {
  return {runs_, result_.runs.size(), nodes_, result_.nodes.size()};
}

void Checkpoint::Restore() const {
  result_.runs.resize(runs_);
  result_.nodes.resize(nodes_);
  result_.warnings.resize(warnings_);
  result_.folded_nodes = folded_;
}

absl::StatusOr<std::vector<Fact>> BodyRuns::Run(std::span<const Fact> inputs) {
  ShapedModel& result = flow_.interpreter.result();
  const Checkpoint before(result);
  std::string scope = count_ == 0 ? scope_ : fmt::format("{}[{}]", scope_, count_);
  ASSIGN_OR_RETURN(GraphRun * run, flow_.interpreter.RunGraph(body_, &flow_.run, inputs,
                                                              std::move(scope), flow_.run.repeat));
  std::vector<Fact> outputs = flow_.interpreter.OutputsOf(*run);
  ++count_;
  const AddedRuns added = before.Since();
  if (alike_ > 0 && LikeLast(added)) {
    before.Restore();
    ++alike_;
    SetRepeat();
    return outputs;
  }
  if (++different_ > kMaxDifferentRuns) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("{}: the tensors in its body still change shape after {} iterations",
                             flow_.view.Describe(), kMaxDifferentRuns));
  }
  last_ = added;
  repeats_.clear();
  for (size_t i = added.first_run; i < added.end_run; ++i)
    repeats_.push_back(result.runs[i]->repeat);
  alike_ = 1;
  return outputs;
}

bool BodyRuns::LikeLast(const AddedRuns& added) const {
  const ShapedModel& result = flow_.interpreter.result();
  const size_t runs = added.end_run - added.first_run;
  const size_t nodes = added.end_node - added.first_node;
  if (runs != last_.end_run - last_.first_run || nodes != last_.end_node - last_.first_node)
    return false;
  for (size_t i = 0; i < runs; ++i) {
    const GraphRun& run = *result.runs[added.first_run + i];
    if (run.repeat != repeats_[i] || !RunsAlike(run, *result.runs[last_.first_run + i]))
      return false;
  }
  return true;
}

void BodyRuns::SetRepeat() {
  const ShapedModel& result = flow_.interpreter.result();
  for (size_t i = 0; i < repeats_.size(); ++i)
    result.runs[last_.first_run + i]->repeat = repeats_[i] * Count(alike_);
}

void BodyRuns::RepeatLast(int64_t more) {
  count_ += more;
  alike_ += more;
  SetRepeat();
}

void BodyRuns::MarkAll(Mark mark) {
  const AddedRuns all = start_.Since();
  for (size_t i = all.first_run; i < all.end_run; ++i) {
    GraphRun& run = *flow_.interpreter.result().runs[i];
    run.mark = Worst(run.mark, mark);
  }
}

void BodyRuns::Discard() {
  start_.Restore();
  count_ = 0;
  alike_ = 0;
}

}  // namespace roofline
