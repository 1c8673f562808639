#include <cmath>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

constexpr int64_t kMaxLength = int64_t{1} << 62;

// max(ceil((limit - start) / delta), 0) without overflow; nullopt for delta 0.
std::optional<int64_t> IntegerLength(int64_t start, int64_t limit, int64_t delta) {
  if (delta == 0) return std::nullopt;
  if (delta > 0 ? limit <= start : limit >= start) return 0;
  const auto from = static_cast<uint64_t>(start);
  const auto to = static_cast<uint64_t>(limit);
  const uint64_t span = delta > 0 ? to - from : from - to;
  const uint64_t step = delta > 0 ? static_cast<uint64_t>(delta) : -static_cast<uint64_t>(delta);
  const uint64_t length = (span - 1) / step + 1;
  if (length > static_cast<uint64_t>(kMaxLength)) return std::nullopt;
  return static_cast<int64_t>(length);
}

// The difference is taken in the type of the operands, the quotient in double.
std::optional<int64_t> FloatLength(DType dtype, double start, double limit, double delta) {
  const double length = std::ceil(RoundToType(dtype, limit - start) / delta);
  if (!std::isfinite(length) || length > static_cast<double>(kMaxLength)) return std::nullopt;
  return length <= 0 ? 0 : static_cast<int64_t>(length);
}

absl::Status InferRange(const NodeView& node, OutputFacts& out) {
  std::array<double, 3> bounds = {};
  for (int i = 0; i < 3; ++i) {
    if (node.elements(i) != Count(1))
      return node.Conflict("expected start, limit and delta to be one number each");
    const auto content = node.numbers(i);
    if (!content) return node.NeedsValue(i, "a bound of the range");
    bounds[static_cast<size_t>(i)] = content->front();
  }
  const auto* start = node.ints(0);
  const auto* limit = node.ints(1);
  const auto* delta = node.ints(2);
  const bool integer = start != nullptr && limit != nullptr && delta != nullptr;
  const auto length = integer ? IntegerLength(start->front(), limit->front(), delta->front())
                              : FloatLength(node.dtype(0), bounds[0], bounds[1], bounds[2]);
  if (!length) {
    return node.Conflict(fmt::format("the range from {} to {} in steps of {} has no length",
                                     bounds[0], bounds[1], bounds[2]));
  }
  out.Set(0, node.dtype(0), {*length});
  return absl::OkStatus();
}

// start + i * delta. The element fits, the product need not: it wraps around and back.
int64_t ElementAt(int64_t start, int64_t delta, int64_t i) {
  return static_cast<int64_t>(static_cast<uint64_t>(start) +
                              static_cast<uint64_t>(i) * static_cast<uint64_t>(delta));
}

void ValueRange(const NodeView& node, OutputFacts& out) {
  if (!ContentFits(out)) return;
  const int64_t length = out.fact(0).shape->front();
  const auto* start = node.ints(0);
  const auto* delta = node.ints(2);
  if (start != nullptr && delta != nullptr) {
    std::vector<int64_t> content;
    content.reserve(static_cast<size_t>(length));
    for (int64_t i = 0; i < length; ++i)
      content.push_back(ElementAt(start->front(), delta->front(), i));
    return out.SetInts(0, std::move(content));
  }
  const auto first = node.numbers(0);
  const auto step = node.numbers(2);
  if (!first || !step) return;
  std::vector<double> content;
  for (int64_t i = 0; i < length; ++i) {
    content.push_back(first->front() + static_cast<double>(i) * step->front());
  }
  SetRounded(out, std::move(content));
}

void WorkRange(const NodeView& node, Work& work) {
  AddElementWork(node.dtype(0), node.out_elements(0), {.fmas = 1}, work);
}

}  // namespace

std::vector<OperatorRule> RangeRules() {
  return {
      {.op = "Range",
       .versions = {11, 27},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferRange,
       .value = ValueRange,
       .work = WorkRange,
       .formula = "y multiply-adds: start + i * delta",
       .source = "ONNX operator Range",
       .min_inputs = 3,
       .buffer_inputs = 0b111},
  };
}

}  // namespace roofline
