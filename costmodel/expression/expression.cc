#include "costmodel/expression/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/exact_double.h"
#include "costmodel/expression/syntax.h"

namespace roofline {
namespace {

constexpr char kNameChars[] = "0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

// The value of a plain variable, not of one that the author defined.
double BuiltInValue(Evaluation& evaluation, std::string_view name) {
  if (name == kItem) return ItemBytes(evaluation.node());
  if (const auto handle = OperandHandle(name)) return *handle;
  if (const ExpressionVariable* variable = FindExpressionVariable(name)) {
    return evaluation.Number(variable->count(evaluation.context()));
  }
  return NumericAttribute(evaluation, name.substr(kAttributePrefix.size()));
}

std::string_view SyntaxProblem(mu::EErrorCodes code) {
  switch (code) {
    case mu::ecUNEXPECTED_EOF:
      return "the expression ends too early";
    case mu::ecMISPLACED_COLON:
    case mu::ecMISSING_ELSE_CLAUSE:
      return "'condition ? a : b' is incomplete";
    case mu::ecUNEXPECTED_OPERATOR:
      return "an operand is expected here";
    default:
      return "this does not fit here: operands and operators take turns";
  }
}

}  // namespace

// The compiled form. muParser keeps pointers to `values_` and `calls_`, so this never moves.
class Expression::Program {
 public:
  Program(std::string_view text, CheckedExpression checked, const ExpressionScope& scope)
      : text_(text), checked_(std::move(checked)), values_(checked_.variables.size(), 1.0) {
    for (const std::string& name : checked_.variables) {
      const auto own = std::find(scope.names.begin(), scope.names.end(), name);
      own_.push_back(own == scope.names.end() ? -1 : static_cast<int>(own - scope.names.begin()));
    }
    if (checked_.one_variable && own_[0] < 0)
      single_ = FindExpressionVariable(checked_.variables[0]);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // Translates and, to find what is still wrong with it, evaluates once without a layer.
  absl::Status Prepare() {
    if (single_ != nullptr) return absl::OkStatus();
    try {
      parser_.DefineNameChars(kNameChars);
      parser_.ClearFun();
      parser_.ClearConst();
      for (const ExpressionFunction* function : checked_.functions) DefineFunction(*function);
      for (size_t i = 0; i < values_.size(); ++i) {
        parser_.DefineVar(checked_.variables[i], &values_[i]);
      }
      parser_.SetExpr(checked_.arithmetic);
      int results = 0;
      parser_.Eval(results);
      if (results != 1) return ExpressionError(text_, 0, "one result is expected");
    } catch (const mu::ParserError& error) {
      const int position = std::clamp(error.GetPos(), 0, static_cast<int>(text_.size()));
      return ExpressionError(text_, static_cast<size_t>(position), SyntaxProblem(error.GetCode()));
    } catch (const std::exception& error) {
      return ExpressionError(text_, 0, error.what());
    }
    return absl::OkStatus();
  }

  absl::StatusOr<double> Run(const ExpressionContext& context) {
    Evaluation evaluation(context, checked_.texts);
    for (size_t i = 0; i < values_.size(); ++i) {
      values_[i] = own_[i] < 0 ? BuiltInValue(evaluation, checked_.variables[i])
                               : context.values[static_cast<size_t>(own_[i])];
    }
    double result = 0;
    evaluation_ = &evaluation;
    try {
      result = single_ != nullptr ? values_[0] : parser_.Eval();
    } catch (const mu::ParserError& error) {
      evaluation.Fail(error.GetMsg());
    } catch (const std::exception& error) {
      evaluation.Fail(error.what());
    }
    evaluation_ = nullptr;
    if (!evaluation.problem().empty()) return Broken(evaluation.problem());
    if (!std::isfinite(result)) return Broken("it divides by zero or is not finite");
    return result;
  }

  // Set when the expression is nothing but a variable: its count then needs no double.
  const ExpressionVariable* single() const { return single_; }
  const std::string& text() const { return text_; }

  absl::Status Broken(std::string_view problem) const {
    return Error(Reason::kInvalidRules, fmt::format("'{}': {}", text_, problem));
  }

 private:
  struct Call {
    const Program* program;
    const ExpressionFunction* function;
  };

  static double Invoke(const Call& call, std::span<const double> arguments) {
    Evaluation* evaluation = call.program->evaluation_;
    return evaluation == nullptr ? 1 : call.function->call(*evaluation, arguments);
  }

  void DefineFunction(const ExpressionFunction& function) {
    Call& call = calls_.emplace_back(Call{this, &function});
    const std::string name(function.name);
    if (function.arguments.empty()) {
      mu::fun_userdata_type0 invoke = [](void* data) {
        return Invoke(*static_cast<Call*>(data), {});
      };
      parser_.DefineFunUserData(name, invoke, &call, false);
    } else {
      mu::multfun_userdata_type invoke = [](void* data, const double* arguments, int count) {
        return Invoke(*static_cast<Call*>(data), {arguments, static_cast<size_t>(count)});
      };
      parser_.DefineFunUserData(name, invoke, &call, false);
    }
  }

  std::string text_;
  CheckedExpression checked_;
  std::vector<double> values_;  // parallel to checked_.variables
  std::vector<int> own_;        // index into ExpressionContext::values; -1: built in
  const ExpressionVariable* single_ = nullptr;
  std::deque<Call> calls_;
  Evaluation* evaluation_ = nullptr;
  mu::Parser parser_;
};

Expression::Expression(std::unique_ptr<Program> program) : program_(std::move(program)) {}
Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

const std::string& Expression::text() const { return program_->text(); }

absl::StatusOr<Expression> Expression::Compile(std::string_view text,
                                               const ExpressionScope& scope) {
  ASSIGN_OR_RETURN(CheckedExpression checked, CheckExpression(text, scope));
  auto program = std::make_unique<Program>(text, std::move(checked), scope);
  RETURN_IF_ERROR(program->Prepare());
  return Expression(std::move(program));
}

absl::StatusOr<double> Expression::EvaluateNumber(const ExpressionContext& context) const {
  return program_->Run(context);
}

absl::StatusOr<Count> Expression::Evaluate(const ExpressionContext& context) const {
  if (program_->single() != nullptr) {
    const Count count = program_->single()->count(context);
    if (count.ok()) return count;
    return program_->Broken("it does not fit a 64-bit count");
  }
  ASSIGN_OR_RETURN(const double number, program_->Run(context));
  if (number < 0) return program_->Broken(fmt::format("{} is negative", number));
  if (number != std::floor(number)) {
    return program_->Broken(fmt::format("{} is not a whole number", number));
  }
  if (number >= kExactDouble) {
    return program_->Broken(fmt::format("{} exceeds 2^53, the largest that is exact", number));
  }
  return Count(static_cast<int64_t>(number));
}

}  // namespace roofline
