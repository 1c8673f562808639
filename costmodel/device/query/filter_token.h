#ifndef ROOFLINE_COSTMODEL_DEVICE_QUERY_FILTER_TOKEN_H_
#define ROOFLINE_COSTMODEL_DEVICE_QUERY_FILTER_TOKEN_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace roofline {

struct FilterToken {
  enum class Kind { kEnd, kWord, kText, kOperator, kOpen, kClose };

  Kind kind = Kind::kEnd;
  std::string text;   // without quotes
  size_t column = 1;  // of the first byte, from 1
};

// "filter, column N: message" as a kInvalidArgument.
absl::Status FilterError(size_t column, std::string_view message);

// The tokens of a filter, kEnd last. Text is at most 4096 bytes.
absl::StatusOr<std::vector<FilterToken>> FilterTokens(std::string_view filter);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_QUERY_FILTER_TOKEN_H_
