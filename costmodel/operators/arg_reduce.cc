#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/reduction.h"

namespace roofline {
namespace {

absl::StatusOr<std::vector<bool>> ReducedAxis(const NodeView& node) {
  const int64_t axis = node.attr_int("axis", 0);
  return MarkAxes(node, std::array{axis}, Rank(node.shape(0)));
}

absl::Status InferArgReduce(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const std::vector<bool> reduced, ReducedAxis(node));
  const bool keep = node.attr_int("keepdims", 1) != 0;
  out.Set(0, DType::kInt64,
          keep ? KeepReduced(node.shape(0), reduced) : DropReduced(node.shape(0), reduced));
  return absl::OkStatus();
}

void ValueArgReduce(const NodeView& node, OutputFacts& out) {
  const auto x = node.numbers(0);
  const auto reduced = ReducedAxis(node);
  if (!x || x->empty() || !reduced.ok() || !ContentFits(out)) return;
  const Shape& shape = node.shape(0);
  const Shape kept = KeepReduced(shape, *reduced);
  const bool last = node.attr_int("select_last_index", 0) != 0;
  const double sign = node.op() == "ArgMax" ? 1 : -1;
  std::vector<int64_t> seen(static_cast<size_t>(Elements(kept).value()), 0);
  std::vector<int64_t> best(seen.size(), 0);
  std::vector<double> extremes(seen.size(), 0);
  size_t flat = 0;
  ForEachBroadcast(
      shape, std::array{BroadcastStrides(kept, shape)}, [&](std::span<const int64_t> at) {
        const auto slot = static_cast<size_t>(at[0]);
        const double value = sign * (*x)[flat++];
        if (seen[slot] == 0 || value > extremes[slot] || (last && value == extremes[slot])) {
          best[slot] = seen[slot];
          extremes[slot] = value;
        }
        ++seen[slot];
      });
  out.SetInts(0, std::move(best));
}

void WorkArgReduce(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), Difference(node.elements(0), node.out_elements(0)),
                 {.comparisons = 1}, work);
}

OperatorRule ArgReduce(std::string_view op) {
  return {.op = op,
          .versions = {1, 11, 12, 13},
          .op_class = OperatorClass::kReduction,
          .infer = InferArgReduce,
          .value = ValueArgReduce,
          .work = WorkArgReduce,
          .formula = "n - y comparisons",
          .source = "ONNX operators ArgMax, ArgMin; folding n numbers into y takes n - y steps"};
}

}  // namespace

std::vector<OperatorRule> ArgReduceRules() { return {ArgReduce("ArgMax"), ArgReduce("ArgMin")}; }

}  // namespace roofline
