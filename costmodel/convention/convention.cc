#include "costmodel/convention/convention.h"

#include <fmt/format.h>

#include <string_view>

#include "costmodel/error.h"

namespace roofline {
namespace {

bool AllKnown(const std::vector<const Fact*>& facts) {
  for (const Fact* fact : facts) {
    if (fact != nullptr && !fact->known()) return false;
  }
  return true;
}

absl::StatusOr<Count> CountOf(const std::optional<Expression>& expression,
                              const Expression& fallback, const ExpressionContext& context,
                              std::string_view what) {
  absl::StatusOr<Count> count = expression ? expression->Evaluate(context)
                                           : fallback.Evaluate({context.node, context.work, {}});
  if (!count.ok()) return Annotate(count.status(), what);
  return count;
}

}  // namespace

const ConventionRule* Convention::RuleOf(const Layer& layer) const {
  if (by_operator_.empty() || !AllKnown(layer.inputs) || !AllKnown(layer.outputs)) return nullptr;
  const auto found =
      by_operator_.find(std::pair(std::string(layer.node->domain), std::string(layer.node->op)));
  return found == by_operator_.end() ? nullptr : &rules_[found->second];
}

absl::StatusOr<ConventionCounts> Convention::CountLayer(const Layer& layer) const {
  const auto annotate = [&](const absl::Status& status) {
    return Annotate(status,
                    fmt::format("convention {}, layer {} ({})", name_, layer.name, layer.node->op));
  };
  const NodeView node = layer.view();
  const ConventionRule* chosen = RuleOf(layer);
  const ConventionRule& rule = chosen == nullptr ? default_ : *chosen;
  const auto values = rule.definitions.Evaluate(node, &layer.work);
  if (!values.ok()) return annotate(Annotate(values.status(), "let"));
  const ExpressionContext context{node, &layer.work, *values};
  const auto flops = CountOf(rule.flops, *default_.flops, context, "flops");
  if (!flops.ok()) return annotate(flops.status());
  const auto read = CountOf(rule.read, *default_.read, context, "read");
  if (!read.ok()) return annotate(read.status());
  const auto write = CountOf(rule.write, *default_.write, context, "write");
  if (!write.ok()) return annotate(write.status());
  const Count one_in = layer.run == nullptr ? Count(1) : layer.run->one_in;
  return ConventionCounts{CeilDiv(*flops, one_in), CeilDiv(*read, one_in), CeilDiv(*write, one_in)};
}

}  // namespace roofline
