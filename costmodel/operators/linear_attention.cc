#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/delta_rule.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

struct LinearAttentionInput {
  static constexpr int kQuery = 0, kKey = 1, kValue = 2, kPast = 3, kDecay = 4, kBeta = 5;
};

struct LinearAttentionExtents {
  int64_t batch = 0;
  int64_t steps = 0;
  int64_t q_heads = 0;
  int64_t kv_heads = 0;
  int64_t key = 0;    // d_k
  int64_t value = 0;  // d_v
  int64_t out_heads = 0;
  int64_t window = 0;  // com.microsoft: trailing states kept; 0 is one, without the extra axis
};

Shape StateShape(const LinearAttentionExtents& a) {
  Shape state = {a.batch, a.kv_heads, a.key, a.value};
  if (a.window > 0) state.insert(state.begin(), a.window);
  return state;
}

absl::StatusOr<LinearAttentionExtents> ReadLinearAttentionExtents(const NodeView& node) {
  const Shape& q = node.shape(LinearAttentionInput::kQuery);
  const Shape& k = node.shape(LinearAttentionInput::kKey);
  const Shape& v = node.shape(LinearAttentionInput::kValue);
  if (Rank(q) != 3 || Rank(k) != 3 || Rank(v) != 3)
    return node.Conflict("expected query, key and value of rank 3");
  LinearAttentionExtents a{.batch = q[0], .steps = q[1]};
  if (k[0] != a.batch || v[0] != a.batch || k[1] != a.steps || v[1] != a.steps)
    return node.Conflict("query, key and value differ in batch or length");
  a.q_heads = node.attr_int("q_num_heads", 0);
  a.kv_heads = node.attr_int("kv_num_heads", 0);
  ASSIGN_OR_RETURN(a.key, SplitEvenly(node, q[2], a.q_heads, "q_num_heads"));
  ASSIGN_OR_RETURN(a.value, SplitEvenly(node, v[2], a.kv_heads, "kv_num_heads"));
  a.out_heads = std::max(a.q_heads, a.kv_heads);
  if (k[2] % a.key != 0 && a.key != 0) return node.Conflict("query and key differ in head size");
  if (a.out_heads % std::min(a.q_heads, a.kv_heads) != 0)
    return node.Conflict("q_num_heads and kv_num_heads are no multiples of each other");
  a.window = node.attr_int("state_window", 0);
  if (a.window < 0) return node.Conflict("state_window is negative");
  RETURN_IF_ERROR(ReadDeltaRule(node).status());
  RETURN_IF_ERROR(ExpectShape(node, LinearAttentionInput::kPast, "past_state", StateShape(a)));
  return a;
}

absl::Status InferLinearAttention(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const LinearAttentionExtents a, ReadLinearAttentionExtents(node));
  ASSIGN_OR_RETURN(const int64_t hidden,
                   ToExtent(node, Count(a.out_heads) * a.value, "the hidden size"));
  out.Set(0, node.dtype(LinearAttentionInput::kQuery), {a.batch, a.steps, hidden});
  out.Set(1,
          node.has_input(LinearAttentionInput::kPast) ? node.dtype(LinearAttentionInput::kPast)
                                                      : node.dtype(LinearAttentionInput::kQuery),
          StateShape(a));
  return absl::OkStatus();
}

void WorkLinearAttention(const NodeView& node, Work& work) {
  const auto a = ReadLinearAttentionExtents(node);
  if (!a.ok()) return;
  AddDeltaRule(node,
               {.tokens = Count(a->batch) * a->steps,
                .heads = a->kv_heads,
                .out_heads = a->out_heads,
                .key = a->key,
                .value = a->value,
                .decays = node.elements(LinearAttentionInput::kDecay)},
               work);
}

OperatorRule LinearAttention(std::string_view domain, std::vector<int> versions) {
  return {.op = "LinearAttention",
          .domain = domain,
          .versions = std::move(versions),
          .op_class = OperatorClass::kAttention,
          .infer = InferLinearAttention,
          .work = WorkLinearAttention,
          .formula =
              "MACs = tokens * d_k * d_v * (kv_heads + q_heads), + kv_heads for the delta "
              "rules; gated: the state is scaled once a token; state read once, written once",
          .source = "recurrence of the operator text, token by token",
          .min_inputs = 3,
          .buffer_inputs = 1U << LinearAttentionInput::kPast | 1U << LinearAttentionInput::kDecay |
                           1U << LinearAttentionInput::kBeta};
}

absl::Status InferLinearAttentionGate(const NodeView& node, OutputFacts& out) {
  out.Set(0, node.dtype(0), node.shape(0));
  if (node.has_shape(3)) out.Set(1, node.dtype(0), node.shape(3));
  return absl::OkStatus();
}

void WorkLinearAttentionGate(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  work.arithmetic = n * 3;       // bias, the sum within softplus, scale
  work.transcendentals = n * 2;  // softplus: exp, log
  work.arithmetic += node.elements(3) * 2;
  work.transcendentals += node.elements(3);
}

}  // namespace

std::vector<OperatorRule> LinearAttentionRules() {
  return {
      LinearAttention("", {27}),
      LinearAttention("com.microsoft", {1}),
      {.op = "LinearAttentionGate",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kActivation,
       .infer = InferLinearAttentionGate,
       .work = WorkLinearAttentionGate,
       .formula = "per element of a: bias, softplus (exp, log, add), scale; of b: sigmoid",
       .source = "ONNX Runtime contrib operator LinearAttentionGate"},
  };
}

}  // namespace roofline
