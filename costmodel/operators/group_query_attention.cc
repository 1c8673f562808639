#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

struct GroupQueryInput {
  static constexpr int kQuery = 0, kKey = 1, kValue = 2, kPastKey = 3, kPastValue = 4;
};

// Operands that differ between GroupQueryAttention and SparseAttention.
struct GroupQueryOperands {
  int lengths;           // per batch entry
  int64_t lengths_plus;  // added to `lengths` to get the total length
  int total;
  int cos;
};

constexpr GroupQueryOperands kGroupQuery = {5, 1, 6, 7};
constexpr GroupQueryOperands kSparse = {8, 0, 7, 9};

// Of GroupQueryAttention alone.
struct GroupQueryOnlyInput {
  static constexpr int kAttentionBias = 10, kHeadSink = 11, kKeyScale = 12, kValueScale = 13,
                       kQueryNorm = 14;
};

struct SparseAttentionInput {
  static constexpr int kBlockRows = 5;
};

const GroupQueryOperands& GroupQueryOperandsOf(const NodeView& node) {
  return node.op() == "SparseAttention" ? kSparse : kGroupQuery;
}

struct GroupQueryExtents {
  int64_t batch = 0;
  int64_t queries = 0;
  int64_t new_keys = 0;
  int64_t heads = 0;
  int64_t kv_heads = 0;
  int64_t head = 0;
  int64_t past = 0;     // length of the past buffer
  int64_t total = 0;    // keys of the longest batch entry
  bool known = false;   // `total` is known, not bounded
  int64_t present = 0;  // length of the present buffer
  bool shared = false;  // past and present are one buffer
};

absl::Status ReadHeads(const NodeView& node, GroupQueryExtents& a) {
  const Shape& q = node.shape(GroupQueryInput::kQuery);
  a.heads = node.attr_int("num_heads", 0);
  a.kv_heads = node.attr_int("kv_num_heads", 0);
  if (a.heads < 1 || a.kv_heads < 1 || a.heads % a.kv_heads != 0) {
    return node.Conflict(
        fmt::format("{} query heads are no multiple of {} key heads", a.heads, a.kv_heads));
  }
  if (node.has_shape(GroupQueryInput::kKey)) {
    ASSIGN_OR_RETURN(a.head, SplitEvenly(node, q[2], a.heads, "num_heads"));
    const Shape& k = node.shape(GroupQueryInput::kKey);
    if (Rank(k) != 3 || k[0] != a.batch) return node.Conflict("the key does not fit the query");
    ASSIGN_OR_RETURN(const int64_t k_head, SplitEvenly(node, k[2], a.kv_heads, "kv_num_heads"));
    if (k_head != a.head) return node.Conflict("query and key differ in head size");
    a.new_keys = k[1];
    return ExpectShape(node, GroupQueryInput::kValue, "value", k);
  }
  a.new_keys = a.queries;
  ASSIGN_OR_RETURN(const int64_t parts,
                   ToExtent(node, Count(a.heads) + Count(a.kv_heads) * 2, "the number of heads"));
  ASSIGN_OR_RETURN(a.head, SplitEvenly(node, q[2], parts, "packed QKV"));
  return absl::OkStatus();
}

absl::Status ReadLengths(const NodeView& node, GroupQueryExtents& a) {
  if (node.has_shape(GroupQueryInput::kPastKey)) {
    const Shape& past = node.shape(GroupQueryInput::kPastKey);
    if (Rank(past) != 4 || past[0] != a.batch || past[1] != a.kv_heads)
      return node.Conflict("expected past_key of [batch, kv_heads, length, head]");
    a.past = past[2];
  }
  ASSIGN_OR_RETURN(const int64_t grown,
                   ToExtent(node, Count(a.past) + a.new_keys, "the total length"));
  const std::optional<int64_t> total = KnownScalar(node, GroupQueryOperandsOf(node).total);
  a.known = total.has_value();
  a.total = std::max<int64_t>(total.value_or(grown), 0);
  const bool window = node.attr_int("sliding_window_cache", 0) != 0;
  const bool fixed = window || node.op() == "SparseAttention";
  // A past buffer that has room for the new rows is the present buffer.
  a.shared = node.has_shape(GroupQueryInput::kPastKey) && (fixed || (a.known && a.total <= a.past));
  a.present = fixed ? a.past : std::max(a.past, a.total);
  if (!a.known && a.shared) a.total = a.past;
  return absl::OkStatus();
}

absl::StatusOr<GroupQueryExtents> ReadGroupQueryExtents(const NodeView& node) {
  const Shape& q = node.shape(GroupQueryInput::kQuery);
  if (Rank(q) != 3) return node.Conflict("expected a query of rank 3");
  GroupQueryExtents a{.batch = q[0], .queries = q[1]};
  RETURN_IF_ERROR(ReadHeads(node, a));
  RETURN_IF_ERROR(ReadLengths(node, a));
  return a;
}

