#include "costmodel/expression/syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "costmodel/ascii.h"
#include "costmodel/error.h"
#include "costmodel/nearest.h"

namespace roofline {
namespace {

constexpr std::string_view kOperatorChars = "+-*/^<>=!&|?:";

template <class T>
void AddOnce(std::vector<T>& list, T item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(std::move(item));
}

// Reads an expression from left to right. It keeps the calls it is inside of, so that each argument
// can be held against the function's signature.
class Checker {
 public:
  Checker(std::string_view text, const ExpressionScope& scope) : text_(text), scope_(scope) {
    checked_.arithmetic = std::string(text);
  }

  absl::StatusOr<CheckedExpression> Run() {
    while (SkipBlanks()) RETURN_IF_ERROR(Token());
    if (tokens_ == 0) return Mistake(0, "an expression is expected here");
    if (!levels_.empty()) return Mistake(levels_.back().offset, "this '(' is never closed");
    checked_.one_variable = tokens_ == 1 && checked_.variables.size() == 1;
    return std::move(checked_);
  }

 private:
  // A parenthesis that is open; `function` is null for plain grouping.
  struct Level {
    size_t offset = 0;
    const ExpressionFunction* function = nullptr;
    size_t commas = 0;
    bool empty = true;
  };

  bool SkipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size();
  }

  absl::Status Mistake(size_t offset, std::string_view problem) const {
    return ExpressionError(text_, offset, problem);
  }

  absl::Status Token() {
    ++tokens_;
    const char c = text_[at_];
    if (c == ')') return Close();
    if (!levels_.empty()) levels_.back().empty = false;
    if (c == ',') return Comma();
    if (c == '"') return Text();
    RETURN_IF_ERROR(ExpectNoText());
    if (c == '(') return Open(nullptr);
    if (IsDigit(c)) return Number();
    if (IsNameStart(c)) return Name();
    return Operator();
  }

  absl::Status Open(const ExpressionFunction* function) {
    if (levels_.size() >= kMaxExpressionDepth) {
      return Mistake(at_, fmt::format("more than {} parentheses deep", kMaxExpressionDepth));
    }
    levels_.push_back({at_++, function});
    return absl::OkStatus();
  }

  absl::Status Close() {
    if (levels_.empty()) return Mistake(at_, "this ')' has no '('");
    const Level level = levels_.back();
    levels_.pop_back();
    ++at_;
    if (level.function == nullptr) return absl::OkStatus();
    const size_t given = level.empty ? 0 : level.commas + 1;
    const std::string_view wanted = level.function->arguments;
    if (wanted == "*" ? given > 0 : given == wanted.size()) return absl::OkStatus();
    return Mistake(level.offset,
                   fmt::format("{}() takes {} arguments, not {}", level.function->name,
                               wanted == "*" ? "1 or more" : fmt::to_string(wanted.size()), given));
  }

  absl::Status Comma() {
    if (levels_.empty() || levels_.back().function == nullptr) {
      return Mistake(at_, "a ',' belongs between the arguments of a function");
    }
    ++levels_.back().commas;
    ++at_;
    return absl::OkStatus();
  }

  // Whether the argument being read is a text.
  bool InTextArgument() const {
    if (levels_.empty() || levels_.back().function == nullptr) return false;
    const std::string_view arguments = levels_.back().function->arguments;
    return levels_.back().commas < arguments.size() && arguments[levels_.back().commas] == 's';
  }

  absl::Status ExpectNoText() const {
    if (!InTextArgument()) return absl::OkStatus();
    return Mistake(at_, fmt::format("{}() expects a name in double quotes here",
                                    levels_.back().function->name));
  }

  absl::Status Text() {
    if (!InTextArgument()) return Mistake(at_, "a text is not expected here");
    const size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) return Mistake(at_, "this '\"' is never closed");
    if (checked_.texts.size() >= kMaxExpressionTexts) {
      return Mistake(at_, fmt::format("more than {} texts", kMaxExpressionTexts));
    }
    std::fill_n(checked_.arithmetic.begin() + static_cast<int64_t>(at_), end + 1 - at_, ' ');
    checked_.arithmetic[at_] = static_cast<char>('0' + checked_.texts.size());
    checked_.texts.emplace_back(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return absl::OkStatus();
  }

