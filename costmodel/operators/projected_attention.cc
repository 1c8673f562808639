#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// The attention operators that also project their input: weights hold Q, K and V side by side.
struct ProjectedOperands {
  std::string_view op;
  bool packed = false;     // tokens of all sequences without padding, [tokens, hidden]
  bool quantized = false;  // int8 input and weights
  int bias = 2;
  int mask = -1;
  int past = -1;
  int attention_bias = -1;
  int past_length = -1;  // known length of a shared past buffer
};

struct ProjectedInput {
  static constexpr int kInput = 0, kWeights = 1;
};
struct PackedProjectedInput {
  static constexpr int kTokenOffset = 3, kCumulative = 4;
};  // of the packed form

constexpr std::array<ProjectedOperands, 4> kProjectedOperators = {{
    {.op = "Attention", .mask = 3, .past = 4, .attention_bias = 5, .past_length = 6},
    {.op = "DecoderMaskedSelfAttention",
     .mask = 3,
     .past = 4,
     .attention_bias = 5,
     .past_length = 6},
    {.op = "PackedAttention", .packed = true, .attention_bias = 5},
    {.op = "QAttention", .quantized = true, .mask = 5, .past = 8},
}};

const ProjectedOperands& ProjectedOperandsOf(const NodeView& node) {
  return *std::find_if(kProjectedOperators.begin(), kProjectedOperators.end(),
                       [&](const ProjectedOperands& o) { return o.op == node.op(); });
}

struct ProjectedExtents {
  int64_t batch = 0;
  int64_t length = 0;
  int64_t tokens = 0;  // batch * length; fewer when packed
  int64_t input = 0;
  int64_t heads = 0;
  int64_t hidden = 0;    // of Q and of K
  int64_t v_hidden = 0;  // of V
  int64_t past = 0;      // keys that are valid in the past; their bound when not known
  int64_t buffer = 0;    // length of present
};

absl::Status ReadHiddenSizes(const NodeView& node, ProjectedExtents& a) {
  const Shape& w = node.shape(ProjectedInput::kWeights);
  if (Rank(w) != 2 || w[0] != a.input)
    return node.Conflict(fmt::format("expected weights of [{}, Q + K + V]", a.input));
  a.heads = node.attr_int("num_heads", 0);
  if (const auto* sizes = node.attr_ints("qkv_hidden_sizes"); sizes && !sizes->empty()) {
    if (sizes->size() != 3 || (*sizes)[0] != (*sizes)[1] || (*sizes)[0] < 0 || (*sizes)[2] < 0 ||
        Count((*sizes)[0]) * 2 + (*sizes)[2] != Count(w[1])) {
      return node.Conflict("qkv_hidden_sizes do not add up to the columns of the weights");
    }
    a.hidden = (*sizes)[0];
    a.v_hidden = (*sizes)[2];
  } else {
    if (w[1] % 3 != 0) return node.Conflict("the columns of the weights are no multiple of 3");
    a.hidden = a.v_hidden = w[1] / 3;
  }
  RETURN_IF_ERROR(SplitEvenly(node, a.hidden, a.heads, "num_heads").status());
  RETURN_IF_ERROR(SplitEvenly(node, a.v_hidden, a.heads, "num_heads").status());
  return ExpectShape(node, ProjectedOperandsOf(node).bias, "bias", {w[1]});
}

absl::Status ReadProjectedPast(const NodeView& node, const ProjectedOperands& at,
                               ProjectedExtents& a) {
  a.buffer = a.length;
  if (at.past < 0 || !node.has_shape(at.past)) return absl::OkStatus();
  const Shape& past = node.shape(at.past);
  if (Rank(past) != 5) return node.Conflict("expected past of rank 5");
  a.past = past[3];
  RETURN_IF_ERROR(
      ExpectShape(node, at.past, "past", {2, a.batch, a.heads, a.past, a.hidden / a.heads}));
  if (node.attr_int("past_present_share_buffer", 0) == 0) {
    ASSIGN_OR_RETURN(a.buffer, ToExtent(node, Count(a.past) + a.length, "the total length"));
    return absl::OkStatus();
  }
  a.buffer = a.past;
  const int64_t bound = std::max<int64_t>(a.buffer - a.length, 0);
  a.past = std::clamp<int64_t>(KnownScalar(node, at.past_length).value_or(bound), 0, bound);
  return absl::OkStatus();
}

