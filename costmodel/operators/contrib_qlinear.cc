#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/domains.h"
#include "costmodel/operators/layout.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pooling.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// ONNX Runtime's operators on quantised tensors other than contractions. Each is counted as its
// definition: dequantise every element read (an FMA), compute in float, requantise what is written.
constexpr std::string_view kPrefix = "QLinear";

// A, A_scale, A_zero_point, B, B_scale, B_zero_point, C_scale, C_zero_point.
absl::Status InferBinary(const NodeView& node, OutputFacts& out) {
  if (!node.has_input(3)) return node.Conflict("B is missing");
  if (!node.has_shape(3)) return absl::OkStatus();  // not known: neither is the output
  std::optional<Shape> y = BroadcastShapes(node.shape(0), node.shape(3));
  if (!y) return node.Conflict("A and B do not broadcast together");
  out.Set(0, node.dtype(0), *std::move(y));
  return absl::OkStatus();
}

void WorkBinary(const NodeView& node, Work& work) {
  const Count y = node.out_elements(0);
  work.fmas = node.elements(0) + node.elements(3);
  work.arithmetic = y;
  AddRequantization(work, y);
}

absl::Status InferUnary(const NodeView& node, OutputFacts& out) {
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

void WorkUnary(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  work.fmas = n;
  AddActivation(work, node.op().substr(kPrefix.size()), n);
  AddRequantization(work, n);
}

absl::Status InferQlinearSoftmax(const NodeView& node, OutputFacts& out) {
  const int rank = Rank(node.shape(0));
  const int64_t axis = node.attr_int("axis", -1);
  if (rank > 0 && axis != rank) RETURN_IF_ERROR(node.Axis(axis, rank).status());
  return InferUnary(node, out);
}

void WorkQlinearSoftmax(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  work.fmas = n;
  work.comparisons = n;
  work.transcendentals = n;
  work.arithmetic = Count(3) * n;
  AddRequantization(work, n);
}

// condition, X, x_scale, x_zero_point, Y, y_scale, y_zero_point, z_scale, z_zero_point.
absl::Status InferQlinearWhere(const NodeView& node, OutputFacts& out) {
  if (!node.has_shape(1) || !node.has_shape(4)) return node.Conflict("expected X and Y");
  std::optional<Shape> z = BroadcastShapes(node.shape(0), node.shape(1));
  if (z) z = BroadcastShapes(*z, node.shape(4));
  if (!z) return node.Conflict("condition, X and Y do not broadcast together");
  out.Set(0, node.dtype(1), *std::move(z));
  return absl::OkStatus();
}

void WorkQlinearWhere(const NodeView& node, Work& work) {
  work.fmas = node.elements(1) + node.elements(4);
  work.comparisons = node.out_elements(0);
  AddRequantization(work, node.out_elements(0));
}

// Y_scale, Y_zero_point, then (tensor, scale, zero point) triples.
absl::Status InferQlinearConcat(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(2);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 0), Rank(y)));
  const auto along = static_cast<size_t>(axis);
  Count extent = y[along];
  for (int i = 5; i < node.num_inputs(); i += 3) {
    if (!node.has_shape(i)) return node.Conflict(fmt::format("input {} is missing", i));
    Shape part = node.shape(i);
    if (part.size() != y.size()) return node.Conflict("tensors of one rank expected");
    extent += part[along];
    part[along] = y[along];
    if (part != y) return node.Conflict(fmt::format("input {} differs outside of the axis", i));
  }
  if (!extent.ok()) return node.Conflict("the axis overflows int64");
  y[along] = extent.value();
  out.Set(0, node.dtype(2), std::move(y));
  return absl::OkStatus();
}

void WorkConcat(const NodeView& node, Work& work) {
  work.fmas = node.out_elements(0);
  AddRequantization(work, node.out_elements(0));
}

// The shape that reducing over the attribute axes leaves.
absl::StatusOr<Shape> ReducedShape(const NodeView& node) {
  const Shape& x = node.shape(0);
  const std::vector<int64_t>* axes = node.attr_ints("axes");
  absl::InlinedVector<bool, 6> reduced(x.size(), axes == nullptr || axes->empty());
  if (axes != nullptr) {
    for (const int64_t axis : *axes) {
      ASSIGN_OR_RETURN(const int d, node.Axis(axis, Rank(x)));
      reduced[static_cast<size_t>(d)] = true;
    }
  }
  Shape y;
  for (size_t d = 0; d < x.size(); ++d) {
    if (!reduced[d]) y.push_back(x[d]);
    if (reduced[d] && node.attr_int("keepdims", 1) != 0) y.push_back(1);
  }
  return y;
}

absl::Status InferReduceMean(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, ReducedShape(node));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkReduceMean(const NodeView& node, Work& work) {
  work.fmas = node.elements(0);
  work.arithmetic = node.elements(0);
  AddRequantization(work, node.out_elements(0));
}

