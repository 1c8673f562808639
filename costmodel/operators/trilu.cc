#include <algorithm>
#include <array>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

absl::Status InferTrilu(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) < 2) return node.Conflict("expected matrices: rank 2 or more");
  out.Set(0, node.dtype(0), node.shape(0));
  return absl::OkStatus();
}

// Keeps column - row >= k (upper) or <= k (lower); the rest is zero.
void ValueTrilu(const NodeView& node, OutputFacts& out) {
  if (!HoldsContent(out, 0)) return;
  const auto* offset = node.ints(1);
  // Beyond the matrix every diagonal is alike; the clamp keeps the arithmetic within int64.
  const int64_t reach = node.elements(0).value() + 1;
  const int64_t k =
      offset == nullptr || offset->empty() ? 0 : std::clamp(offset->front(), -reach, reach);
  const bool upper = node.attr_int("upper", 1) != 0;
  const Tensor& x = *node.input(0).value;
  Tensor zero = {.dtype = x.dtype, .shape = {}, .content = {}};
  if (x.ints() != nullptr) zero.content = std::vector<int64_t>{0};
  if (x.floats() != nullptr) zero.content = std::vector<double>{0};
  std::vector<Pick> picks;
  ForEachPosition(node.shape(0), [&](const Shape& position) {
    const int64_t diagonal = position[position.size() - 1] - position[position.size() - 2];
    const bool kept = upper ? diagonal >= k : diagonal <= k;
    picks.push_back(kept ? Pick{0, static_cast<int64_t>(picks.size())} : Pick{1, 0});
  });
  const std::array<const Tensor*, 2> sources = {&x, &zero};
  SetPicked(out, 0, sources, picks);
}

}  // namespace

std::vector<OperatorRule> TriluRules() {
  return {
      {.op = "Trilu",
       .versions = {14},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferTrilu,
       .value = ValueTrilu,
       .formula = "no arithmetic; reads x, writes y",
       .source = "ONNX operator Trilu"},
  };
}

}  // namespace roofline
