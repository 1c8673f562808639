#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "costmodel/analysis/control_flow/body_runs.h"
#include "costmodel/analysis/control_flow/trip_count.h"
#include "costmodel/error.h"
#include "costmodel/operators/fact_merge.h"

namespace roofline {
namespace {

// Up to this many iterations are run one by one, with the iteration number known.
constexpr int64_t kAlwaysExact = 64;
// Longer loops are taken as settled once this many iterations in a row were alike.
constexpr int64_t kSettled = 3;
// A loop whose end shows only by running it is followed this far.
constexpr int64_t kMaxIterations = 100'000;
// Exporters write "no limit" as the largest int32 or int64.
constexpr int64_t kNoLimit = (int64_t{1} << 31) - 1;

size_t ElementCount(const Fact& fact) { return fact.elements ? fact.elements->size() : 0; }

// Inputs: M, cond, carried values. Body inputs: iteration, cond, carried values; body outputs:
// cond, carried values, scan outputs.
class LoopRun {
 public:
  LoopRun(const ControlFlowNode& flow, GraphId body)
      : flow_(flow), body_(body), runs_(flow, body, ScopeOf(flow, "body")) {}

  absl::StatusOr<std::vector<Fact>> Run() {
    RETURN_IF_ERROR(CheckOperands());
    RETURN_IF_ERROR(ReadLimit());
    if (trips_ == 0) return WithoutIterations();
    while (trips_ != runs_.count() && !ended_) {
      if (runs_.count() >= kMaxIterations)
        return UnknownTrips(flow_,
                            fmt::format("it has not ended after {} iterations", kMaxIterations));
      RETURN_IF_ERROR(Iterate());
      if (Settled()) Skip();
    }
    runs_.MarkAll(mark_);
    return Outputs();
  }

 private:
  const Graph& body() const { return flow_.interpreter.model().graph(body_); }

  absl::Status CheckOperands() {
    const int given = std::max(flow_.view.num_inputs() - 2, 0);
    for (int i = 2; i < flow_.view.num_inputs(); ++i) {
      if (!flow_.view.has_input(i))
        return flow_.view.Conflict(fmt::format("input {} is required", i));
      initial_.push_back(flow_.view.input(i));
    }
    if (body().inputs.size() != static_cast<size_t>(given) + 2 ||
        body().outputs.size() < static_cast<size_t>(given) + 1 ||
        flow_.node.outputs.size() > body().outputs.size() - 1) {
      return flow_.view.Conflict(fmt::format(
          "a body with {} inputs and {} outputs does not fit {} carried values and {} "
          "outputs",
          body().inputs.size(), body().outputs.size(), given, flow_.node.outputs.size()));
    }
    carried_ = initial_;
    scans_.resize(body().outputs.size() - 1 - carried_.size());
    return absl::OkStatus();
  }

  // What M and cond say before the first iteration.
  absl::Status ReadLimit() {
    given_ = GivenTrips(flow_);
    if (flow_.view.has_input(0)) {
      const auto* limit = flow_.view.ints(0);
      if (limit == nullptr || limit->size() != 1) {
        if (!given_) return UnknownTrips(flow_, "input 0, the trip count, depends on data");
        return Assume();
      }
      if (limit->front() < kNoLimit) trips_ = std::max<int64_t>(limit->front(), 0);
    }
    if (!flow_.view.has_input(1)) return absl::OkStatus();
    const auto* go_on = flow_.view.ints(1);
    if (go_on == nullptr) return ConditionUnknown();
    if (go_on->size() == 1 && go_on->front() == 0) trips_ = 0;
    return absl::OkStatus();
  }

  absl::Status Assume() {
    trips_ = *given_;
    mark_ = Mark::kAssumed;
    condition_ignored_ = true;
    return absl::OkStatus();
  }

  absl::Status ConditionUnknown() {
    if (given_) return Assume();
    if (!trips_) return UnknownTrips(flow_, "its condition depends on data and M sets no limit");
    mark_ = Mark::kBounded;
    condition_ignored_ = true;
    return absl::OkStatus();
  }

  std::vector<Fact> BodyInputs() const {
    const auto declared = [this](size_t i) {
      const DeclaredType& type = body().value(body().inputs[i]).declared;
      return type.shape && type.shape->size() == 1 ? Shape{1} : Shape();
    };
    const auto known = [](DType dtype, Shape shape, int64_t content) {
      Fact fact = TensorFact(dtype, shape);
      fact.value =
          std::make_shared<Tensor>(Tensor{dtype, std::move(shape), std::vector<int64_t>{content}});
      return fact;
    };
    std::vector<Fact> inputs = {known(DType::kInt64, declared(0), runs_.count()),
                                known(DType::kBool, declared(1), 1)};
    inputs[1].constant = true;  // inside the body it always holds
    for (Fact fact : carried_) {
      fact.constant = false;
      inputs.push_back(std::move(fact));
    }
    return inputs;
  }

