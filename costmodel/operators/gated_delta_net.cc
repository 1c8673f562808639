#include <fmt/format.h>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/delta_rule.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// query, key [tokens, heads, d_k], value [tokens, v_heads, d_v]; the tokens may be [batch, length].
struct GatedDeltaNetInput {
  static constexpr int kQuery = 0, kKey = 1, kValue = 2, kEnds = 3, kDecay = 4, kBeta = 5,
                       kState = 6, kLogA = 7, kGateBias = 8;
};

struct GatedDeltaNetExtents {
  Shape tokens;  // one or two extents
  int64_t batch = 0;
  int64_t heads = 0;    // of query and key
  int64_t v_heads = 0;  // of value, state and output
  int64_t key = 0;      // d_k
  int64_t value = 0;    // d_v
};

absl::StatusOr<int64_t> ReadBatch(const NodeView& node) {
  if (Rank(node.shape(GatedDeltaNetInput::kQuery)) == 4)
    return node.shape(GatedDeltaNetInput::kQuery)[0];
  if (node.has_shape(GatedDeltaNetInput::kEnds)) {
    const Shape& ends = node.shape(GatedDeltaNetInput::kEnds);
    if (Rank(ends) != 1 || ends[0] < 1) return node.Conflict("expected batch + 1 offsets");
    return ends[0] - 1;
  }
  if (!node.has_shape(GatedDeltaNetInput::kState) || node.shape(GatedDeltaNetInput::kState).empty())
    return node.Conflict("expected cu_seqlens or an initial_state: they tell the batch");
  return node.shape(GatedDeltaNetInput::kState)[0];
}

absl::StatusOr<GatedDeltaNetExtents> ReadGatedDeltaNetExtents(const NodeView& node) {
  const Shape& q = node.shape(GatedDeltaNetInput::kQuery);
  const Shape& v = node.shape(GatedDeltaNetInput::kValue);
  if (Rank(q) < 3 || Rank(q) > 4 || Rank(v) != Rank(q))
    return node.Conflict("expected query, key and value of one rank, 3 or 4");
  GatedDeltaNetExtents a{.tokens = Shape(q.begin(), q.end() - 2),
                         .heads = q[q.size() - 2],
                         .v_heads = v[v.size() - 2],
                         .key = q.back(),
                         .value = v.back()};
  RETURN_IF_ERROR(ExpectShape(node, GatedDeltaNetInput::kKey, "key", q));
  if (Shape(v.begin(), v.end() - 2) != a.tokens)
    return node.Conflict("query and value differ in tokens");
  if (a.heads < 1 || a.v_heads < 1 || a.v_heads % a.heads != 0)
    return node.Conflict(
        fmt::format("{} value heads are no multiple of {} query heads", a.v_heads, a.heads));
  ASSIGN_OR_RETURN(a.batch, ReadBatch(node));
  RETURN_IF_ERROR(ExpectShape(node, GatedDeltaNetInput::kState, "initial_state",
                              {a.batch, a.v_heads, a.value, a.key}));
  RETURN_IF_ERROR(ReadDeltaRule(node).status());
  return a;
}

absl::Status InferDeltaNet(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const GatedDeltaNetExtents a, ReadGatedDeltaNetExtents(node));
  Shape y = a.tokens;
  y.insert(y.end(), {a.v_heads, a.value});
  out.Set(0, node.dtype(GatedDeltaNetInput::kQuery), std::move(y));
  out.Set(1, DType::kFloat32, {a.batch, a.v_heads, a.value, a.key});
  const Count transition = Count(a.v_heads) + Count(a.heads) * a.key + Count(a.v_heads) * a.value;
  ASSIGN_OR_RETURN(
      const int64_t row,
      ToExtent(node, transition * node.attr_int("state_update_capacity", 0), "the state update"));
  if (row < 0) return node.Conflict("state_update_capacity is negative");
  out.Set(2, DType::kFloat32, {a.batch, row});
  return absl::OkStatus();
}

// What is folded in front of the recurrence: normed heads, -exp(a_log) * softplus(decay + bias),
// sigmoid of beta.
void AddActivations(const NodeView& node, Work& work) {
  if (node.attr_int("qk_l2_norm", 0) != 0) {
    for (const int i : {GatedDeltaNetInput::kQuery, GatedDeltaNetInput::kKey}) {
      const Count n = node.elements(i);
      work.fmas += n;
      work.arithmetic += n;
      if (node.shape(i).back() > 0) work.arithmetic += n / node.shape(i).back() * 2;
    }
  }
  if (node.attr_string("gate_activation", "none") == "qwen") {
    const Count g = node.elements(GatedDeltaNetInput::kDecay);
    work.arithmetic += g * (node.has_input(GatedDeltaNetInput::kGateBias) ? 3 : 2);
    work.transcendentals += g * 2 + node.elements(GatedDeltaNetInput::kLogA);
  }
  if (node.attr_string("beta_activation", "none") == "sigmoid") {
    work.arithmetic += node.elements(GatedDeltaNetInput::kBeta) * 2;
    work.transcendentals += node.elements(GatedDeltaNetInput::kBeta);
  }
}

void WorkDeltaNet(const NodeView& node, Work& work) {
  const auto a = ReadGatedDeltaNetExtents(node);
  if (!a.ok()) return;
  AddActivations(node, work);
  AddDeltaRule(node,
               {.tokens = Elements(a->tokens),
                .heads = a->v_heads,
                .out_heads = a->v_heads,
                .key = a->key,
                .value = a->value,
                .decays = node.elements(GatedDeltaNetInput::kDecay)},
               work);
}

}  // namespace

std::vector<OperatorRule> GatedDeltaNetRules() {
  return {{.op = "GatedDeltaNet",
           .domain = "com.microsoft",
           .versions = {1},
           .op_class = OperatorClass::kAttention,
           .infer = InferDeltaNet,
           .work = WorkDeltaNet,
           .formula = "as LinearAttention, all at the value heads; L2 norms of query and key, "
                      "softplus of the decay and sigmoid of beta where they are folded in",
           .source = "recurrence of the operator text, token by token",
           .min_inputs = 3,
           .buffer_inputs = 1U << GatedDeltaNetInput::kEnds | 1U << GatedDeltaNetInput::kDecay |
                            1U << GatedDeltaNetInput::kBeta | 1U << GatedDeltaNetInput::kState}};
}

}  // namespace roofline
