#include <algorithm>
#include <cmath>
#include <limits>

#include "costmodel/exact_double.h"
#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/reduction.h"

namespace roofline {
namespace {

// Which axes a node reduces.
struct Axes {
  std::vector<bool> reduced;
  bool known = true;  // false: given by an input of unknown content; `count` of them
  int64_t count = 0;
};

// Axes are an attribute before opset 13 (ReduceSum) or 18 (the others), then input 1. None given
// means all, or none with noop_with_empty_axes.
absl::StatusOr<Axes> ReadAxes(const NodeView& node) {
  const int rank = Rank(node.shape(0));
  Axes axes;
  std::vector<int64_t> listed;
  if (const auto* attribute = node.attr_ints("axes")) listed = *attribute;
  if (node.has_input(1)) {
    if (!node.has_shape(1) || Rank(node.shape(1)) > 1)
      return node.Conflict("expected axes to be a list of numbers");
    axes.count = node.elements(1).value();
    if (const auto* content = node.ints(1)) {
      listed = *content;
    } else if (axes.count > 0) {
      if (axes.count > rank) return node.Conflict("more axes than dimensions");
      axes.known = axes.count == rank;  // distinct, so they are all of them
      axes.reduced.assign(static_cast<size_t>(rank), axes.known);
      return axes;
    }
  }
  if (listed.empty()) {
    const bool all = node.attr_int("noop_with_empty_axes", 0) == 0;
    axes.reduced.assign(static_cast<size_t>(rank), all);
    return axes;
  }
  ASSIGN_OR_RETURN(axes.reduced, MarkAxes(node, listed, rank));
  return axes;
}

absl::Status InferReduce(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const bool keep = node.attr_int("keepdims", 1) != 0;
  ASSIGN_OR_RETURN(const Axes axes, ReadAxes(node));
  if (axes.known) {
    out.Set(0, node.dtype(0), keep ? KeepReduced(x, axes.reduced) : DropReduced(x, axes.reduced));
    return absl::OkStatus();
  }
  if (!keep) return node.NeedsValue(1, "the list of axes");
  out.Set(0, node.dtype(0), x, Mark::kBounded);  // no extent grows
  return absl::OkStatus();
}

// One fold over the elements of each result: how it starts, takes an element, ends.
double Start(std::string_view op) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (op == "ReduceMax") return -kInfinity;
  if (op == "ReduceMin") return kInfinity;
  return op == "ReduceProd" ? 1 : 0;
}

double Take(std::string_view op, double total, double x) {
  if (op == "ReduceMax") return std::max(total, x);
  if (op == "ReduceMin") return std::min(total, x);
  if (op == "ReduceProd") return total * x;
  if (op == "ReduceL1") return total + std::fabs(x);
  if (op == "ReduceL2" || op == "ReduceSumSquare") return total + x * x;
  if (op == "ReduceLogSumExp") return total + std::exp(x);
  return total + x;
}

double Finish(std::string_view op, double total, double folded) {
  if (op == "ReduceMean") return total / folded;
  if (op == "ReduceL2") return std::sqrt(total);
  if (op == "ReduceLogSum" || op == "ReduceLogSumExp") return std::log(total);
  return total;
}

std::vector<double> Reduce(const NodeView& node, const std::vector<double>& x,
                           const std::vector<bool>& reduced) {
  const Shape& shape = node.shape(0);
  const Shape kept = KeepReduced(shape, reduced);
  const auto results = static_cast<size_t>(Elements(kept).value());
  std::vector<double> totals(results, Start(node.op()));
  size_t flat = 0;
  ForEachBroadcast(shape, std::array{BroadcastStrides(kept, shape)},
                   [&](std::span<const int64_t> at) {
                     double& total = totals[static_cast<size_t>(at[0])];
                     total = Take(node.op(), total, x[flat++]);
                   });
  const size_t folded = results == 0 ? 0 : x.size() / results;  // the same number into each result
  for (double& total : totals) total = Finish(node.op(), total, static_cast<double>(folded));
  return totals;
}

// Integers up to 2^53 are exact as doubles; larger results are left unknown.
void SetExactIntegers(const std::vector<double>& content, OutputFacts& out) {
  std::vector<int64_t> integers;
  integers.reserve(content.size());
  for (const double x : content) {
    if (!(std::fabs(x) < kExactDouble)) return;
    integers.push_back(static_cast<int64_t>(x));
  }
  SetWrapped(out, std::move(integers));
}

void ValueReduce(const NodeView& node, OutputFacts& out) {
  const auto x = node.numbers(0);
  if (!x || !ContentFits(out)) return;
  const auto axes = ReadAxes(node);
  if (!axes.ok() || !axes->known) return;
  std::vector<double> results = Reduce(node, *x, axes->reduced);
  if (node.ints(0) == nullptr) return SetRounded(out, std::move(results));
  if (std::any_of(x->begin(), x->end(), [](double v) { return std::fabs(v) >= kExactDouble; }))
    return;
  SetExactIntegers(results, out);
}

// What a reduction costs per element read (n), per fold (n - y) and per result (y).
struct ReduceCost {
  std::string_view op;
  std::vector<int> versions;
  ElementCost per_element;
  ElementCost per_fold;
  ElementCost per_result;
  std::string_view formula;
};

const std::vector<ReduceCost>& Reductions() {
  static const auto& reductions = *new std::vector<ReduceCost>{
      {"ReduceL1",
       {1, 11, 13, 18},
       {.arithmetic = 1},
       {.arithmetic = 1},
       {},
       "n absolute values, n - y additions"},
      {"ReduceL2",
       {1, 11, 13, 18},
       {.arithmetic = 1},
       {.arithmetic = 1},
       {.arithmetic = 1},
       "n squares, n - y additions, y square roots"},
      {"ReduceLogSum",
       {1, 11, 13, 18},
       {},
       {.arithmetic = 1},
       {.transcendentals = 1},
       "n - y additions, y logarithms"},
      {"ReduceLogSumExp",
       {1, 11, 13, 18},
       {.arithmetic = 1, .transcendentals = 1},
       {.arithmetic = 1, .comparisons = 1},
       {.arithmetic = 1, .transcendentals = 1},
       "m = max: n - y comparisons; sum of exp(x - m): n subtractions, n exp, n - y additions; "
       "y logarithms, y additions"},
      {"ReduceMax", {1, 11, 12, 13, 18, 20}, {}, {.comparisons = 1}, {}, "n - y comparisons"},
      {"ReduceMean",
       {1, 11, 13, 18},
       {},
       {.arithmetic = 1},
       {.arithmetic = 1},
       "n - y additions, y divisions"},
      {"ReduceMin", {1, 11, 12, 13, 18, 20}, {}, {.comparisons = 1}, {}, "n - y comparisons"},
      {"ReduceProd", {1, 11, 13, 18}, {}, {.arithmetic = 1}, {}, "n - y multiplications"},
      {"ReduceSum", {1, 11, 13}, {}, {.arithmetic = 1}, {}, "n - y additions"},
      {"ReduceSumSquare",
       {1, 11, 13, 18},
       {.arithmetic = 1},
       {.arithmetic = 1},
       {},
       "n squares, n - y additions"},
  };
  return reductions;
}

void WorkReduce(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  const Count y = node.out_elements(0);
  for (const ReduceCost& cost : Reductions()) {
    if (cost.op != node.op()) continue;
    AddElementWork(node.dtype(0), n, cost.per_element, work);
    AddElementWork(node.dtype(0), Difference(n, y), cost.per_fold, work);
    AddElementWork(node.dtype(0), y, cost.per_result, work);
  }
}

}  // namespace

std::vector<OperatorRule> ReduceRules() {
  std::vector<OperatorRule> rules;
  for (const ReduceCost& cost : Reductions()) {
    rules.push_back({.op = cost.op,
                     .versions = cost.versions,
                     .op_class = OperatorClass::kReduction,
                     .infer = InferReduce,
                     .value = ValueReduce,
                     .work = WorkReduce,
                     .formula = cost.formula,
                     .source = "ONNX operator text; folding n numbers into y takes n - y steps",
                     .buffer_inputs = 0b10});
  }
  return rules;
}

}  // namespace roofline