absl::Status InferReduceSumInteger(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, ReducedShape(node));
  out.Set(0, node.dtype(0) == DType::kUint8 ? DType::kUint32 : DType::kInt32, std::move(y));
  return absl::OkStatus();
}

void WorkReduceSumInteger(const NodeView& node, Work& work) { work.integer_ops = node.elements(0); }

absl::Status InferAveragePool(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, PooledShape(node, node.shape(0), ChannelOrderOf(node)));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkQlinearAveragePool(const NodeView& node, Work& work) {
  work.integer_ops = node.out_elements(0) * WindowElements(node);
  AddRequantization(work, node.out_elements(0));
}

absl::Status InferGlobalAveragePool(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, GloballyPooledShape(node, node.shape(0), ChannelOrderOf(node)));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkQlinearGlobalAveragePool(const NodeView& node, Work& work) {
  work.integer_ops = node.elements(0);
  AddRequantization(work, node.out_elements(0));
}

// A, A_zero_point, B, B_zero_point -> int32 products.
absl::Status InferMulInteger(const NodeView& node, OutputFacts& out) {
  if (!node.has_shape(2)) return node.Conflict("expected B");
  std::optional<Shape> y = BroadcastShapes(node.shape(0), node.shape(2));
  if (!y) return node.Conflict("A and B do not broadcast together");
  out.Set(0, DType::kInt32, *std::move(y));
  return absl::OkStatus();
}

void WorkMulInteger(const NodeView& node, Work& work) {
  work.integer_ops = node.elements(0) + node.elements(2) + node.out_elements(0);
}

OperatorRule QLinear(std::string_view op, OperatorClass op_class, InferRule infer, WorkRule work,
                     std::string_view formula, uint32_t scales, int min_inputs = 1) {
  return {.op = op,
          .domain = kMicrosoft,
          .versions = {1},
          .op_class = op_class,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "ONNX Runtime contrib operators (docs/ContribOperators.md)",
          .min_inputs = min_inputs,
          .buffer_inputs = scales};
}

}  // namespace

std::vector<OperatorRule> ContribQLinearRules() {
  using enum OperatorClass;
  constexpr uint32_t kBinary = 1U << 1 | 1U << 4 | 1U << 6;
  constexpr uint32_t kUnary = 1U << 1 | 1U << 3;
  constexpr std::string_view kBinaryFormula =
      "FMAs to dequantise A and B, y operations, requantisation 3y arithmetic and 2y comparisons";
  const OperatorRule average =
      QLinear("QLinearAveragePool", kPooling, InferAveragePool, WorkQlinearAveragePool,
              "y * prod(kernel) integer operations; requantisation of y", kUnary);
  const OperatorRule global =
      QLinear("QLinearGlobalAveragePool", kPooling, InferGlobalAveragePool,
              WorkQlinearGlobalAveragePool, "x integer operations; requantisation of y", kUnary);
  std::vector<OperatorRule> rules = {
      QLinear("QLinearAdd", kElementwise, InferBinary, WorkBinary, kBinaryFormula, kBinary),
      QLinear("QLinearMul", kElementwise, InferBinary, WorkBinary, kBinaryFormula, kBinary),
      QLinear("QLinearLeakyRelu", kActivation, InferUnary, WorkUnary,
              "n FMAs to dequantise, LeakyRelu, requantisation of n", kUnary),
      QLinear("QLinearSigmoid", kActivation, InferUnary, WorkUnary,
              "n FMAs to dequantise, Sigmoid, requantisation of n", kUnary),
      QLinear("QLinearSoftmax", kSoftmax, InferQlinearSoftmax, WorkQlinearSoftmax,
              "n FMAs to dequantise; softmax n comparisons, n exp, 3n; requantisation of n",
              kUnary),
      QLinear("QLinearWhere", kElementwise, InferQlinearWhere, WorkQlinearWhere,
              "FMAs to dequantise X and Y, y selections, requantisation of y",
              1U << 2 | 1U << 5 | 1U << 7),
      QLinear("QLinearConcat", kDataMovement, InferQlinearConcat, WorkConcat,
              "y FMAs to dequantise, requantisation of y", 1U << 0, 3),
      QLinear("QLinearReduceMean", kReduction, InferReduceMean, WorkReduceMean,
              "x FMAs to dequantise, x additions and divisions, requantisation of y", kUnary),
      QLinear("ReduceSumInteger", kReduction, InferReduceSumInteger, WorkReduceSumInteger,
              "x integer additions", 0),
      QLinear("MulInteger", kElementwise, InferMulInteger, WorkMulInteger,
              "integer operations: a + b subtractions, y multiplications", 0),
      average,
      global,
  };
  for (OperatorRule rule : {average, global}) {
    rule.domain = "com.ms.internal.nhwc";
    rules.push_back(std::move(rule));
  }
  return rules;
}

}  // namespace roofline
