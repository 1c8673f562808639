#include "costmodel/custom/custom_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costmodel/error.h"

namespace roofline {
namespace {

absl::Status At(const CustomRule& rule, const NodeView& node, std::string_view key,
                const absl::Status& status) {
  return Annotate(status, fmt::format("{}: {}: {}", rule.place, key, node.Describe()));
}

absl::StatusOr<Shape> OutputShape(const CustomOutput& output, const ExpressionContext& context) {
  if (const int* input = std::get_if<int>(&output.shape)) {
    if (context.node.has_shape(*input)) return context.node.shape(*input);
    return Error(Reason::kInvalidRules, fmt::format("input {} is absent", *input));
  }
  Shape shape;
  for (const Expression& extent : std::get<std::vector<Expression>>(output.shape)) {
    ASSIGN_OR_RETURN(const Count count, extent.Evaluate(context));
    shape.push_back(count.value());
  }
  return shape;
}

absl::StatusOr<DType> DTypeOf(const CustomOutput& output, const NodeView& node) {
  if (const DType* dtype = std::get_if<DType>(&output.dtype)) return *dtype;
  const int input = std::get<int>(output.dtype);
  if (node.has_input(input)) return node.dtype(input);
  return Error(Reason::kInvalidRules, fmt::format("input {} is absent", input));
}

bool InputsKnown(const NodeView& node) {
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (node.has_input(i) && !node.input(i).known()) return false;
  }
  return true;
}

// The whole traffic as that of the first operand.
void SetTotal(auto& bytes, Count total) {
  std::fill(bytes.begin(), bytes.end(), Count(0));
  if (bytes.empty()) bytes.push_back(0);
  bytes.front() = total;
}

}  // namespace

const CustomRule* CustomRules::Find(std::string_view domain, std::string_view op) const {
  const std::pair key(domain, op);
  const auto found = std::lower_bound(
      rules_.begin(), rules_.end(), key, [](const CustomRule& rule, const auto& wanted) {
        return std::pair<std::string_view, std::string_view>(rule.domain, rule.op) < wanted;
      });
  if (found == rules_.end() || found->domain != domain || found->op != op) return nullptr;
  return &*found;
}

absl::Status InferCustom(const CustomRule& rule, const NodeView& node, OutputFacts& out) {
  if (!InputsKnown(node)) return absl::OkStatus();
  const auto values = rule.definitions.Evaluate(node, nullptr);
  if (!values.ok()) return At(rule, node, "let", values.status());
  for (size_t i = 0; i < rule.outputs.size(); ++i) {
    const auto shape = OutputShape(rule.outputs[i], {node, nullptr, *values});
    if (!shape.ok()) return At(rule, node, fmt::format("shapes[{}]", i), shape.status());
    const auto dtype = DTypeOf(rule.outputs[i], node);
    if (!dtype.ok()) return At(rule, node, fmt::format("dtypes[{}]", i), dtype.status());
    out.Set(static_cast<int>(i), *dtype, *shape);
  }
  return absl::OkStatus();
}

absl::Status CountCustom(const CustomRule& rule, const NodeView& node, Work& work) {
  const auto values = rule.definitions.Evaluate(node, nullptr);
  if (!values.ok()) return At(rule, node, "let", values.status());
  const ExpressionContext context{node, nullptr, *values};
  if (rule.states_work()) {
    work.macs = work.fmas = work.arithmetic = work.comparisons = work.transcendentals =
        work.integer_ops = work.inner_bytes = 0;
    work.mark = Mark::kExact;
  }
  Count read;
  Count written;
  const struct {
    std::string_view key;
    const std::optional<Expression>& expression;
    Count& count;
  } statements[] = {
      {"macs", rule.macs, work.macs},
      {"flops", rule.flops, work.arithmetic},
      {"read", rule.read, read},
      {"transcendentals", rule.transcendentals, work.transcendentals},
      {"write", rule.write, written},
  };
  for (const auto& statement : statements) {
    if (!statement.expression) continue;
    const absl::StatusOr<Count> count = statement.expression->Evaluate(context);
    if (!count.ok()) return At(rule, node, statement.key, count.status());
    statement.count = *count;
  }
  if (rule.read) SetTotal(work.read_bytes, read);
  if (rule.write) SetTotal(work.write_bytes, written);
  return absl::OkStatus();
}

}  // namespace roofline
