#ifndef ROOFLINE_COSTMODEL_EXPRESSION_VOCABULARY_H_
#define ROOFLINE_COSTMODEL_EXPRESSION_VOCABULARY_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/expression/context.h"

namespace roofline {

// One evaluation: the layer, the literals of the expression, and the first thing that went wrong.
class Evaluation {
 public:
  Evaluation(const ExpressionContext& context, std::span<const std::string> texts)
      : context_(context), texts_(texts) {}

  const NodeView& node() const { return context_.node; }
  const ExpressionContext& context() const { return context_; }
  // The text literal that an argument stands for.
  const std::string& text(double argument) const { return texts_[static_cast<size_t>(argument)]; }

  // Notes the problem, if it is the first one; the value of the call no longer matters.
  double Fail(std::string problem);
  // An exact count as a double, or a failure.
  double Number(Count count);
  const std::string& problem() const { return problem_; }

 private:
  const ExpressionContext& context_;
  std::span<const std::string> texts_;
  std::string problem_;
};

// What a name needs to be known.
enum class Needs { kInputs, kOutputs, kWork };

struct ExpressionVariable {
  std::string_view name;
  Needs needs;
  Count (*count)(const ExpressionContext&);
};

struct ExpressionFunction {
  std::string_view name;
  // One letter per argument: 'n' number, 's' text; "*" is one or more numbers.
  std::string_view arguments;
  Needs needs;
  double (*call)(Evaluation&, std::span<const double>);
};

std::span<const ExpressionVariable> ExpressionVariables();
std::span<const ExpressionFunction> ExpressionFunctions();
const ExpressionVariable* FindExpressionVariable(std::string_view name);
const ExpressionFunction* FindExpressionFunction(std::string_view name);

// `item`, the one variable that need not be whole.
inline constexpr std::string_view kItem = "item";
double ItemBytes(const NodeView& node);

// "in3" and "out0" as the number that functions take for them; nullopt for another word.
std::optional<double> OperandHandle(std::string_view name);
bool IsOutputHandle(double number);

inline constexpr std::string_view kAttributePrefix = "attr.";
double NumericAttribute(Evaluation& evaluation, std::string_view name);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EXPRESSION_VOCABULARY_H_
