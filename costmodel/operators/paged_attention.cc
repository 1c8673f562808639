#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

struct PagedInput {
  static constexpr int kQuery = 0, kKey = 1, kKeyCache = 3, kValueCache = 4, kCumulative = 5,
                       kPastLengths = 6, kBlockTable = 7, kHeadSink = 11, kQueryNorm = 12,
                       kKeyScale = 14;
};

struct PagedExtents {
  int64_t tokens = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;
  int64_t head = 0;
  int64_t v_head = 0;
  bool latent = false;  // one cache whose leading columns are V
};

absl::StatusOr<PagedExtents> ReadPagedExtents(const NodeView& node) {
  const Shape& q = node.shape(PagedInput::kQuery);
  if (Rank(q) != 2) return node.Conflict("expected a query of [tokens, hidden]");
  PagedExtents a{.tokens = q[0],
                 .heads = node.attr_int("num_heads", 0),
                 .kv_heads = node.attr_int("kv_num_heads", 0)};
  if (a.heads < 1 || a.kv_heads < 1 || a.heads % a.kv_heads != 0) {
    return node.Conflict(
        fmt::format("{} query heads are no multiple of {} key heads", a.heads, a.kv_heads));
  }
  int64_t parts = a.heads;
  if (!node.has_shape(PagedInput::kKey)) {
    ASSIGN_OR_RETURN(parts, ToExtent(node, Count(a.heads) + Count(a.kv_heads) * 2, "packed QKV"));
  }
  ASSIGN_OR_RETURN(a.head, SplitEvenly(node, q[1], parts, "num_heads"));
  a.latent = node.attr_string("kv_cache_layout", "SEPARATE") == "LATENT";
  const int64_t v_head = node.attr_int("v_head_size", 0);
  if (v_head < 0 || v_head > a.head) return node.Conflict("v_head_size exceeds the head size");
  a.v_head = a.latent && v_head > 0 ? v_head : a.head;
  if (node.has_shape(PagedInput::kKeyCache) && Rank(node.shape(PagedInput::kKeyCache)) != 4)
    return node.Conflict("expected key_cache of [blocks, block size, kv_heads, head]");
  if (node.has_shape(PagedInput::kBlockTable) && Rank(node.shape(PagedInput::kBlockTable)) != 2)
    return node.Conflict("expected block_table of [batch, blocks]");
  return a;
}

absl::Status InferPaged(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const PagedExtents a, ReadPagedExtents(node));
  ASSIGN_OR_RETURN(const int64_t hidden,
                   ToExtent(node, Count(a.heads) * a.v_head, "the hidden size"));
  out.Set(0, node.dtype(PagedInput::kQuery), {a.tokens, hidden});
  for (const int cache : {PagedInput::kKeyCache, PagedInput::kValueCache}) {
    if (node.has_shape(cache)) out.Set(cache - 2, node.dtype(cache), node.shape(cache));
  }
  return absl::OkStatus();
}

struct PagedScores {
  Count pairs;
  Count cached_rows;
};

Count VisibleTo(const NodeView& node, int64_t queries, int64_t past) {
  const int64_t window = node.attr_int("local_window_size", -1);
  return VisiblePairs({.queries = queries,
                       .keys = (Count(queries) + past).value(),
                       .offset = past,
                       .left = window > 0 ? window - 1 : -1,
                       .right = node.attr_int("is_causal", 1) != 0 ? 0 : -1});
}

// Exact when the lengths are known; else every token sees all the blocks of its sequence.
PagedScores CountPagedScores(const NodeView& node, const PagedExtents& a) {
  const auto* ends = node.ints(PagedInput::kCumulative);
  const auto* past = node.ints(PagedInput::kPastLengths);
  PagedScores scores;
  if (ends != nullptr && past != nullptr && ends->size() == past->size() + 1) {
    for (size_t i = 0; i < past->size(); ++i) {
      const int64_t begin = std::clamp<int64_t>((*ends)[i], 0, a.tokens);
      const int64_t queries = std::clamp<int64_t>((*ends)[i + 1], begin, a.tokens) - begin;
      const int64_t cached = std::max<int64_t>((*past)[i], 0);
      scores.pairs += VisibleTo(node, queries, cached);
      scores.cached_rows += cached;
    }
    return scores;
  }
  if (!node.has_shape(PagedInput::kBlockTable) || !node.has_shape(PagedInput::kKeyCache))
    return scores;
  const Count keys =
      Count(node.shape(PagedInput::kBlockTable)[1]) * node.shape(PagedInput::kKeyCache)[1];
  scores.pairs = keys * a.tokens;
  scores.cached_rows = keys * node.shape(PagedInput::kBlockTable)[0];
  return scores;
}

void WorkPaged(const NodeView& node, Work& work) {
  const auto a = ReadPagedExtents(node);
  if (!a.ok()) return;
  const PagedScores scores = CountPagedScores(node, *a);
  for (const int lengths : {PagedInput::kCumulative, PagedInput::kPastLengths})
    BoundUnlessKnown(node, lengths, work);
  const Count rows = Count(a->tokens) * a->heads;
  const Count k_rows = Count(a->tokens) * a->kv_heads;
  AddScoreWork({.scores = scores.pairs * a->heads,
                .rows = rows,
                .head = a->head,
                .v_head = a->v_head,
                .softcap = node.attr_float("softcap", 0) != 0,
                .sink = node.has_input(PagedInput::kHeadSink)},
               work);
  if (node.attr_int("do_rotary", 0) != 0) AddRotation((rows + k_rows) * a->head, work);
  if (node.has_input(PagedInput::kQueryNorm))
    AddRmsNorm((rows + k_rows) * a->head, rows + k_rows, work);
  for (const int cache : {PagedInput::kKeyCache, PagedInput::kValueCache}) {
    if (!node.has_shape(cache)) continue;
    const Count row = Count(node.shape(cache)[2]) * node.shape(cache)[3];
    if (node.has_input(PagedInput::kKeyScale + cache - PagedInput::kKeyCache))
      work.arithmetic += (scores.cached_rows + Count(a->tokens) * 2) * row;
    Count& read = work.read_bytes[static_cast<size_t>(cache)];
    read = Min(read, BytesOf(node.dtype(cache), scores.cached_rows * row));
    if (node.has_output(cache - 2)) {
      work.write_bytes[static_cast<size_t>(cache - 2)] =
          BytesOf(node.dtype(cache), Count(a->tokens) * row);
    }
  }
}

}  // namespace

std::vector<OperatorRule> PagedAttentionRules() {
  return {
      {.op = "PagedAttention",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kAttention,
       .infer = InferPaged,
       .work = WorkPaged,
       .formula =
           "MACs = scores * (head + v_head), scores = causal pairs of each sequence * heads "
           "when cumulative_sequence_length and past_seqlens are known, else tokens * blocks "
           "* block size (a bound); the cache is updated in place: past rows read, new rows "
           "written",
       .source = "ONNX Runtime contrib operator PagedAttention",
       .buffer_inputs =
           1U << PagedInput::kKeyCache | 1U << PagedInput::kValueCache | 1U << 8 | 1U << 9},
  };
}

}  // namespace roofline
