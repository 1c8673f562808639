#include "costmodel/device/query/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

#include "costmodel/ascii.h"
#include "costmodel/device/query/field.h"
#include "costmodel/device/query/filter_token.h"
#include "costmodel/error.h"
#include "costmodel/nearest.h"

namespace roofline {
namespace {

using Condition = DeviceFilter::Condition;
using ValueKind = FilterToken::Kind;

constexpr int kFilterMaxDepth = 32;

Condition MentionsWord(std::string_view word) {
  return [part = Lower(word)](const DeviceProfile& p) {
    return ContainsIgnoringCase(p.id, part) || ContainsIgnoringCase(p.name, part) ||
           ContainsIgnoringCase(p.vendor, part) || ContainsIgnoringCase(p.architecture, part) ||
           DeviceKindName(p.kind) == part ||
           std::any_of(p.aliases.begin(), p.aliases.end(),
                       [&](const std::string& alias) { return ContainsIgnoringCase(alias, part); });
  };
}

// Two numbers that print alike are equal: profiles round.
constexpr double kEqual = 1e-6;

bool Compare(double left, std::string_view op, double right) {
  const bool equal = std::abs(left - right) <= kEqual * std::abs(right);
  if (op == "=") return equal;
  if (op == "!=") return !equal;
  if (op == "<") return left < right && !equal;
  if (op == "<=") return left < right || equal;
  if (op == ">") return left > right && !equal;
  return left > right || equal;
}

class Parser {
 public:
  explicit Parser(std::vector<FilterToken> tokens) : tokens_(std::move(tokens)) {}

  absl::StatusOr<Condition> Parse() {
    ASSIGN_OR_RETURN(Condition condition, ParseOr(0));
    if (Next().kind != ValueKind::kEnd) {
      return FilterError(Next().column, fmt::format("'{}' opens nothing here", Next().text));
    }
    return condition;
  }

 private:
  const FilterToken& Next() const { return tokens_[at_]; }
  bool NextIsWord(std::string_view word) const {
    return Next().kind == ValueKind::kWord && Lower(Next().text) == word;
  }
  bool NextStartsTerm() const {
    return Next().kind != ValueKind::kEnd && Next().kind != ValueKind::kClose && !NextIsWord("or");
  }

  absl::StatusOr<Condition> ParseOr(int depth) {
    ASSIGN_OR_RETURN(Condition left, ParseAnd(depth));
    while (NextIsWord("or")) {
      ++at_;
      ASSIGN_OR_RETURN(Condition right, ParseAnd(depth));
      left = [a = std::move(left), b = std::move(right)](const auto& p) { return a(p) || b(p); };
    }
    return left;
  }

  absl::StatusOr<Condition> ParseAnd(int depth) {
    std::vector<Condition> all;
    do {
      if (!all.empty() && NextIsWord("and")) ++at_;
      ASSIGN_OR_RETURN(Condition term, ParseTerm(depth));
      all.push_back(std::move(term));
    } while (NextStartsTerm());
    return [all = std::move(all)](const DeviceProfile& p) {
      return std::all_of(all.begin(), all.end(), [&](const Condition& c) { return c(p); });
    };
  }

  absl::StatusOr<Condition> ParseTerm(int depth) {
    if (depth > kFilterMaxDepth) return FilterError(Next().column, "nested too deeply");
    if (NextIsWord("not")) {
      ++at_;
      ASSIGN_OR_RETURN(Condition inner, ParseTerm(depth + 1));
      return [c = std::move(inner)](const DeviceProfile& p) { return !c(p); };
    }
    if (Next().kind == ValueKind::kOpen) return ParseParentheses(depth);
    if (Next().kind == ValueKind::kText) return MentionsWord(tokens_[at_++].text);
    if (Next().kind != ValueKind::kWord || NextIsWord("and") || NextIsWord("or")) {
      return FilterError(Next().column, "expected a condition such as 'vendor = \"AMD\"'");
    }
    const FilterToken& word = tokens_[at_++];
    if (Next().kind != ValueKind::kOperator) return MentionsWord(word.text);
    return ParseComparison(word);
  }

