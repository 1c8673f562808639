#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

constexpr int kInputIds = 0, kMaxLength = 1, kNumBeams = 3, kNumReturned = 4;

absl::StatusOr<int64_t> Needed(const NodeView& node, int i, std::string_view what) {
  const std::optional<int64_t> value = KnownScalar(node, i);
  if (!value) return node.NeedsValue(i, what);
  if (*value < 0) return node.Conflict(fmt::format("{} is negative", what));
  return *value;
}

bool IsBeamSearch(const NodeView& node) {
  return node.op() == "BeamSearch" || node.op() == "WhisperBeamSearch";
}

// sequences, padded to max_length; scores per step when asked for.
absl::Status InferGeneration(const NodeView& node, OutputFacts& out) {
  const Shape& ids = node.shape(kInputIds);
  if (ids.empty()) return node.Conflict("expected input_ids of [batch, length]");
  ASSIGN_OR_RETURN(const int64_t length, Needed(node, kMaxLength, "max_length"));
  if (!IsBeamSearch(node)) {
    out.Set(0, DType::kInt32, {ids[0], length});
    const int64_t vocabulary = node.attr_int("vocab_size", 0);
    if (vocabulary > 0) out.Set(1, DType::kFloat32, {ids[0], vocabulary});
    return absl::OkStatus();
  }
  ASSIGN_OR_RETURN(const int64_t returned, Needed(node, kNumReturned, "num_return_sequences"));
  out.Set(0, DType::kInt32, {ids[0], returned, length});
  out.Set(1, DType::kFloat32, {ids[0], returned});
  const int64_t vocabulary = node.attr_int("vocab_size", 0);
  const std::optional<int64_t> beams = KnownScalar(node, kNumBeams);
  const int64_t prompt = Rank(ids) > 1 ? ids[1] : 0;
  if (vocabulary > 0 && beams && *beams >= 0) {
    out.Set(2, DType::kFloat32, {std::max<int64_t>(length - prompt, 0), ids[0], *beams, vocabulary},
            Mark::kBounded);
  }
  if (node.op() == "WhisperBeamSearch") out.Set(4, DType::kFloat32, {ids[0]});
  return absl::OkStatus();
}

OperatorRule Generation(std::string_view op) {
  return {.op = op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kControlFlow,
          .infer = InferGeneration,
          .formula =
              "unknown: decoder subgraphs run until every sequence ends, at most max_length "
              "times; predict the decoder as a model of its own",
          .source =
              "ONNX Runtime contrib operators BeamSearch, GreedySearch, Sampling, "
              "WhisperBeamSearch",
          .precision = WorkPrecision::kUnknown};
}

}  // namespace

std::vector<OperatorRule> GenerationRules() {
  return {Generation("BeamSearch"), Generation("GreedySearch"), Generation("Sampling"),
          Generation("WhisperBeamSearch")};
}

}  // namespace roofline
