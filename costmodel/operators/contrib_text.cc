#include <fmt/format.h>

#include "costmodel/operators/operator_rule.h"

#include "costmodel/operators/domains.h"

namespace roofline {
namespace {

// The number of tokens hangs on the text: nothing is known but the type.
absl::Status InferTokenizer(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) < 1 || Rank(node.shape(0)) > 2) {
    return node.Conflict("expected strings of [C] or [N, C]");
  }
  Fact tokens;
  tokens.dtype = DType::kString;
  tokens.mark = Mark::kUnknown;
  out.SetFact(0, tokens);
  return absl::OkStatus();
}

// input_ids [B, S], scores [B, V] -> scores.
absl::Status InferRepeatBlock(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) != 2 || Rank(node.shape(1)) != 2) {
    return node.Conflict("expected input_ids [batch, sequence] and scores [batch, vocabulary]");
  }
  out.Set(0, node.dtype(1), node.shape(1));
  return absl::OkStatus();
}

void WorkRepeatBlock(const NodeView& node, Work& work) {
  work.integer_ops = node.elements(0) * node.attr_int("ngram_size", 1);
}

// source, current, previous match, predicted tokens -> merged tokens and the new match.
absl::Status InferBifurcation(const NodeView& node, OutputFacts& out) {
  const Count tokens = node.elements(1) + node.elements(3) + 1;
  if (Rank(node.shape(1)) != 1 || !tokens.ok()) return node.Conflict("expected lists of tokens");
  out.Set(0, DType::kInt64, {tokens.value() - 1}, Mark::kBounded);
  out.Set(1, DType::kInt64, {});
  return absl::OkStatus();
}

void WorkBifurcation(const NodeView& node, Work& work) {
  work.integer_ops = node.elements(0) * node.attr_int("max_ngram_size", 3) + node.elements(3);
}

// Sequence [B, words, chars], W [filters, 1, window, embedding], B, C [alphabet, embedding].
absl::Status InferWordConv(const NodeView& node, OutputFacts& out) {
  const Shape& words = node.shape(0);
  const Shape& w = node.shape(1);
  if (Rank(words) < 1 || Rank(w) != 4 || words.back() < w[2]) {
    return node.Conflict("expected words of as many characters as the window, and W of rank 4");
  }
  Shape y = words;
  y.back() = w[0];
  out.Set(0, node.dtype(1), std::move(y));
  return absl::OkStatus();
}

// Every window of characters is a dot product per filter; tanh and the maximum over windows follow.
void WorkWordConv(const NodeView& node, Work& work) {
  const Shape& w = node.shape(1);
  const Count windows = Count(node.shape(0).back()) - Count(w[2]) + Count(1);
  const Count values = node.out_elements(0) * windows;
  work.math = node.dtype(1);
  work.macs = values * w[2] * w[3];
  work.arithmetic = values;
  work.transcendentals = values;
  work.comparisons = values - node.out_elements(0);
}

}  // namespace

std::vector<OperatorRule> ContribTextRules() {
  return {
      {.op = "Tokenizer",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kText,
       .infer = InferTokenizer,
       .formula = "not known: the number of tokens depends on the text",
       .source = "ONNX Runtime operator Tokenizer",
       .precision = WorkPrecision::kUnknown},
      {.op = "NGramRepeatBlock",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kText,
       .infer = InferRepeatBlock,
       .work = WorkRepeatBlock,
       .formula = "ids * ngram_size integer comparisons",
       .source = "ONNX Runtime operator NGramRepeatBlock",
       .precision = WorkPrecision::kModel,
       .min_inputs = 2},
      {.op = "BifurcationDetector",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kText,
       .infer = InferBifurcation,
       .work = WorkBifurcation,
       .formula = "source * max_ngram_size + predicted integer comparisons",
       .source = "ONNX Runtime operator BifurcationDetector",
       .precision = WorkPrecision::kModel,
       .min_inputs = 3},
      {.op = "WordConvEmbedding",
       .domain = kMicrosoft,
       .versions = {1},
       .op_class = OperatorClass::kConvolution,
       .infer = InferWordConv,
       .work = WorkWordConv,
       .formula = "v = y * windows: MACs v * window * embedding; v additions, v tanh, v - y "
                  "comparisons",
       .source = "ONNX Runtime operator WordConvEmbedding",
       .min_inputs = 4},
  };
}

}  // namespace roofline
