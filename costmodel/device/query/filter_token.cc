#include "costmodel/device/query/filter_token.h"

#include <fmt/format.h>

#include <algorithm>

#include "costmodel/error.h"

namespace roofline {
namespace {

constexpr size_t kMaxFilter = 4096;
constexpr std::string_view kBlank = " \t\r\n";
constexpr std::string_view kEndsWord = " \t\r\n()=!<>:\"'";

// The text in quotes at `start`; the closing quote must be there.
absl::StatusOr<FilterToken> QuotedText(std::string_view filter, size_t start) {
  const size_t end = filter.find(filter[start], start + 1);
  if (end == std::string_view::npos) {
    return FilterError(start + 1, fmt::format("the closing {} is missing", filter[start]));
  }
  return FilterToken{FilterToken::Kind::kText,
                     std::string(filter.substr(start + 1, end - start - 1)), start + 1};
}

std::string_view OperatorAt(std::string_view rest) {
  for (const std::string_view two : {"<=", ">=", "!=", "=="}) {
    if (rest.starts_with(two)) return two;
  }
  for (const std::string_view one : {"<", ">", "=", ":"}) {
    if (rest.starts_with(one)) return one;
  }
  return "";
}

}  // namespace

absl::Status FilterError(size_t column, std::string_view message) {
  return Error(Reason::kInvalidArgument, fmt::format("filter, column {}: {}", column, message));
}

absl::StatusOr<std::vector<FilterToken>> FilterTokens(std::string_view filter) {
  using Kind = FilterToken::Kind;
  if (filter.size() > kMaxFilter) {
    return FilterError(kMaxFilter + 1, fmt::format("longer than {} bytes", kMaxFilter));
  }
  std::vector<FilterToken> tokens;
  size_t at = 0;
  while ((at = filter.find_first_not_of(kBlank, at)) != std::string_view::npos) {
    const char c = filter[at];
    if (c == '(' || c == ')') {
      tokens.push_back({c == '(' ? Kind::kOpen : Kind::kClose, std::string(1, c), at + 1});
      ++at;
    } else if (c == '"' || c == '\'') {
      ASSIGN_OR_RETURN(FilterToken token, QuotedText(filter, at));
      at += token.text.size() + 2;
      tokens.push_back(std::move(token));
    } else if (const std::string_view op = OperatorAt(filter.substr(at)); !op.empty()) {
      tokens.push_back({Kind::kOperator, op == "==" ? "=" : std::string(op), at + 1});
      at += op.size();
    } else if (c == '!') {
      return FilterError(at + 1, "expected '!=', or 'not' before a condition");
    } else {
      const size_t end = std::min(filter.find_first_of(kEndsWord, at), filter.size());
      tokens.push_back({Kind::kWord, std::string(filter.substr(at, end - at)), at + 1});
      at = end;
    }
  }
  tokens.push_back({Kind::kEnd, "", filter.size() + 1});
  return tokens;
}

}  // namespace roofline
