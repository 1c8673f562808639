#include <fmt/format.h>

#include "costmodel/operators/layer_norm.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// The three tables at inputs 2, 3, 4 of both forms; the segment table is optional.
constexpr int kFirstTable = 2;
constexpr int kSegmentTable = 4;

bool HasSegments(const NodeView& node) { return node.has_input(kSegmentTable); }

// input_ids [B, S] and tables [rows, H] -> output [B, S, H], mask_index [B], embedding sum. A run
// has quantised tables only in the Q form, whose output is float.
absl::Status InferEmbed(const NodeView& node, OutputFacts& out) {
  const Shape& ids = node.shape(0);
  if (Rank(ids) != 2) return node.Conflict("expected input_ids of [batch, sequence]");
  if (!node.has_shape(kFirstTable) || Rank(node.shape(kFirstTable)) != 2) {
    return node.Conflict("expected a word embedding of [rows, hidden]");
  }
  const int64_t hidden = node.shape(kFirstTable)[1];
  for (int i = kFirstTable; i <= kSegmentTable; ++i) {
    if (!node.has_shape(i)) continue;
    if (Rank(node.shape(i)) != 2 || node.shape(i)[1] != hidden) {
      return node.Conflict(fmt::format("input {} must be a table of {} columns", i, hidden));
    }
  }
  const DType table = node.dtype(kFirstTable);
  const DType dtype = IsFloat(table) ? table : DType::kFloat32;
  out.Set(0, dtype, {ids[0], ids[1], hidden});
  out.Set(1, DType::kInt32, {ids[0]});
  out.Set(2, dtype, {ids[0], ids[1], hidden});
  return absl::OkStatus();
}

// Each token adds up its rows and normalises the sum. Of the tables only the rows used are read.
void WorkEmbed(const NodeView& node, Work& work) {
  const Count n = node.out_elements(0);
  const Count tokens = node.elements(0);
  const int terms = HasSegments(node) ? 3 : 2;
  work.arithmetic += Count(terms - 1) * n;
  AddLayerNorm(work, n, tokens, true);
  if (!IsFloat(node.dtype(kFirstTable))) work.fmas += Count(terms) * n;  // dequantise
  for (int i = kFirstTable; i <= kSegmentTable; ++i) {
    const auto operand = static_cast<size_t>(i);
    if (node.has_input(i)) work.read_bytes[operand] = BytesOf(node.dtype(i), n);
  }
  const int mask = 7;
  if (node.node().op == "EmbedLayerNormalization" && node.has_input(mask)) {
    work.integer_ops += node.elements(mask);
  }
}

OperatorRule EmbedRule(std::string_view op, std::string_view source) {
  return {.op = op,
          .domain = "com.microsoft",
          .versions = {1},
          .op_class = OperatorClass::kNormalization,
          .infer = InferEmbed,
          .work = WorkEmbed,
          .formula =
              "n outputs: n or 2n additions of rows, then as LayerNormalization; reads the "
              "rows used",
          .source = source};
}

}  // namespace

std::vector<OperatorRule> EmbedLayerNormRules() {
  OperatorRule quantized =
      EmbedRule("QEmbedLayerNormalization", "ONNX Runtime operator QEmbedLayerNormalization");
  quantized.formula = "as EmbedLayerNormalization, with an FMA to dequantise each element read";
  return {EmbedRule("EmbedLayerNormalization", "ONNX Runtime operator EmbedLayerNormalization"),
          quantized};
}

}  // namespace roofline
