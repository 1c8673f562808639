#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

constexpr int kMoeInput = 0, kRouter = 1;

// Weight, scale, bias and zero point positions of the three layers; -1 where the form has none.
struct MoeOperands {
  int weights[3];
  int scales[3];
  int biases[3];
  int zero_points[3];
};

constexpr MoeOperands kMoeFloat = {{2, 4, 6}, {-1, -1, -1}, {3, 5, 7}, {-1, -1, -1}};
constexpr MoeOperands kQuantized = {{2, 5, 8}, {3, 6, 9}, {4, 7, 10}, {11, 12, 13}};

const MoeOperands& MoeOperandsOf(const NodeView& node) {
  return node.op() == "QMoE" ? kQuantized : kMoeFloat;
}

struct MoeExtents {
  int64_t tokens = 0;
  int64_t hidden = 0;
  int64_t experts = 0;
  int64_t inter = 0;   // width between the layers
  int64_t fused = 1;   // FC1 computes this many times `inter`
  int64_t active = 0;  // experts of each token
  bool swiglu = false;
};

// The expert dimension comes first in every weight.
absl::Status CheckExperts(const NodeView& node, const MoeExtents& a) {
  for (const int weight : MoeOperandsOf(node).weights) {
    if (node.has_shape(weight) &&
        (Rank(node.shape(weight)) != 3 || node.shape(weight)[0] != a.experts)) {
      return node.Conflict(fmt::format("expected expert weights of {} experts", a.experts));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<MoeExtents> ReadMoeExtents(const NodeView& node) {
  const Shape& x = node.shape(kMoeInput);
  const Shape& router = node.shape(kRouter);
  if (Rank(x) != 2 && Rank(x) != 3) return node.Conflict("expected an input of rank 2 or 3");
  MoeExtents a{.hidden = x.back()};
  ASSIGN_OR_RETURN(a.tokens,
                   ToExtent(node, Elements(Shape(x.begin(), x.end() - 1)), "the token count"));
  if (Rank(router) != 2 || router[0] != a.tokens)
    return node.Conflict(fmt::format("expected router_probs of [{}, experts]", a.tokens));
  a.experts = router[1];
  a.active = node.attr_int("k", 1);
  if (a.active < 1 || a.active > a.experts)
    return node.Conflict(fmt::format("k is {} of {} experts", a.active, a.experts));
  RETURN_IF_ERROR(CheckExperts(node, a));
  const int fc1 = MoeOperandsOf(node).weights[0];
  if (!node.has_shape(fc1)) return node.Conflict("fc1_experts_weights is required");
  a.swiglu = node.attr_string("activation_type", "relu") == "swiglu";
  if (a.swiglu && node.attr_int("swiglu_fusion", 0) != 0) a.fused = 2;
  const Shape& w = node.shape(fc1);
  // Earlier models hold the experts as [experts, hidden, inter].
  const bool transposed = node.op() == "MoE" && w[2] != a.hidden && w[1] == a.hidden;
  ASSIGN_OR_RETURN(a.inter, SplitEvenly(node, w[transposed ? 2 : 1], a.fused, "fc1 columns"));
  return a;
}

absl::Status InferExperts(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(ReadMoeExtents(node).status());
  out.Set(0, node.dtype(kMoeInput), node.shape(kMoeInput));
  return absl::OkStatus();
}

// The activation on `n` elements of the inner layer.
void AddActivation(const NodeView& node, const MoeExtents& a, Count n, Work& work) {
  const std::string_view type = node.attr_string("activation_type", "relu");
  if (type == "relu") {
    work.comparisons += n;
  } else if (type == "gelu") {  // x * 0.5 * (1 + erf(x / sqrt 2))
    work.arithmetic += n * 4;
    work.transcendentals += n;
  } else if (type == "silu") {  // x * sigmoid(x)
    work.arithmetic += n * 3;
    work.transcendentals += n;
  } else if (a.swiglu) {  // G * sigmoid(alpha G) * (L + beta)
    work.arithmetic += n * 6;
    work.transcendentals += n;
    if (node.has_attr("swiglu_limit")) work.comparisons += n * 3;
  }
}

// Softmax over the experts, then the k largest.
void AddRouting(const MoeExtents& a, Work& work) {
  const Count n = Count(a.tokens) * a.experts;
  const Count rows = Min(a.tokens, n);
  work.arithmetic += n * 2 + (n - rows);
  work.comparisons += (n - rows) + n * a.active;
  work.transcendentals += n;
}

// Weights, scales and biases of the experts that are used at all: at most as many as tokens ask
// for.
void CountExpertTraffic(const NodeView& node, const MoeExtents& a, Work& work) {
  const MoeOperands& at = MoeOperandsOf(node);
  const Count used = Min(a.experts, Count(a.tokens) * a.active);
  if (a.tokens > 1 && a.active < a.experts) work.mark = Mark::kBounded;
  for (const auto* list : {&at.weights, &at.scales, &at.biases, &at.zero_points}) {
    for (const int i : *list) {
      if (i < 0 || !node.has_shape(i) || node.shape(i).empty() || node.shape(i)[0] != a.experts)
        continue;
      const Count per_expert = node.elements(i) / a.experts;
      work.read_bytes[static_cast<size_t>(i)] = BytesOf(node.dtype(i), per_expert * used);
    }
  }
}

void WorkExperts(const NodeView& node, Work& work) {
  const auto extents = ReadMoeExtents(node);
  if (!extents.ok()) return;
  const MoeExtents& a = *extents;
  const MoeOperands& at = MoeOperandsOf(node);
  const Count routed = Count(a.tokens) * a.active;
  AddRouting(a, work);
  AddProjection(routed, a.hidden, Count(a.inter) * a.fused, node.has_input(at.biases[0]), work);
  AddProjection(routed, a.inter, a.hidden, node.has_input(at.biases[1]), work);
  if (node.has_input(at.weights[2])) {
    AddProjection(routed, a.hidden, a.inter, node.has_input(at.biases[2]), work);
    if (!a.swiglu) work.arithmetic += routed * a.inter;  // the gate
  }
  AddActivation(node, a, routed * a.inter, work);
  work.arithmetic += routed * a.hidden * 2;  // weighted sum of the experts
  CountExpertTraffic(node, a, work);
}

OperatorRule Experts(std::string_view op, uint32_t buffer_inputs) {
  return {.op = op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kMatmul,
          .infer = InferExperts,
          .work = WorkExperts,
          .formula =
              "MACs = tokens * k * hidden * inter * (layers, FC1 twice for fused swiglu); "
              "weights of min(experts, tokens * k) experts are read; softmax and top k over "
              "the experts, activation, weighted sum",
          .source =
              "ONNX Runtime contrib operators MoE, QMoE; which experts a batch shares is data: "
              "weights are read as if tokens chose different ones",
          .min_inputs = 3,
          .buffer_inputs = buffer_inputs};
}

}  // namespace

std::vector<OperatorRule> MixtureOfExpertsRules() {
  // Scales of the quantised form are buffers.
  return {Experts("MoE", 0), Experts("QMoE", 1U << 3 | 1U << 6 | 1U << 9 | 0x1FFU << 11)};
}

}  // namespace roofline
