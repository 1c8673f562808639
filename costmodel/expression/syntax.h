#ifndef ROOFLINE_COSTMODEL_EXPRESSION_SYNTAX_H_
#define ROOFLINE_COSTMODEL_EXPRESSION_SYNTAX_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/expression/context.h"
#include "costmodel/expression/vocabulary.h"

namespace roofline {

inline constexpr size_t kMaxExpressionBytes = 1000;
inline constexpr size_t kMaxExpressionDepth = 32;  // parentheses in parentheses
inline constexpr size_t kMaxExpressionTexts = 10;

// An expression whose every name is known and every call has the right arguments. What is left to
// find is where operators and operands do not alternate.
struct CheckedExpression {
  std::string arithmetic;              // each text literal replaced by its number, columns kept
  std::vector<std::string> texts;      // the text literals
  std::vector<std::string> variables;  // each once
  std::vector<const ExpressionFunction*> functions;  // each once
  bool one_variable = false;                         // it is nothing but a variable
};

// kInvalidRules with the column of the first mistake.
absl::StatusOr<CheckedExpression> CheckExpression(std::string_view text,
                                                  const ExpressionScope& scope);

// The error for a mistake at `offset`, which counts from 0.
absl::Status ExpressionError(std::string_view text, size_t offset, std::string_view problem);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EXPRESSION_SYNTAX_H_
