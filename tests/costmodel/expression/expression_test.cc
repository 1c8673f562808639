#include "costmodel/expression/expression.h"

#include <gtest/gtest.h>

#include <string>

#include "costmodel/error.h"

namespace roofline::testing {
namespace {

// A Conv-like node: input 0 is float16 2x6x5x7, input 1 is float32 8x3x3x3, input 2 is left out;
// output 0 is float16 2x8x5x7.
class ExpressionTest : public ::testing::Test {
 protected:
  ExpressionTest() {
    node_.op = "Conv";
    node_.inputs = {ValueId(0), ValueId(1), ValueId()};
    node_.outputs = {ValueId(2)};
    node_.attributes.push_back({"group", int64_t{2}});
    node_.attributes.push_back({"alpha", 0.5});
    node_.attributes.push_back({"mode", std::string_view("linear")});
    node_.attributes.push_back({"kernel_shape", std::vector<int64_t>{3, 3}});
    work_.macs = Count(int64_t{1} << 60);
    work_.arithmetic = 10;
    work_.read_bytes = {100, 20};
    work_.write_bytes = {30};
  }

  absl::StatusOr<Count> Evaluate(std::string_view text, const ExpressionScope& scope = {},
                                 std::span<const double> values = {}) const {
    ASSIGN_OR_RETURN(const Expression expression, Expression::Compile(text, scope));
    const NodeView view(node_, 13, inputs_, outputs_);
    return expression.Evaluate({view, &work_, values});
  }

  static std::string Text(const absl::StatusOr<Count>& count) {
    return count.ok() ? std::to_string(count->value()) : std::string(MessageOf(count.status()));
  }