  absl::StatusOr<Condition> ParseParentheses(int depth) {
    const size_t open = tokens_[at_++].column;
    ASSIGN_OR_RETURN(Condition inner, ParseOr(depth + 1));
    if (Next().kind != ValueKind::kClose) {
      return FilterError(Next().column, fmt::format("the ')' for column {} is missing", open));
    }
    ++at_;
    return inner;
  }

  absl::StatusOr<Condition> ParseComparison(const FilterToken& word) {
    const std::optional<DeviceField> field = FindDeviceField(Lower(word.text));
    if (!field.has_value()) {
      std::string hint = DidYouMean(word.text, DeviceFieldNames());
      if (hint.empty()) hint = "; e.g. vendor, kind, peak.fp32, memory.bandwidth";
      return FilterError(word.column, fmt::format("unknown field '{}'{}", word.text, hint));
    }
    const FilterToken& op = tokens_[at_++];
    const FilterToken& value = Next();
    if (value.kind != ValueKind::kWord && value.kind != ValueKind::kText) {
      return FilterError(value.column, fmt::format("expected a value after '{}'", op.text));
    }
    return field->texts ? TextComparison(*field, op) : NumberComparison(*field, op);
  }

  absl::StatusOr<Condition> TextComparison(const DeviceField& field, const FilterToken& op) {
    const std::string wanted = Lower(tokens_[at_++].text);
    if (op.text != "=" && op.text != "!=" && op.text != ":") {
      return FilterError(op.column, fmt::format("'{}' is a text: use =, != or :", field.name));
    }
    return [texts = field.texts, wanted, how = op.text](const DeviceProfile& p) {
      const std::vector<std::string> all = texts(p);
      const bool found = std::any_of(all.begin(), all.end(), [&](const std::string& text) {
        return how == ":" ? ContainsIgnoringCase(text, wanted) : Lower(text) == wanted;
      });
      return found == (how != "!=");
    };
  }

  absl::StatusOr<Condition> NumberComparison(const DeviceField& field, const FilterToken& op) {
    if (op.text == ":") {
      return FilterError(op.column,
                         fmt::format("'{}' is a number: use =, !=, <, <=, > or >=", field.name));
    }
    const size_t column = Next().column;
    std::string text = tokens_[at_++].text;
    // The unit may stand apart: "10 TFLOPS".
    const bool ends_in_digit =
        !text.empty() && std::isdigit(static_cast<unsigned char>(text.back())) != 0;
    if (field.has_unit && ends_in_digit && Next().kind == ValueKind::kWord && !NextIsWord("and") &&
        !NextIsWord("or") && !NextIsWord("not") && tokens_[at_ + 1].kind != ValueKind::kOperator) {
      text += ' ' + tokens_[at_++].text;
    }
    const auto wanted = field.parse(text);
    if (!wanted.ok()) return FilterError(column, MessageOf(wanted.status()));
    return [number = field.number, value = *wanted, how = op.text](const DeviceProfile& p) {
      const auto stated = number(p);
      return stated.has_value() && Compare(*stated, how, value);
    };
  }

  std::vector<FilterToken> tokens_;
  size_t at_ = 0;
};

}  // namespace

absl::StatusOr<DeviceFilter> DeviceFilter::Parse(std::string_view text) {
  ASSIGN_OR_RETURN(std::vector<FilterToken> tokens, FilterTokens(text));
  if (tokens.size() == 1) return DeviceFilter([](const DeviceProfile&) { return true; });
  ASSIGN_OR_RETURN(Condition condition, Parser(std::move(tokens)).Parse());
  return DeviceFilter(std::move(condition));
}

}  // namespace roofline
