#include <cmath>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/reduction.h"

namespace roofline {
namespace {

// The first dimension of a row. Before opset 13 the input is read as a matrix that is cut at
// `axis` (default 1, up to the rank), so a row spans all dimensions from there on.
absl::StatusOr<int> RowStart(const NodeView& node) {
  const int rank = Rank(node.shape(0));
  if (node.opset() >= 13) return node.Axis(node.attr_int("axis", -1), rank);
  const int64_t axis = node.attr_int("axis", 1);
  return axis == rank ? absl::StatusOr<int>(rank) : node.Axis(axis, rank);
}

absl::Status InferSoftmax(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(RowStart(node).status());
  return InferSameAsInput(node, out);
}

// How many rows are normalised; 0 for an empty tensor.
Count SoftmaxRows(const NodeView& node) {
  const auto start = RowStart(node);
  if (!start.ok() || node.elements(0) == Count(0)) return 0;
  const Shape& x = node.shape(0);
  Shape outer = x;
  if (node.opset() >= 13) {
    outer[static_cast<size_t>(*start)] = 1;
  } else {
    outer.resize(static_cast<size_t>(*start));
  }
  return Elements(outer);
}

void WorkSoftmax(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  const Count folds = Difference(n, SoftmaxRows(node));
  work.comparisons = folds;
  work.arithmetic = Count(2) * n + folds;
  work.transcendentals = n;
}

void WorkLogSoftmax(const NodeView& node, Work& work) {
  WorkSoftmax(node, work);
  work.transcendentals += SoftmaxRows(node);
}

void WorkHardmax(const NodeView& node, Work& work) {
  work.comparisons = Difference(node.elements(0), SoftmaxRows(node));
}

OperatorRule SoftmaxLike(std::string_view op, WorkRule work, std::string_view formula) {
  return {.op = op,
          .versions = {1, 11, 13},
          .op_class = OperatorClass::kSoftmax,
          .infer = InferSoftmax,
          .work = work,
          .formula = formula,
          .source = "ONNX operator text, with the row maximum subtracted first"};
}

}  // namespace

std::vector<OperatorRule> SoftmaxRules() {
  return {SoftmaxLike("Hardmax", WorkHardmax, "n - rows comparisons"),
          SoftmaxLike("LogSoftmax", WorkLogSoftmax,
                      "n - rows comparisons, 2n subtractions, n - rows additions, n exp, rows log"),
          SoftmaxLike("Softmax", WorkSoftmax,
                      "n - rows comparisons, n subtractions, n exp, n - rows additions, "
                      "n divisions")};
}

}  // namespace roofline
