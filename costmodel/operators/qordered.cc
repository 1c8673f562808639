#include <fmt/format.h>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/operator_rule.h"

// int8 operators over cublasLt layouts: values are dequantised, computed in float and quantised
// again, except that the products of matrices are int8.

namespace roofline {
namespace {

absl::Status InferSameAs0(const NodeView& node, OutputFacts& out) {
  out.Set(0, DType::kInt8, node.shape(0));
  return absl::OkStatus();
}

// Scaling on the way in; scaling, rounding and clamping (two comparisons) on the way out.
void AddRequantization(Count in, Count out, Work& work) {
  work.arithmetic += in + out * 2;
  work.comparisons += out * 2;
}

void WorkQorderedGelu(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  AddRequantization(n, n, work);
  work.arithmetic += n * 4;  // x * 0.5 * (1 + erf(x / sqrt 2))
  work.transcendentals = n;
}

absl::Status InferQorderedLayerNorm(const NodeView& node, OutputFacts& out) {
  const int rank = Rank(node.shape(0));
  RETURN_IF_ERROR(node.Axis(node.attr_int("axis", -1), rank).status());
  return InferSameAs0(node, out);
}

void WorkQorderedLayerNorm(const NodeView& node, Work& work) {
  const Shape& x = node.shape(0);
  const auto axis = node.Axis(node.attr_int("axis", -1), Rank(x));
  if (!axis.ok()) return;
  const Count n = node.elements(0);
  const Count rows = Min(n, Elements(Shape(x.begin(), x.begin() + *axis)));
  AddRequantization(n, n, work);
  work.arithmetic += n * 3 + rows * 4;  // sum, centre, scale by the deviation; mean, variance, root
  work.fmas += n * 2;                   // squares; gamma and beta
}

void WorkToOrder(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  if (node.op() == "QuantizeWithOrder") {
    AddRequantization(0, n, work);
  } else {
    work.arithmetic = n;
  }
}

absl::Status InferDequantizeWithOrder(const NodeView& node, OutputFacts& out) {
  const auto dtype = DTypeFromOnnx(node.attr_int("to", 0));
  if (!dtype || (*dtype != DType::kFloat32 && *dtype != DType::kFloat16))
    return node.Conflict("to is neither float32 nor float16");
  out.Set(0, *dtype, node.shape(0));
  return absl::OkStatus();
}

// A, scale_A, B, scale_B, scale_Y, bias, C, scale_C.
constexpr int kA = 0, kB = 2, kMatMulBias = 5, kC = 6;

absl::Status InferQorderedMatMul(const NodeView& node, OutputFacts& out) {
  const Shape& a = node.shape(kA);
  const Shape& b = node.shape(kB);
  if (Rank(a) < 2 || Rank(b) < 2) return node.Conflict("expected A and B of rank 2 or more");
  const int64_t inner = a.back();
  if (b[b.size() - 2] != inner) return node.Conflict("A and B differ in the inner extent");
  const auto batch = BroadcastShapes(Shape(a.begin(), a.end() - 2), Shape(b.begin(), b.end() - 2));
  if (!batch) return node.Conflict("the batches of A and B do not broadcast");
  Shape y = *batch;
  y.push_back(a[a.size() - 2]);
  y.push_back(b.back());
  out.Set(0, DType::kInt8, std::move(y));
  return absl::OkStatus();
}

void WorkQorderedMatMul(const NodeView& node, Work& work) {
  const Count y = node.out_elements(0);
  work.macs = y * node.shape(kA).back();
  AddRequantization(y, y, work);
  if (node.has_input(kMatMulBias)) work.arithmetic += y;
  if (node.has_input(kC)) work.fmas += y;
}

// input, 4 scales, Q, K and V weights, 3 scales, 3 biases, 3 scales, mask_index, past,
// attention_bias.
constexpr int kProjectionWeights[] = {5, 6, 7}, kMask = 17, kAttentionBias = 19;

absl::StatusOr<int64_t> ReadAttentionHead(const NodeView& node) {
  const Shape& x = node.shape(0);
  if (Rank(x) != 3) return node.Conflict("expected an input of rank 3");
  const Shape& q = node.shape(kProjectionWeights[0]);
  for (const int weight : kProjectionWeights) {
    const Shape& w = node.shape(weight);
    if (Rank(w) != 2 || w[0] != x[2] || w != q)
      return node.Conflict(fmt::format("expected weights of [{}, hidden]", x[2]));
  }
  return SplitEvenly(node, q[1], node.attr_int("num_heads", 0), "num_heads");
}

absl::Status InferQorderedAttention(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(ReadAttentionHead(node).status());
  const Shape& x = node.shape(0);
  out.Set(0, DType::kInt8, {x[0], x[1], node.shape(kProjectionWeights[2])[1]});
  return absl::OkStatus();
}

void WorkQorderedAttention(const NodeView& node, Work& work) {
  const auto head = ReadAttentionHead(node);
  if (!head.ok()) return;
  const Shape& x = node.shape(0);
  const int64_t hidden = node.shape(kProjectionWeights[0])[1];
  const int64_t heads = node.attr_int("num_heads", 0);
  const Count tokens = Count(x[0]) * x[1];
  AddProjection(tokens, x[2], Count(hidden) * 3, true, work);
  const bool causal = node.attr_int("unidirectional", 0) != 0;
  const Count scores =
      Count(x[0]) * heads * VisiblePairs({.queries = x[1], .keys = x[1], .right = causal ? 0 : -1});
  AddScoreWork({.scores = scores,
                .rows = tokens * heads,
                .head = *head,
                .v_head = *head,
                .bias = node.has_shape(kMask) && Rank(node.shape(kMask)) > 1},
               work);
  if (node.has_input(kAttentionBias)) work.arithmetic += scores;
  AddRequantization(tokens * hidden * 3 + scores, tokens * hidden + scores, work);
}

OperatorRule Ordered(std::string_view op, OperatorClass op_class, InferRule infer, WorkRule work,
                     std::string_view formula, int min_inputs, uint32_t buffer_inputs) {
  return {.op = op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = op_class,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "ONNX Runtime contrib operators over cublasLt orders",
          .min_inputs = min_inputs,
          .buffer_inputs = buffer_inputs};
}

}  // namespace

std::vector<OperatorRule> QorderedRules() {
  constexpr std::string_view kConvert = "per element scale, round, clamp as the direction needs";
  return {
      Ordered("DequantizeWithOrder", OperatorClass::kQuantization, InferDequantizeWithOrder,
              WorkToOrder, kConvert, 1, 1U << 1),
      Ordered("QOrderedAttention", OperatorClass::kAttention, InferQorderedAttention,
              WorkQorderedAttention,
              "MACs = tokens * input * 3 hidden + scores * 2 head in int8; softmax in float; sums "
              "and results scaled and rounded",
              8, 0x1E | 0x1C700),
      Ordered("QOrderedGelu", OperatorClass::kActivation, InferSameAs0, WorkQorderedGelu,
              "per element: scale, gelu (4 arithmetic, erf), scale, round, clamp", 1, 0x6),
      Ordered("QOrderedLayerNormalization", OperatorClass::kNormalization, InferQorderedLayerNorm,
              WorkQorderedLayerNorm,
              "per element: scale, 3 arithmetic, 2 FMAs, scale, round, clamp; 4 per row", 1,
              1U << 1 | 1U << 4),
      Ordered("QOrderedMatMul", OperatorClass::kMatmul, InferQorderedMatMul, WorkQorderedMatMul,
              "MACs = y * K in int8; per result scale, bias, C, scale, round, clamp", 3,
              1U << 1 | 1U << 3 | 1U << 4 | 1U << 7),
      Ordered("QuantizeWithOrder", OperatorClass::kQuantization, InferSameAs0, WorkToOrder,
              kConvert, 1, 1U << 1),
  };
}

}  // namespace roofline
