#include "costmodel/operators/delta_rule.h"

#include <fmt/format.h>

namespace roofline {

absl::StatusOr<DeltaRule> ReadDeltaRule(const NodeView& node) {
  const std::string_view rule = node.attr_string("update_rule", "gated_delta");
  if (rule == "linear") return DeltaRule{};
  if (rule == "gated") return DeltaRule{.decays = true};
  if (rule == "delta") return DeltaRule{.retrieves = true};
  if (rule == "gated_delta") return DeltaRule{.decays = true, .retrieves = true};
  return node.Conflict(
      fmt::format("update_rule '{}' is not linear, gated, delta or gated_delta", rule));
}

void AddDeltaRule(const NodeView& node, const DeltaRuleExtents& extents, Work& work) {
  const auto rule = ReadDeltaRule(node);
  if (!rule.ok()) return;
  const Count state = extents.tokens * extents.heads * extents.key * extents.value;
  const Count y = extents.tokens * extents.out_heads * extents.value;
  work.macs += state;            // S + k v^T
  work.macs += y * extents.key;  // q^T S
  work.arithmetic += y;          // scale
  if (rule->decays) {
    work.arithmetic += state;  // exp(g) * S
    work.transcendentals += extents.decays;
  }
  if (rule->retrieves) {
    work.macs += state;                                                     // S^T k
    work.arithmetic += extents.tokens * extents.heads * extents.value * 2;  // v - ..., times beta
  }
}

}  // namespace roofline
