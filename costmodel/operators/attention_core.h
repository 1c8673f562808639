#ifndef ROOFLINE_COSTMODEL_OPERATORS_ATTENTION_CORE_H_
#define ROOFLINE_COSTMODEL_OPERATORS_ATTENTION_CORE_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

// What the operators of the attention family share: how many scores a mask leaves, and what each
// score, projection and rotation costs.

namespace roofline {

// Which keys a query sees. Query i of a block stands at position p = offset + i.
struct Visibility {
  int64_t queries = 0;
  int64_t keys = 0;
  int64_t offset = 0;  // keys before the first query
  int64_t left = -1;   // keys from p - left on; -1: from the first one
  int64_t right = -1;  // keys up to p + right; -1: up to the last one
};

// The exact number of (query, key) pairs that are visible, in constant time.
Count VisiblePairs(const Visibility& visibility);

// Pairs of queries and keys of the same sequence, when `ends` are the cumulative lengths of packed
// sequences (first 0). Lengths that shrink count as 0.
Count PackedPairs(const std::vector<int64_t>& ends);

// softmax(Q K^T * scale + bias) V over the scores that are left.
struct AttentionScores {
  Count scores;  // visible pairs of all batch entries and query heads
  Count rows;    // softmax rows: queries of all batch entries and query heads
  int64_t head = 0;
  int64_t v_head = 0;
  bool bias = false;     // a float mask or bias is added to each score
  bool select = false;   // a bool mask chooses between the score and -inf
  bool softcap = false;  // cap * tanh(score / cap)
  bool sink = false;     // one more exponential in the denominator of each row
};

// MACs = scores * (head + v_head); per score: scale, bias or mask, softcap, and the softmax as
// Softmax counts it (max, subtract, exp, sum, divide).
void AddScoreWork(const AttentionScores& attention, Work& work);

// rows x in times in x out; with a bias one addition per result.
void AddProjection(Count rows, Count in, Count out, bool bias, Work& work);

// Rotation of pairs by an angle: one multiplication and one FMA per rotated element.
void AddRotation(Count elements, Work& work);

// RMS normalisation of rows of n elements in all: n FMAs (squares), 2n multiplications, 3 per row
// (mean, epsilon, reciprocal root).
void AddRmsNorm(Count elements, Count rows, Work& work);

// A count as an extent; a conflict that says `what` when it overflows int64.
absl::StatusOr<int64_t> ToExtent(const NodeView& node, Count count, std::string_view what);

// `total` split into `parts`; a conflict that says `what` when it does not divide or parts < 1.
absl::StatusOr<int64_t> SplitEvenly(const NodeView& node, int64_t total, int64_t parts,
                                    std::string_view what);

// A conflict unless operand i is absent, of unknown shape, or has exactly this shape.
absl::Status ExpectShape(const NodeView& node, int i, std::string_view name, const Shape& wanted);

// The single known integer of operand i (a scalar or one element); nullopt when not known.
std::optional<int64_t> KnownScalar(const NodeView& node, int i);

// Marks the work as an upper bound when integer operand i, which lowers it, is there but its
// content is not known.
void BoundUnlessKnown(const NodeView& node, int i, Work& work);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_ATTENTION_CORE_H_