  absl::Status Iterate() {
    ASSIGN_OR_RETURN(std::vector<Fact> outputs, runs_.Run(BodyInputs()));
    const Fact go_on = outputs.front();
    const auto first_scan = outputs.begin() + 1 + static_cast<ptrdiff_t>(carried_.size());
    for (size_t i = 0; i < scans_.size(); ++i)
      scans_[i].push_back(*(first_scan + static_cast<ptrdiff_t>(i)));
    previous_ = std::move(carried_);
    carried_.assign(std::make_move_iterator(outputs.begin() + 1),
                    std::make_move_iterator(first_scan));
    if (condition_ignored_) return absl::OkStatus();
    const auto* value = go_on.value ? go_on.value->ints() : nullptr;
    if (value == nullptr || value->size() != 1) {
      if (trips_ == runs_.count()) return absl::OkStatus();
      return ConditionUnknown();
    }
    ended_ = value->front() == 0;
    always_true_ = !ended_ && go_on.constant;
    if (!always_true_ || trips_) return absl::OkStatus();
    if (given_) return Assume();
    return UnknownTrips(flow_, "its condition never becomes false and M sets no limit");
  }

  bool Settled() const {
    if (ended_ || !trips_ || !(condition_ignored_ || always_true_)) return false;
    if (*trips_ <= std::max(kAlwaysExact, runs_.count()) || runs_.alike() < kSettled) return false;
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (ElementCount(carried_[i]) != ElementCount(previous_[i])) return false;
    }
    return true;
  }

  void Skip() {
    skipped_ = true;
    runs_.RepeatLast(*trips_ - runs_.count());
    for (size_t i = 0; i < carried_.size(); ++i) {
      if (!SameContent(carried_[i], previous_[i])) ForgetContent(carried_[i]);
    }
  }

  // The body is run only to see the shapes of the scan outputs, which are empty.
  absl::StatusOr<std::vector<Fact>> WithoutIterations() {
    std::vector<Fact> outputs = initial_;
    if (scans_.empty()) return outputs;
    ASSIGN_OR_RETURN(const std::vector<Fact> once, runs_.Run(BodyInputs()));
    runs_.Discard();
    for (size_t i = 1 + initial_.size(); i < once.size(); ++i)
      outputs.push_back(Stacked(once[i], 0, 0));
    for (Fact& fact : outputs) fact.mark = Worst(fact.mark, mark_);
    return outputs;
  }

  std::vector<Fact> Outputs() const {
    std::vector<Fact> outputs = carried_;
    if (mark_ != Mark::kExact) {
      for (size_t i = 0; i < outputs.size(); ++i) {
        const bool stays = Alike(outputs[i], initial_[i]);
        if (mark_ == Mark::kBounded) outputs[i] = Merged(outputs[i], initial_[i]);
        if (!stays) outputs[i].mark = Worst(outputs[i].mark, mark_);
        if (!SameContent(outputs[i], initial_[i])) ForgetContent(outputs[i]);
      }
    }
    for (const std::vector<Fact>& parts : scans_) outputs.push_back(ScanOutput(parts));
    return outputs;
  }

  Fact ScanOutput(const std::vector<Fact>& parts) const {
    Fact all = parts.front();
    for (const Fact& part : parts) all = Merged(all, part);
    Fact stacked = Stacked(all, runs_.count(), 0);
    stacked.mark = Worst(stacked.mark, mark_);
    if (!skipped_ && mark_ == Mark::kExact)
      stacked.value = StackedContent(parts, flow_.interpreter.options().limits.max_value_elements);
    return stacked;
  }

  const ControlFlowNode& flow_;
  GraphId body_;
  BodyRuns runs_;
  std::optional<int64_t> given_;  // --loop-trips
  std::optional<int64_t> trips_;  // the most there can be, where anything limits them
  Mark mark_ = Mark::kExact;      // of the number of trips
  bool condition_ignored_ = false;
  bool always_true_ = false;  // the condition, whatever the iteration
  bool ended_ = false;        // by its condition
  bool skipped_ = false;      // some iterations were taken to be like the last
  std::vector<Fact> initial_;
  std::vector<Fact> carried_;
  std::vector<Fact> previous_;            // before the last iteration
  std::vector<std::vector<Fact>> scans_;  // by output, then iteration
};

}  // namespace

absl::StatusOr<std::vector<Fact>> RunLoop(const ControlFlowNode& flow) {
  ASSIGN_OR_RETURN(const GraphId body, BodyOf(flow, "body"));
  return LoopRun(flow, body).Run();
}

}  // namespace roofline
