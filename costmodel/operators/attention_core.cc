#include "costmodel/operators/attention_core.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace roofline {
namespace {

// Sums of up to 2^126: extents are unchecked int64.
__extension__ using Wide = __int128;

// Pairs with 0 <= i < queries, 0 <= j < keys, j <= i + shift.
Wide PairsUpTo(Wide queries, Wide keys, Wide shift) {
  const Wide first = std::clamp<Wide>(-shift, 0, queries);  // first row that sees a key
  const Wide full = std::clamp<Wide>(keys - shift - 1, first, queries);  // rows from here see all
  // Rows first .. full - 1 see i + shift + 1 keys each.
  const Wide growing = (full - first) * (first + shift + 1 + full + shift) / 2;
  return growing + (queries - full) * keys;
}

}  // namespace

Count VisiblePairs(const Visibility& v) {
  if (v.queries <= 0 || v.keys <= 0) return 0;
  const Wide queries = v.queries;
  const Wide keys = v.keys;
  Wide pairs = v.right < 0 ? queries * keys
                           : PairsUpTo(queries, keys, static_cast<Wide>(v.offset) + v.right);
  if (v.left >= 0) pairs -= PairsUpTo(queries, keys, static_cast<Wide>(v.offset) - v.left - 1);
  pairs = std::max<Wide>(pairs, 0);  // an empty window
  if (pairs > std::numeric_limits<int64_t>::max()) return Count::Overflow();
  return static_cast<int64_t>(pairs);
}

Count PackedPairs(const std::vector<int64_t>& ends) {
  Count pairs;
  for (size_t i = 1; i < ends.size(); ++i) {
    const Count length = std::max<int64_t>(ends[i], 0) -
                         std::clamp<int64_t>(ends[i - 1], 0, std::max<int64_t>(ends[i], 0));
    pairs += length * length;
  }
  return pairs;
}

void AddScoreWork(const AttentionScores& attention, Work& work) {
  const Count scores = attention.scores;
  const Count rows = Min(attention.rows, scores);  // a row that sees no key has no softmax
  work.macs += scores * attention.head + scores * attention.v_head;
  work.arithmetic += scores * 3 + (scores - rows);  // scale, subtract, divide; sum
  work.comparisons += scores - rows;                // max
  work.transcendentals += scores;                   // exp
  if (attention.bias) work.arithmetic += scores;
  if (attention.select) work.comparisons += scores;
  if (attention.softcap) {
    work.arithmetic += scores * 2;
    work.transcendentals += scores;
  }
  if (attention.sink) {
    work.arithmetic += rows * 2;
    work.transcendentals += rows;
  }
}

void AddProjection(Count rows, Count in, Count out, bool bias, Work& work) {
  work.macs += rows * in * out;
  if (bias) work.arithmetic += rows * out;
}

void AddRotation(Count elements, Work& work) {
  work.arithmetic += elements;
  work.fmas += elements;
}

void AddRmsNorm(Count elements, Count rows, Work& work) {
  work.fmas += elements;
  work.arithmetic += elements * 2 + rows * 3;
}

absl::StatusOr<int64_t> ToExtent(const NodeView& node, Count count, std::string_view what) {
  if (!count.ok()) return node.Conflict(fmt::format("{} overflows", what));
  return count.value();
}

absl::StatusOr<int64_t> SplitEvenly(const NodeView& node, int64_t total, int64_t parts,
                                    std::string_view what) {
  if (parts < 1) return node.Conflict(fmt::format("{}: {} heads, expected 1 or more", what, parts));
  if (total % parts != 0)
    return node.Conflict(fmt::format("{}: {} does not split into {} parts", what, total, parts));
  return total / parts;
}

absl::Status ExpectShape(const NodeView& node, int i, std::string_view name, const Shape& wanted) {
  if (!node.has_shape(i) || node.shape(i) == wanted) return absl::OkStatus();
  return node.Conflict(
      fmt::format("{} is {}, expected {}", name, ShapeText(node.shape(i)), ShapeText(wanted)));
}

std::optional<int64_t> KnownScalar(const NodeView& node, int i) {
  const auto* content = node.ints(i);
  if (content == nullptr || content->size() != 1) return std::nullopt;
  return content->front();
}

void BoundUnlessKnown(const NodeView& node, int i, Work& work) {
  if (node.has_input(i) && node.ints(i) == nullptr) work.mark = Worst(work.mark, Mark::kBounded);
}

}  // namespace roofline
