#ifndef ROOFLINE_COSTMODEL_OPERATORS_DELTA_RULE_H_
#define ROOFLINE_COSTMODEL_OPERATORS_DELTA_RULE_H_

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

// The recurrence that the linear attention operators share: a state [d_k, d_v] per head that every
// token reads and updates.

namespace roofline {

// Terms of the update, from the attribute update_rule.
struct DeltaRule {
  bool decays = false;
  bool retrieves = false;  // the delta rule subtracts what the state holds for the key
};

// A conflict for any other text than linear, gated, delta, gated_delta (the default).
absl::StatusOr<DeltaRule> ReadDeltaRule(const NodeView& node);

struct DeltaRuleExtents {
  Count tokens;
  int64_t heads = 0;      // of the state
  int64_t out_heads = 0;  // of the output
  int64_t key = 0;        // d_k
  int64_t value = 0;      // d_v
  Count decays;           // elements of the decay
};

// The recurrence of one token and state head; the chunked form does the same products.
void AddDeltaRule(const NodeView& node, const DeltaRuleExtents& extents, Work& work);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_DELTA_RULE_H_