absl::StatusOr<ProjectedExtents> ReadProjectedExtents(const NodeView& node) {
  const ProjectedOperands& at = ProjectedOperandsOf(node);
  const Shape& x = node.shape(ProjectedInput::kInput);
  if (Rank(x) != (at.packed ? 2 : 3))
    return node.Conflict(fmt::format("expected an input of rank {}", at.packed ? 2 : 3));
  ProjectedExtents a{.input = x.back()};
  if (at.packed) {
    if (!node.has_shape(PackedProjectedInput::kTokenOffset) ||
        Rank(node.shape(PackedProjectedInput::kTokenOffset)) != 2)
      return node.Conflict("expected token_offset of [batch, length]");
    a.batch = node.shape(PackedProjectedInput::kTokenOffset)[0];
    a.length = node.shape(PackedProjectedInput::kTokenOffset)[1];
    a.tokens = x[0];
    if (Count(a.tokens) != Min(a.tokens, node.elements(PackedProjectedInput::kTokenOffset)))
      return node.Conflict("more tokens than token_offset has places");
  } else {
    a.batch = x[0];
    a.length = x[1];
    ASSIGN_OR_RETURN(a.tokens, ToExtent(node, Count(x[0]) * x[1], "the number of tokens"));
  }
  RETURN_IF_ERROR(ReadHiddenSizes(node, a));
  RETURN_IF_ERROR(ReadProjectedPast(node, at, a));
  return a;
}

absl::Status InferProjected(const NodeView& node, OutputFacts& out) {
  const ProjectedOperands& at = ProjectedOperandsOf(node);
  ASSIGN_OR_RETURN(const ProjectedExtents a, ReadProjectedExtents(node));
  DType dtype = node.dtype(ProjectedInput::kInput);
  // The scale of the input has the type of the result.
  if (at.quantized && node.has_input(at.bias)) dtype = node.dtype(at.bias);
  out.Set(0, dtype, at.packed ? Shape{a.tokens, a.v_hidden} : Shape{a.batch, a.length, a.v_hidden});
  out.Set(1, dtype, {2, a.batch, a.heads, a.buffer, a.hidden / a.heads});
  return absl::OkStatus();
}

// Visible pairs of all sequences and one head.
Count Pairs(const NodeView& node, const ProjectedOperands& at, const ProjectedExtents& a) {
  if (at.packed) {
    if (const auto ends = node.ints(PackedProjectedInput::kCumulative)) return PackedPairs(*ends);
    return Count(a.tokens) * a.length;
  }
  const bool causal = node.attr_int("unidirectional", 0) != 0;
  const Count keys = Count(a.past) + a.length;
  return Count(a.batch) * VisiblePairs({.queries = a.length,
                                        .keys = keys.value(),
                                        .offset = a.past,
                                        .right = causal ? 0 : -1});
}

void WorkProjected(const NodeView& node, Work& work) {
  const auto extents = ReadProjectedExtents(node);
  if (!extents.ok()) return;
  const ProjectedExtents& a = *extents;
  const ProjectedOperands& at = ProjectedOperandsOf(node);
  const Count columns = Count(a.hidden) * 2 + a.v_hidden;
  AddProjection(a.tokens, a.input, columns, node.has_input(at.bias), work);
  // Sums of int8 products are scaled once.
  if (at.quantized) work.arithmetic += Count(a.tokens) * columns;
  const bool raw_mask = at.mask >= 0 && node.has_shape(at.mask) && Rank(node.shape(at.mask)) > 1;
  const Count scores = Pairs(node, at, a) * a.heads;
  if (at.packed) BoundUnlessKnown(node, PackedProjectedInput::kCumulative, work);
  AddScoreWork({.scores = scores,
                .rows = Count(a.tokens) * a.heads,
                .head = a.hidden / a.heads,
                .v_head = a.v_hidden / a.heads,
                .bias = raw_mask},
               work);
  if (at.attention_bias >= 0 && node.has_input(at.attention_bias)) work.arithmetic += scores;
  if (node.attr_int("do_rotary", 0) != 0) AddRotation(Count(a.tokens) * a.hidden * 2, work);
  if (node.attr_int("past_present_share_buffer", 0) != 0 && at.past >= 0 &&
      node.has_shape(at.past)) {
    BoundUnlessKnown(node, at.past_length, work);
    // The new keys and values are written into the buffer, the valid ones are read from it.
    const Count row = Count(a.hidden) * 2;
    work.read_bytes[static_cast<size_t>(at.past)] =
        BytesOf(node.dtype(at.past), Count(a.batch) * a.past * row);
    if (node.has_output(1))
      work.write_bytes[1] = BytesOf(node.output(1).dtype, Count(a.tokens) * row);
  }
}

OperatorRule Projected(const ProjectedOperands& at) {
  return {.op = at.op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kAttention,
          .infer = InferProjected,
          .work = WorkProjected,
          .formula =
              "MACs = tokens * input * (2 hidden + v_hidden) + scores * (head + v_head); "
              "unidirectional counts visible pairs only; per score scale, mask, softmax; "
              "present is a copy of past plus the new rows unless the buffer is shared",
          .source =
              "ONNX Runtime contrib operators Attention, DecoderMaskedSelfAttention, "
              "PackedAttention, QAttention",
          .min_inputs = 2,
          .buffer_inputs = 1U << 3 | 1U << 4 | 1U << 5 | 1U << 8};
}

}  // namespace

std::vector<OperatorRule> ProjectedAttentionRules() {
  std::vector<OperatorRule> rules;
  rules.reserve(std::size(kProjectedOperators));
  for (const ProjectedOperands& at : kProjectedOperators) rules.push_back(Projected(at));
  return rules;
}

}  // namespace roofline