  absl::Status Number() {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    const auto stop = static_cast<size_t>(end - text_.data());
    if (error != std::errc() || !std::isfinite(value) ||
        (stop < text_.size() && IsNameChar(text_[stop]))) {
      return Mistake(at_, "this is not a number");
    }
    at_ = stop;
    return absl::OkStatus();
  }

  absl::Status Name() {
    const size_t start = at_;
    while (at_ < text_.size() && IsNameChar(text_[at_])) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    if (SkipBlanks() && text_[at_] == '(') {
      const ExpressionFunction* function = FindExpressionFunction(name);
      if (function == nullptr) return Unknown(start, name, "function");
      RETURN_IF_ERROR(CheckNeeds(start, name, function->needs));
      ++tokens_;
      AddOnce(checked_.functions, function);
      return Open(function);
    }
    return Variable(start, name);
  }

  absl::Status Variable(size_t start, std::string_view name) {
    const auto& names = scope_.names;
    const auto handle = OperandHandle(name);
    const bool own = std::find(names.begin(), names.end(), name) != names.end();
    if (!own && handle) {
      RETURN_IF_ERROR(
          CheckNeeds(start, name, IsOutputHandle(*handle) ? Needs::kOutputs : Needs::kInputs));
    } else if (!own && name != kItem && !IsAttribute(name)) {
      const ExpressionVariable* variable = FindExpressionVariable(name);
      if (variable == nullptr) return Unknown(start, name, "name");
      RETURN_IF_ERROR(CheckNeeds(start, name, variable->needs));
    }
    AddOnce(checked_.variables, std::string(name));
    return absl::OkStatus();
  }

  static bool IsAttribute(std::string_view name) {
    return name.starts_with(kAttributePrefix) && name.size() > kAttributePrefix.size();
  }

  absl::Status CheckNeeds(size_t offset, std::string_view name, Needs needs) const {
    const bool known = needs == Needs::kInputs || (needs == Needs::kOutputs && scope_.outputs) ||
                       (needs == Needs::kWork && scope_.work);
    if (known) return absl::OkStatus();
    return Mistake(offset, fmt::format("'{}' is not known yet where this is evaluated", name));
  }

  absl::Status Unknown(size_t offset, std::string_view name, std::string_view kind) const {
    std::vector<std::string> known;
    if (kind == "function") {
      for (const ExpressionFunction& f : ExpressionFunctions()) known.emplace_back(f.name);
    } else {
      known = scope_.names;
      known.emplace_back(kItem);
      for (const ExpressionVariable& v : ExpressionVariables()) known.emplace_back(v.name);
    }
    const std::string hint = DidYouMean(name, known);
    return Mistake(
        offset,
        fmt::format("unknown {} '{}'{}", kind, name,
                    hint.empty() ? fmt::format("; known: {}", fmt::join(known, ", ")) : hint));
  }

  absl::Status Operator() {
    const char c = text_[at_];
    if (kOperatorChars.find(c) == std::string_view::npos) {
      return Mistake(at_, fmt::format("'{}' has no meaning here",
                                      c > ' ' && c < 0x7f ? std::string(1, c) : "?"));
    }
    const std::string_view pair = text_.substr(at_, 2);
    const bool double_char = pair == "==" || pair == "!=" || pair == "<=" || pair == ">=" ||
                             pair == "&&" || pair == "||";
    if (!double_char && (c == '=' || c == '!' || c == '&' || c == '|')) {
      return Mistake(at_, fmt::format("'{}' alone has no meaning; write ==, !=, && or ||", c));
    }
    at_ += double_char ? 2 : 1;
    return absl::OkStatus();
  }

  std::string_view text_;
  const ExpressionScope& scope_;
  CheckedExpression checked_;
  std::vector<Level> levels_;
  size_t at_ = 0;
  size_t tokens_ = 0;
};

}  // namespace

absl::Status ExpressionError(std::string_view text, size_t offset, std::string_view problem) {
  return Error(Reason::kInvalidRules,
               fmt::format("column {}: {} (in '{}')", offset + 1, problem, text.substr(0, 200)));
}

absl::StatusOr<CheckedExpression> CheckExpression(std::string_view text,
                                                  const ExpressionScope& scope) {
  if (text.size() > kMaxExpressionBytes) {
    return ExpressionError(text.substr(0, 40), kMaxExpressionBytes,
                           fmt::format("longer than {} characters", kMaxExpressionBytes));
  }
  return Checker(text, scope).Run();
}

}  // namespace roofline
