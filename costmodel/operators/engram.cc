#include <fmt/format.h>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/domains.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

constexpr std::string_view kEngramSource =
    "ONNX Runtime contrib operators EngramGate, NGramHashMapping, VarlenNGramHashMapping";

// key, query [batch, length, streams, hidden], value [batch, length, hidden], scales of the norms
// [streams, hidden].
struct EngramInput {
  static constexpr int kKey = 0, kQuery = 1, kGateValue = 2, kKeyScale = 3, kQueryScale = 4,
                       kConvScale = 5;
};

absl::Status InferEngramGate(const NodeView& node, OutputFacts& out) {
  const Shape& key = node.shape(EngramInput::kKey);
  if (Rank(key) != 4) return node.Conflict("expected a key [batch, length, streams, hidden]");
  RETURN_IF_ERROR(ExpectShape(node, EngramInput::kQuery, "query", key));
  RETURN_IF_ERROR(ExpectShape(node, EngramInput::kGateValue, "value", {key[0], key[1], key[3]}));
  for (const int scale :
       {EngramInput::kKeyScale, EngramInput::kQueryScale, EngramInput::kConvScale})
    RETURN_IF_ERROR(ExpectShape(node, scale, "a norm scale", {key[2], key[3]}));
  for (const int i : {0, 1}) out.Set(i, node.dtype(EngramInput::kKey), key);
  return absl::OkStatus();
}

// gate = sigmoid(sign(dot) * sqrt(max(|dot|, 1e-6))), dot = norm(key) . norm(query) / sqrt(hidden).
void WorkEngramGate(const NodeView& node, Work& work) {
  const Shape& key = node.shape(EngramInput::kKey);
  const Count n = node.elements(EngramInput::kKey);
  const Count rows = Count(key[0]) * key[1] * key[2];
  for (int norm = 0; norm < (node.has_output(1) ? 3 : 2); ++norm) AddRmsNorm(n, rows, work);
  work.macs += n;
  work.arithmetic += rows * 7;  // division, |x|, root, sign, its product; sigmoid: 1 + e, 1 / ...
  work.comparisons += rows;
  work.transcendentals += rows;
  work.arithmetic += n;  // gate * value
}

// Operands of the two forms: a batch of equal lengths, or requests packed one behind the other.
struct HashOperands {
  bool packed;
  int cumulative;  // -1: none
  int head_offsets;
  int eos;
  int segments;
};
constexpr HashOperands kPadded = {false, -1, 4, 5, 6};
constexpr HashOperands kPacked = {true, 3, 5, 6, 7};

const HashOperands& EngramOperandsOf(const NodeView& node) {
  return node.op() == "NGramHashMapping" ? kPadded : kPacked;
}

struct HashSizes {
  int64_t orders = 0;  // n-grams of 2 up to orders + 1 tokens
  int64_t heads = 0;   // hashes per token
};

absl::StatusOr<HashSizes> ReadSizes(const NodeView& node) {
  HashSizes sizes{.orders = node.attr_int("max_ngram_size", 0) - 1};
  const int64_t per_order = node.attr_int("n_head_per_ngram", 0);
  if (sizes.orders < 1 || per_order < 1)
    return node.Conflict("expected max_ngram_size of 2 or more and n_head_per_ngram of 1 or more");
  ASSIGN_OR_RETURN(sizes.heads, ToExtent(node, Count(sizes.orders) * per_order, "the hashes"));
  RETURN_IF_ERROR(ExpectShape(node, 2, "vocab_sizes", {sizes.heads}));
  return sizes;
}

absl::Status InferEngramHash(const NodeView& node, OutputFacts& out) {
  const HashOperands& at = EngramOperandsOf(node);
  const Shape& ids = node.shape(0);
  if (Rank(ids) != (at.packed ? 1 : 2))
    return node.Conflict(fmt::format("expected input_ids of rank {}", at.packed ? 1 : 2));
  ASSIGN_OR_RETURN(const HashSizes sizes, ReadSizes(node));
  int64_t batch = ids[0];
  if (at.packed) {
    const Shape& ends = node.shape(at.cumulative);
    if (Rank(ends) != 1 || ends[0] < 1) return node.Conflict("expected batch + 1 offsets");
    batch = ends[0] - 1;
  }
  Shape hashes = ids;
  hashes.push_back(sizes.heads);
  out.Set(0, node.dtype(0), std::move(hashes));
  out.Set(1, node.dtype(0), {batch, sizes.orders});
  if (at.packed) out.Set(2, DType::kInt32, {batch, sizes.orders});
  return absl::OkStatus();
}

// Each order extends the mix of the one before by one product and one xor.
void WorkEngramHash(const NodeView& node, Work& work) {
  const auto sizes = ReadSizes(node);
  if (!sizes.ok()) return;
  const HashOperands& at = EngramOperandsOf(node);
  const Count tokens = node.elements(0);
  const Count y = tokens * sizes->heads;
  work.integer_ops = tokens * (Count(sizes->orders) * 2 + 1) + y;
  if (node.has_input(at.head_offsets)) work.integer_ops += y;
  const bool resets = node.has_input(at.eos) && node.attr_int("reset_on_eos", 0) != 0;
  for (const bool compares : {resets, node.has_input(at.segments)}) {
    if (compares) work.integer_ops += tokens * sizes->orders;
  }
}

OperatorRule HashRule(std::string_view op, int min_inputs) {
  return {.op = op,
          .domain = kMicrosoft,
          .versions = {1},
          .op_class = OperatorClass::kOther,
          .infer = InferEngramHash,
          .work = WorkEngramHash,
          .formula =
              "integer operations, N = max_ngram_size: (2N - 1) a token, 1 remainder a hash, "
              "1 offset a hash; N - 1 comparisons a token for each kind of reset",
          .source = kEngramSource,
          .min_inputs = min_inputs};
}

}  // namespace

std::vector<OperatorRule> EngramRules() {
  return {
      {.op = "EngramGate",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kActivation,
       .infer = InferEngramGate,
       .work = WorkEngramGate,
       .formula = "n key elements, r rows of them: RMS norms of key and query (n FMAs, 2n + 3r "
                  "arithmetic each; the gated value too when asked for), n MACs, per row 7 "
                  "arithmetic, 1 comparison, 1 exp; n multiplications",
       .source = kEngramSource,
       .min_inputs = 5},
      HashRule("NGramHashMapping", 3),
      HashRule("VarlenNGramHashMapping", 4),
  };
}

}  // namespace roofline