absl::Status InferGroupQuery(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const GroupQueryExtents a, ReadGroupQueryExtents(node));
  const DType dtype = node.dtype(GroupQueryInput::kQuery);
  const Mark mark = a.known || a.shared ? Mark::kExact : Mark::kBounded;
  ASSIGN_OR_RETURN(const int64_t hidden,
                   ToExtent(node, Count(a.heads) * a.head, "the hidden size"));
  out.Set(0, dtype, {a.batch, a.queries, hidden});
  for (const int past : {GroupQueryInput::kPastKey, GroupQueryInput::kPastValue}) {
    const bool given = node.has_shape(past) && !node.shape(past).empty();
    // A cache of packed 4-bit values has half the columns.
    const int64_t columns = given ? node.shape(past).back() : a.head;
    out.Set(past - 2, given ? node.dtype(past) : dtype, {a.batch, a.kv_heads, a.present, columns},
            mark);
  }
  out.Set(3, dtype, {a.batch, a.heads, a.queries, a.total}, mark);
  return absl::OkStatus();
}

// Keys of each batch entry; their common bound when the lengths are not known.
std::vector<int64_t> KeyLengths(const NodeView& node, const GroupQueryExtents& a) {
  const GroupQueryOperands& at = GroupQueryOperandsOf(node);
  std::vector<int64_t> keys;
  if (const auto* lengths = node.ints(at.lengths)) {
    for (const int64_t length : *lengths) {
      const bool inside = length >= 0 && length < a.total;
      keys.push_back(inside ? length + at.lengths_plus : a.total);
    }
  }
  return keys;
}

struct GroupQueryScores {
  Count pairs;        // visible ones of all batch entries and one head
  Count cached_rows;  // of the past that are read
};

GroupQueryScores CountGroupQueryScores(const NodeView& node, const GroupQueryExtents& a) {
  const int64_t window = node.attr_int("local_window_size", -1);
  const auto one = [&](int64_t keys) {
    return VisiblePairs({.queries = a.queries,
                         .keys = keys,
                         .offset = keys - a.queries,
                         .left = window > 0 ? window - 1 : -1,
                         .right = node.attr_int("causal", 1) != 0 ? 0 : -1});
  };
  GroupQueryScores scores;
  const std::vector<int64_t> lengths = KeyLengths(node, a);
  for (const int64_t keys : lengths) {
    scores.pairs += one(keys);
    scores.cached_rows += std::clamp<int64_t>(keys - a.new_keys, 0, a.past);
  }
  if (lengths.empty()) {
    scores.pairs = one(a.total) * a.batch;
    scores.cached_rows = Count(a.batch) * std::clamp<int64_t>(a.total - a.new_keys, 0, a.past);
  }
  return scores;
}

void CountCacheTraffic(const NodeView& node, const GroupQueryExtents& a, Count cached_rows,
                       Work& work) {
  for (const int past : {GroupQueryInput::kPastKey, GroupQueryInput::kPastValue}) {
    if (!a.shared || !node.has_shape(past)) continue;
    const Count row = Count(a.kv_heads) * node.shape(past).back();
    work.read_bytes[static_cast<size_t>(past)] = BytesOf(node.dtype(past), cached_rows * row);
    if (node.has_output(past - 2)) {
      work.write_bytes[static_cast<size_t>(past - 2)] =
          BytesOf(node.dtype(past), Count(a.batch) * a.new_keys * row);
    }
  }
}

void AddCommonWork(const NodeView& node, const GroupQueryExtents& a, Count scores, Work& work) {
  const bool group = node.op() == "GroupQueryAttention";
  const Count rows = Count(a.batch) * a.heads * a.queries;
  const Count k_rows = Count(a.batch) * a.kv_heads * a.new_keys;
  AddScoreWork({.scores = scores,
                .rows = rows,
                .head = a.head,
                .v_head = a.head,
                .bias = group && node.has_input(GroupQueryOnlyInput::kAttentionBias),
                .softcap = node.attr_float("softcap", 0) != 0,
                .sink = group && (node.has_input(GroupQueryOnlyInput::kHeadSink) ||
                                  node.attr_int("smooth_softmax", 0) > 0)},
               work);
  if (node.attr_int("do_rotary", 0) != 0) AddRotation((rows + k_rows) * a.head, work);
  if (group && node.has_input(GroupQueryOnlyInput::kQueryNorm))
    AddRmsNorm((rows + k_rows) * a.head, rows + k_rows, work);
}

