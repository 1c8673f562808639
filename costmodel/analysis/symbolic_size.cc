#include "costmodel/analysis/symbolic_size.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include "costmodel/ascii.h"
#include "costmodel/error.h"

namespace roofline {
// Shunting-yard: operands go to the steps as they come, an operator once one that binds no tighter
// follows.
class SymbolicSizeParser {
 public:
  explicit SymbolicSizeParser(std::string_view text) : text_(text) { size_.text_ = text; }

  std::optional<SymbolicSize> Run() {
    for (SkipSpace(); at_ < text_.size(); SkipSpace()) {
      if (!(operand_next_ ? TakeOperand() : TakeOperator())) return std::nullopt;
    }
    if (operand_next_ || !combines_) return std::nullopt;
    while (!open_.empty()) {
      if (open_.back().precedence == kParenthesis) return std::nullopt;
      Close();
    }
    return std::move(size_);
  }

 private:
  using Step = SymbolicSize::Step;
  struct OpenOperator {
    Step::Kind kind;
    int precedence;
  };
  static constexpr int kParenthesis = 0;
  static constexpr int kSum = 1;
  static constexpr int kProduct = 2;

  void SkipSpace() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  void Close() {
    size_.steps_.push_back({open_.back().kind});
    open_.pop_back();
  }

  bool TakeOperand() {
    const char c = text_[at_];
    if (c == '(') {
      open_.push_back({Step::Kind::kAdd, kParenthesis});
      ++at_;
      return true;
    }
    if (c == '-') return TakeSign();
    operand_next_ = false;
    if (IsDigit(c)) return TakeNumber();
    if (!IsNameStart(c)) return false;
    TakeName();
    return true;
  }

  // -1 * what follows, which binds as tightly as a product.
  bool TakeSign() {
    if (!open_.empty() && open_.back().precedence == kProduct) return false;
    size_.steps_.push_back({Step::Kind::kNumber, -1});
    open_.push_back({Step::Kind::kMultiply, kProduct});
    combines_ = true;
    ++at_;
    return true;
  }

  bool TakeNumber() {
    int64_t number = 0;
    const char* const end = text_.data() + text_.size();
    const auto [rest, error] = std::from_chars(text_.data() + at_, end, number);
    at_ = static_cast<size_t>(rest - text_.data());
    size_.steps_.push_back({Step::Kind::kNumber, number});
    return error == std::errc() && (at_ == text_.size() || !IsNameChar(text_[at_]));
  }

  bool ContinuesName(size_t at) const {
    if (IsNameChar(text_[at])) return true;
    return text_[at] == '-' && IsLetter(text_[at - 1]) && at + 1 < text_.size() &&
           IsLetter(text_[at + 1]);
  }

  void TakeName() {
    const size_t start = at_++;
    while (at_ < text_.size() && ContinuesName(at_)) ++at_;
    const std::string name(text_.substr(start, at_ - start));
    std::vector<std::string>& parts = size_.parts_;
    const auto known = std::find(parts.begin(), parts.end(), name);
    size_.steps_.push_back({Step::Kind::kPart, known - parts.begin()});
    if (known == parts.end()) parts.push_back(name);
  }

  bool TakeOperator() {
    const char c = text_[at_++];
    if (c == ')') {
      while (!open_.empty() && open_.back().precedence != kParenthesis) Close();
      if (open_.empty()) return false;
      open_.pop_back();
      return true;
    }
    const bool floors = c == '/' && at_ < text_.size() && text_[at_] == '/';
    if (floors) ++at_;
    switch (c) {
      case '+':
        Open({Step::Kind::kAdd, kSum});
        return true;
      case '-':
        Open({Step::Kind::kSubtract, kSum});
        return true;
      case '*':
        Open({Step::Kind::kMultiply, kProduct});
        return true;
      case '/':
        Open({floors ? Step::Kind::kFloorDivide : Step::Kind::kDivide, kProduct});
        return true;
      default:
        return false;
    }
  }

  void Open(OpenOperator op) {
    while (!open_.empty() && open_.back().precedence >= op.precedence) Close();
    open_.push_back(op);
    operand_next_ = true;
    combines_ = true;
  }

  std::string_view text_;
  size_t at_ = 0;
  bool operand_next_ = true;
  bool combines_ = false;
  std::vector<OpenOperator> open_;
  SymbolicSize size_;
};

std::optional<SymbolicSize> SymbolicSize::Parse(std::string_view text) {
  return SymbolicSizeParser(text).Run();
}

std::vector<std::string> SymbolicSize::Missing(const std::map<std::string, int64_t>& dims) const {
  std::vector<std::string> missing;
  for (const std::string& part : parts_) {
    if (!dims.contains(part)) missing.push_back(part);
  }
  return missing;
}

std::optional<int64_t> SymbolicSize::Combine(Step::Kind kind, int64_t a, int64_t b) {
  int64_t result = 0;
  bool overflow = false;
  switch (kind) {
    case Step::Kind::kAdd:
      overflow = __builtin_add_overflow(a, b, &result);
      break;
    case Step::Kind::kSubtract:
      overflow = __builtin_sub_overflow(a, b, &result);
      break;
    case Step::Kind::kMultiply:
      overflow = __builtin_mul_overflow(a, b, &result);
      break;
    default:
      if (b < 1 || (kind == Step::Kind::kDivide && a % b != 0)) return std::nullopt;
      result = a / b - (a % b < 0 ? 1 : 0);
  }
  return overflow ? std::nullopt : std::optional(result);
}

std::optional<int64_t> SymbolicSize::Run(const std::map<std::string, int64_t>& dims) const {
  std::vector<int64_t> stack;
  for (const Step& step : steps_) {
    if (step.kind == Step::Kind::kNumber) {
      stack.push_back(step.operand);
    } else if (step.kind == Step::Kind::kPart) {
      stack.push_back(dims.at(parts_[static_cast<size_t>(step.operand)]));
    } else {
      const int64_t right = stack.back();
      stack.pop_back();
      const std::optional<int64_t> result = Combine(step.kind, stack.back(), right);
      if (!result) return std::nullopt;
      stack.back() = *result;
    }
  }
  return stack.back();
}

absl::StatusOr<int64_t> SymbolicSize::Evaluate(const std::map<std::string, int64_t>& dims) const {
  const std::optional<int64_t> size = Run(dims);
  if (size && *size >= 0) return *size;
  std::vector<std::string> sizes;
  for (const std::string& part : parts_) sizes.push_back(fmt::format("{}={}", part, dims.at(part)));
  return Error(Reason::kInputMismatch,
               fmt::format("the dimension {} {} with {}", text_,
                           size ? fmt::format("is {}", *size) : std::string("is no whole number"),
                           fmt::join(sizes, ", ")));
}

std::optional<int64_t> SizeOfSymbol(std::string_view symbol,
                                    const std::map<std::string, int64_t>& dims) {
  if (const auto bound = dims.find(std::string(symbol)); bound != dims.end()) return bound->second;
  const std::optional<SymbolicSize> compound = SymbolicSize::Parse(symbol);
  if (!compound || !compound->Missing(dims).empty()) return std::nullopt;
  const absl::StatusOr<int64_t> size = compound->Evaluate(dims);
  return size.ok() ? std::optional(*size) : std::nullopt;
}

}  // namespace roofline