  Node node_;
  Work work_;
  Fact x_ = TensorFact(DType::kFloat16, {2, 6, 5, 7});
  Fact w_ = TensorFact(DType::kFloat32, {8, 3, 3, 3});
  Fact y_ = TensorFact(DType::kFloat16, {2, 8, 5, 7});
  std::vector<const Fact*> inputs_ = {&x_, &w_, nullptr};
  std::vector<const Fact*> outputs_ = {&y_};
};

TEST_F(ExpressionTest, Values) {
  const struct {
    std::string_view text;
    int64_t value;
  } cases[] = {
      {"1 + 2*3 - 4/2", 5},
      {"2^10", 1024},
      {"(1 + 2)*3", 9},
      {"1e3", 1000},
      {"-2*-3", 6},
      {"3 > 2 ? 10 : 20", 10},
      {"3 <= 2 || 1 != 1 ? 10 : 20", 20},
      {"0 > 1 ? 1 : (0 > 1 ? 2 : 3)", 3},
      {"n", 2 * 6 * 5 * 7},
      {"y", 2 * 8 * 5 * 7},
      {"n*item", 2 * 6 * 5 * 7 * 2},
      {"opset", 13},
      {"inputs", 2},
      {"macs", int64_t{1} << 60},
      {"flops", 2 * (int64_t{1} << 60) + 10},
      {"arithmetic*2", 2 * 10},
      {"read_bytes", 120},
      {"write_bytes + 0", 30},
      {"in(0) + in(1) + in(2) + in(9)", 2 * 6 * 5 * 7 + 8 * 3 * 3 * 3},
      {"in_bytes(1)", 8 * 3 * 3 * 3 * 4},
      {"out(0) + out_bytes(0)", 2 * 8 * 5 * 7 * 3},
      {"2*prod(out0)*attr.group", 2 * (2 * 8 * 5 * 7) * 2},
      {"bytes(in1) + bytes(out0)", 8 * 3 * 3 * 3 * 4 + 2 * 8 * 5 * 7 * 2},
      {"dim(0, 1)*dim(0, -1)", 6 * 7},
      {"odim(0, 1) + dim(out0, 0) + dim(in1, 0)", 8 + 2 + 8},
      {"tail(0, 2) + tail(1, -2) + tail(0, 4)", 5 * 7 + 3 * 3 + 1},
      {"rank(0)", 4},
      {"sum_in() + max_in()", 2 * 6 * 5 * 7 + 8 * 3 * 3 * 3 + 2 * 6 * 5 * 7},
      {"attr(\"group\", 1) + attr(\"missing\", 7)", 2 + 7},
      {"n*attr.alpha", 2 * 6 * 5 * 7 / 2},
      {"attr_prod(\"kernel_shape\", 1) + attr_prod(\"missing\", 5)", 9 + 5},
      {"attr_is(\"mode\", \"linear\")*10 + attr_is(\"mode\", \"cubic\")", 10},
      {"attr_is(\"missing\", \"linear\")", 0},
      {"min(3, n, 2) + max(1, 4)", 2 + 4},
      {"floor(7/2) + ceil(7/2) + abs(-1) + sqrt(16) + log2(8) + mod(7, 4)", 3 + 4 + 1 + 4 + 3 + 3},
  };
  for (const auto& c : cases) EXPECT_EQ(Text(Evaluate(c.text)), std::to_string(c.value)) << c.text;
}

TEST_F(ExpressionTest, MistakesNameTheirColumn) {
  const struct {
    std::string_view text;
    std::string_view problem;
  } cases[] = {
      {"", "column 1: an expression is expected here"},
      {"2*nn", "column 3: unknown name 'nn'; did you mean 'n'"},
      {"mac + 1", "column 1: unknown name 'mac'; did you mean 'macs'"},
      {"1 + dims(0, 1)", "column 5: unknown function 'dims'; did you mean 'dim'"},
      {"sin(1)", "column 1: unknown function 'sin'"},
      {"dim(0)", "column 4: dim() takes 2 arguments, not 1"},
      {"max()", "column 4: max() takes 1 or more arguments, not 0"},
      {"sum_in(1)", "column 7: sum_in() takes 0 arguments, not 1"},
      {"attr(1, 2)", "column 6: attr() expects a name in double quotes here"},
      {"min(\"a\", 1)", "column 5: a text is not expected here"},
      {"attr(\"a, 1)", "column 6: this '\"' is never closed"},
      {"(1 + 2", "column 1: this '(' is never closed"},
      {"1 + 2)", "column 6: this ')' has no '('"},
      {"1, 2", "column 2: a ',' belongs between the arguments of a function"},
      {"n = 1", "column 3: '=' alone has no meaning"},
      {"n ; 1", "column 3: ';' has no meaning here"},
      {"2n", "column 1: this is not a number"},
      {"1e999", "column 1: this is not a number"},
      {"1 +", "column 4: the expression ends too early"},
      {"1 * / 2", "column 5: an operand is expected here"},
      {"1 2", "column 3: this does not fit here"},
      {"n ? 1", "'condition ? a : b' is incomplete"},
  };
  for (const auto& c : cases) {
    const absl::StatusOr<Count> count = Evaluate(c.text);
    ASSERT_FALSE(count.ok()) << c.text;
    EXPECT_EQ(ReasonOf(count.status()), Reason::kInvalidRules) << c.text;
    EXPECT_NE(Text(count).find(c.problem), std::string::npos) << c.text << ": " << Text(count);
  }
}

TEST_F(ExpressionTest, LimitsOnLengthAndDepth) {
  EXPECT_NE(Text(Evaluate(std::string(1001, '1'))).find("longer than 1000"), std::string::npos);
  const std::string deep = std::string(33, '(') + "1" + std::string(33, ')');
  EXPECT_NE(Text(Evaluate(deep)).find("column 33: more than 32 parentheses"), std::string::npos);
  EXPECT_EQ(Text(Evaluate(deep.substr(1, deep.size() - 2))), "1");
}

TEST_F(ExpressionTest, ResultsThatAreNoCount) {
  const struct {
    std::string_view text;
    std::string_view problem;
  } cases[] = {
      {"1 - 2", "'1 - 2': -1 is negative"},
      {"1/3", "is not a whole number"},
      {"1/(n - n)", "not finite"},
      {"(n - n)/(n - n)", "not finite"},
      {"2^53", "exceeds 2^53"},
      {"macs + 1", "a count exceeds 2^53"},
      {"dim(0, 4)", "input 0 (2x6x5x7) has no axis 4"},
      {"dim(2, 0)", "input 2 is absent"},
      {"dim(0.5, 0)", "there is no operand 0.5"},
      {"in(0 - 1)", "there is no operand -1"},
      {"prod(0)", "take an operand"},
      {"attr.points", "the node has no numeric attribute 'points'"},
  };
  for (const auto& c : cases) {
    const absl::StatusOr<Count> count = Evaluate(c.text);
    ASSERT_FALSE(count.ok()) << c.text;
    EXPECT_NE(Text(count).find(c.problem), std::string::npos) << c.text << ": " << Text(count);
  }
}

TEST_F(ExpressionTest, NamesOfTheAuthor) {
  const double values[] = {6, 0.5};
  const ExpressionScope scope{.names = {"c", "half"}};
  EXPECT_EQ(Text(Evaluate("c*half + n/c", scope, values)), std::to_string(3 + 2 * 5 * 7));
  EXPECT_EQ(Text(Evaluate("c", scope, values)), "6");
}

TEST_F(ExpressionTest, WhatIsNotKnownYetIsRefused) {
  const ExpressionScope scope{.outputs = false, .work = false};
  EXPECT_EQ(Text(Evaluate("dim(0, 1)*2", scope)), "12");
  for (const std::string_view text : {"y", "out(0)", "odim(0, 1)", "prod(out0)", "macs"}) {
    EXPECT_NE(Text(Evaluate(text, scope)).find("is not known yet"), std::string::npos) << text;
  }
}

TEST_F(ExpressionTest, UsableAgainAfterAFailure) {
  const auto expression = Expression::Compile("dim(0, 1)*2", {});
  ASSERT_TRUE(expression.ok()) << expression.status();
  const Fact scalar = TensorFact(DType::kFloat32, {});
  const std::vector<const Fact*> inputs = {&scalar};
  EXPECT_FALSE(expression->Evaluate({NodeView(node_, 13, inputs), &work_, {}}).ok());
  const NodeView view(node_, 13, inputs_, outputs_);
  EXPECT_EQ(Text(expression->Evaluate({view, &work_, {}})), "12");
}

}  // namespace
}  // namespace roofline::testing