// Without lengths every batch entry is as long as the longest one may be.
void MarkBound(const NodeView& node, const GroupQueryExtents& a, Work& work) {
  const bool each_known = a.batch <= 1 && a.known;
  if (!each_known) BoundUnlessKnown(node, GroupQueryOperandsOf(node).lengths, work);
}

void WorkGroupQuery(const NodeView& node, Work& work) {
  const auto a = ReadGroupQueryExtents(node);
  if (!a.ok()) return;
  MarkBound(node, *a, work);
  const GroupQueryScores scores = CountGroupQueryScores(node, *a);
  AddCommonWork(node, *a, scores.pairs * a->heads, work);
  // Each cached value is scaled once, each new one is scaled and rounded.
  const Count new_rows = Count(a->batch) * a->new_keys;
  for (const int scale : {GroupQueryOnlyInput::kKeyScale, GroupQueryOnlyInput::kValueScale}) {
    if (node.has_input(scale))
      work.arithmetic += (scores.cached_rows + new_rows * 2) * a->kv_heads * a->head;
  }
  CountCacheTraffic(node, *a, scores.cached_rows, work);
}

// Blocks of the layout, averaged over layouts, of the rows of blocks that hold the queries; at most
// the causal half. Nothing but the causal half is known without the content of block_row_indices.
Count SparsePairs(const NodeView& node, const GroupQueryExtents& a, Count causal) {
  const auto* rows = node.ints(SparseAttentionInput::kBlockRows);
  const int64_t block = node.attr_int("sparse_block_size", 0);
  if (rows == nullptr || Rank(node.shape(SparseAttentionInput::kBlockRows)) != 2 || block < 1 ||
      a.queries < 1)
    return causal;
  const int64_t layouts = node.shape(SparseAttentionInput::kBlockRows)[0];
  const int64_t stride = node.shape(SparseAttentionInput::kBlockRows)[1];
  if (layouts < 1 || stride < 2 ||
      Count(static_cast<int64_t>(rows->size())) != node.elements(SparseAttentionInput::kBlockRows))
    return causal;
  const int64_t first = std::clamp<int64_t>((a.total - a.queries) / block, 0, stride - 1);
  const int64_t last = std::clamp<int64_t>((a.total - 1) / block + 1, first, stride - 1);
  Count blocks;
  for (int64_t layout = 0; layout < layouts; ++layout) {
    const int64_t begin = (*rows)[static_cast<size_t>(layout * stride + first)];
    const int64_t end = (*rows)[static_cast<size_t>(layout * stride + last)];
    blocks += std::max<int64_t>(std::max<int64_t>(end, 0) - std::max<int64_t>(begin, 0), 0);
  }
  const Count per_block = Count(block) * std::min(block, a.queries);
  return Min(causal, Count(a.batch) * blocks * per_block / layouts);
}

void WorkSparse(const NodeView& node, Work& work) {
  const auto a = ReadGroupQueryExtents(node);
  if (!a.ok()) return;
  MarkBound(node, *a, work);
  const GroupQueryScores scores = CountGroupQueryScores(node, *a);
  AddCommonWork(node, *a, SparsePairs(node, *a, scores.pairs) * a->heads, work);
  CountCacheTraffic(node, *a, scores.cached_rows, work);
}

}  // namespace

std::vector<OperatorRule> GroupQueryAttentionRules() {
  return {
      {.op = "GroupQueryAttention",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kAttention,
       .infer = InferGroupQuery,
       .work = WorkGroupQuery,
       .formula =
           "MACs = scores * 2 head, scores = causal pairs of each sequence (window when "
           "local_window_size) * heads; lengths from seqlens_k, else total_sequence_length, "
           "else past + new; rotary and norm per element of Q and K; a past buffer with room "
           "is updated in place, else present is a copy",
       .source = "ONNX Runtime contrib operator GroupQueryAttention",
       .buffer_inputs = 1U << GroupQueryInput::kPastKey | 1U << GroupQueryInput::kPastValue |
                        1U << 7 | 1U << 8 | 1U << GroupQueryOnlyInput::kAttentionBias |
                        1U << GroupQueryOnlyInput::kKeyScale |
                        1U << GroupQueryOnlyInput::kValueScale},
      {.op = "SparseAttention",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kAttention,
       .infer = InferGroupQuery,
       .work = WorkSparse,
       .formula = "as GroupQueryAttention, scores = blocks of the layout * block size^2, averaged "
                  "over layouts, when block_row_indices are known and at most the causal pairs",
       .source = "ONNX Runtime contrib operator SparseAttention",
       .precision = WorkPrecision::kModel,
       .buffer_inputs = 1U << GroupQueryInput::kPastKey | 1U << GroupQueryInput::kPastValue |
                        1U << 9 | 1U << 10},
  };
}

}  // namespace roofline
