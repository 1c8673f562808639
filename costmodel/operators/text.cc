#include <fmt/format.h>

#include <algorithm>

#include "costmodel/operators/broadcast.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

const std::vector<std::string>* Strings(const NodeView& node, int i) {
  return node.has_input(i) && node.input(i).value ? node.input(i).value->strings() : nullptr;
}

absl::Status InferStringConcat(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, BroadcastInputs(node));
  out.Set(0, DType::kString, std::move(y));
  return absl::OkStatus();
}

absl::Status InferRegexFullMatch(const NodeView& node, OutputFacts& out) {
  out.Set(0, DType::kBool, node.shape(0));
  return absl::OkStatus();
}

std::string LowerAscii(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

// Whether StringNormalizer drops a text.
bool IsStopword(const NodeView& node, const std::vector<std::string_view>& stopwords,
                const std::string& text) {
  const bool exact = node.attr_int("is_case_sensitive", 0) != 0;
  return std::any_of(stopwords.begin(), stopwords.end(), [&](std::string_view word) {
    return exact ? text == word : LowerAscii(text) == LowerAscii(std::string(word));
  });
}

// [C] or [1, C] -> the same without stopwords; one empty text when none is left.
absl::Status InferStringNormalizer(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  if (Rank(y) < 1 || Rank(y) > 2 || (Rank(y) == 2 && y[0] != 1)) {
    return node.Conflict("expected texts of shape C or 1 x C");
  }
  Mark mark = Mark::kExact;
  const auto* stopwords = node.attr_strings("stopwords");
  if (stopwords != nullptr && !stopwords->empty()) {
    if (const auto* texts = Strings(node, 0)) {
      y.back() = std::count_if(texts->begin(), texts->end(), [&](const std::string& text) {
        return !IsStopword(node, *stopwords, text);
      });
    } else {
      mark = Mark::kBounded;
    }
  }
  y.back() = std::max<int64_t>(y.back(), 1);
  out.Set(0, DType::kString, std::move(y), mark);
  return absl::OkStatus();
}

// Number of pieces of one text. Without a delimiter, runs of white space part the pieces.
int64_t CountPieces(std::string_view text, std::string_view delimiter) {
  int64_t pieces = 0;
  if (delimiter.empty()) {
    bool inside = false;
    for (const char c : text) {
      const bool space = c == ' ' || (c >= '\t' && c <= '\r');
      if (!space && !inside) ++pieces;
      inside = !space;
    }
    return pieces;
  }
  if (text.empty()) return 0;
  for (size_t at = 0; at != std::string_view::npos;) {
    ++pieces;
    at = text.find(delimiter, at);
    if (at != std::string_view::npos) at += delimiter.size();
  }
  return pieces;
}

// X -> Y with the pieces on a new last axis as long as the longest list, Z with their number.
absl::Status InferStringSplit(const NodeView& node, OutputFacts& out) {
  const int64_t splits = node.attr_int("maxsplit", -1);
  const bool limited = splits >= 0;
  Mark mark = Mark::kExact;
  int64_t longest = 0;
  if (const auto* texts = Strings(node, 0)) {
    for (const std::string& text : *texts) {
      longest = std::max(longest, CountPieces(text, node.attr_string("delimiter", "")));
    }
    if (limited && longest > splits) longest = splits + 1;
  } else if (limited) {
    longest = (Count(splits) + 1).value();
    mark = Mark::kBounded;
  } else if (node.elements(0) != Count(0)) {
    return node.NeedsValue(0, "the number of pieces");
  }
  if (longest < 0) return node.Conflict("maxsplit overflows int64");
  Shape y = node.shape(0);
  y.push_back(longest);
  out.Set(0, DType::kString, std::move(y), mark);
  out.Set(1, DType::kInt64, node.shape(0));
  return absl::OkStatus();
}

// [C] -> [features], [N, C] -> [N, features].
absl::Status InferTfIdfVectorizer(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  if (Rank(y) < 1 || Rank(y) > 2) return node.Conflict("expected X of rank 1 or 2");
  const auto* indexes = node.attr_ints("ngram_indexes");
  if (indexes == nullptr || indexes->empty()) return node.Conflict("expected ngram_indexes");
  const Count features = Count(*std::max_element(indexes->begin(), indexes->end())) + 1;
  if (!features.ok()) return node.Conflict("ngram_indexes overflow int64");
  y.back() = features.value();
  out.Set(0, DType::kFloat32, std::move(y));
  return absl::OkStatus();
}

// For each length of n-gram and each number of skipped items, every item starts one n-gram that is
// looked up: as many integer operations as it has items.
void WorkTfIdfVectorizer(const NodeView& node, Work& work) {
  const Count least = std::max<int64_t>(node.attr_int("min_gram_length", 1), 1);
  const Count most = std::max<int64_t>(node.attr_int("max_gram_length", 1), least.value());
  const Count skips = Count(std::max<int64_t>(node.attr_int("max_skip_count", 0), 0)) + 1;
  const Count items = (least + most) * (most - least + 1) / 2;
  work.integer_ops = node.elements(0) * items * skips;
  if (node.attr_string("mode", "TF") != "TF") work.arithmetic = node.out_elements(0);
}

OperatorRule TextRule(std::string_view op, int version, InferRule infer) {
  return {.op = op,
          .versions = {version},
          .op_class = OperatorClass::kText,
          .infer = infer,
          .formula = "no arithmetic; 16 bytes for each text, the characters are not known",
          .source = "ONNX text operators",
          .precision = WorkPrecision::kModel};
}

}  // namespace

std::vector<OperatorRule> TextRules() {
  std::vector<OperatorRule> rules = {
      TextRule("RegexFullMatch", 20, InferRegexFullMatch),
      TextRule("StringConcat", 20, InferStringConcat),
      TextRule("StringNormalizer", 10, InferStringNormalizer),
      TextRule("StringSplit", 20, InferStringSplit),
      TextRule("TfIdfVectorizer", 9, InferTfIdfVectorizer),
  };
  rules[1].min_inputs = 2;
  rules[4].work = WorkTfIdfVectorizer;
  rules[4].formula =
      "integer operations = x * (skips + 1) * sum of n-gram lengths; IDF, TFIDF: y products";
  rules[4].source = "ONNX operator TfIdfVectorizer; model: one look-up per n-gram";
  return rules;
}

}  // namespace roofline
