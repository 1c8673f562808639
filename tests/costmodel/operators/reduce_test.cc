#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ReduceTest, AxesAsAttribute) {
  const auto reduce = [](std::vector<int64_t> axes, int64_t keep) {
    return OperatorCase("ReduceMean", 13)
        .Ints("axes", std::move(axes))
        .Int("keepdims", keep)
        .In(DType::kFloat32, {2, 3, 4})
        .Run()
        .shape();
  };
  EXPECT_EQ(reduce({1}, 1), "2x1x4");
  EXPECT_EQ(reduce({1}, 0), "2x4");
  EXPECT_EQ(reduce({-1, 0}, 1), "1x3x1");
  EXPECT_EQ(reduce({-1, 0}, 0), "3");
  EXPECT_THAT(reduce({3}, 1), HasSubstr("axis 3 is outside of [-3, 2]"));
  EXPECT_EQ(OperatorCase("ReduceSum", 11).In(DType::kFloat32, {2, 3}).Run().shape(), "1x1");
  EXPECT_EQ(
      OperatorCase("ReduceMax", 12).Int("keepdims", 0).In(DType::kFloat32, {2, 3}).Run().shape(),
      "scalar");
}

TEST(ReduceTest, AxesAsInput) {
  EXPECT_EQ(OperatorCase("ReduceSum", 13).In(DType::kFloat32, {2, 3, 4}).In({-2}).Run().shape(),
            "2x1x4");
  EXPECT_EQ(OperatorCase("ReduceL2", 18)
                .Int("keepdims", 0)
                .In(DType::kFloat32, {2, 3, 4})
                .In({0, 2})
                .Run()
                .shape(),
            "3");
  EXPECT_EQ(OperatorCase("ReduceMax", 20).In(DType::kBool, {2, 3}).Run().shape(), "1x1");
  EXPECT_EQ(OperatorCase("ReduceSum", 13)
                .Int("noop_with_empty_axes", 1)
                .In(DType::kFloat32, {2, 3})
                .In(std::vector<int64_t>{})
                .Run()
                .shape(),
            "2x3");
  EXPECT_EQ(OperatorCase("ReduceSum", 13)
                .In(DType::kFloat32, {2, 3})
                .In(std::vector<int64_t>{})
                .Run()
                .shape(),
            "1x1");
}

TEST(ReduceTest, UnknownAxesGiveABound) {
  const OperatorResult some =
      OperatorCase("ReduceSum", 13).In(DType::kFloat32, {2, 3}).In(DType::kInt64, {1}).Run();
  EXPECT_EQ(some.shape(), "2x3");
  EXPECT_EQ(some.outputs[0].mark, Mark::kBounded);
  const OperatorResult all =
      OperatorCase("ReduceSum", 13).In(DType::kFloat32, {2, 3}).In(DType::kInt64, {2}).Run();
  EXPECT_EQ(all.shape(), "1x1");
  EXPECT_EQ(all.outputs[0].mark, Mark::kExact);
  EXPECT_THAT(OperatorCase("ReduceSum", 13)
                  .Int("keepdims", 0)
                  .In(DType::kFloat32, {2, 3})
                  .In(DType::kInt64, {1})
                  .Run()
                  .shape(),
              HasSubstr("the list of axes comes from input 1"));
  EXPECT_THAT(OperatorCase("ReduceSum", 13)
                  .In(DType::kFloat32, {2, 3})
                  .In(DType::kInt64, {3})
                  .Run()
                  .shape(),
              HasSubstr("more axes than dimensions"));
}

struct ReduceCase {
  std::string op;
  double result;  // of 3, -4
  int64_t arithmetic;
  int64_t comparisons;
  int64_t transcendentals;
};

TEST(ReduceTest, ContentAndWork) {
  const ReduceCase cases[] = {
      // n = 4 numbers into y = 2 results: n - y = 2 folds
      {"ReduceL1", 7, 4 + 2, 0, 0},
      {"ReduceL2", 5, 4 + 2 + 2, 0, 0},
      {"ReduceLogSum", NAN, 2, 0, 2},
      {"ReduceLogSumExp", std::log(std::exp(3.0) + std::exp(-4.0)), 4 + 2 + 2, 2, 4 + 2},
      {"ReduceMax", 3, 0, 2, 0},
      {"ReduceMean", -0.5, 2 + 2, 0, 0},
      {"ReduceMin", -4, 0, 2, 0},
      {"ReduceProd", -12, 2, 0, 0},
      {"ReduceSum", -1, 2, 0, 0},
      {"ReduceSumSquare", 25, 4 + 2, 0, 0},
  };
  for (const ReduceCase& c : cases) {
    SCOPED_TRACE(c.op);
    const OperatorResult result = OperatorCase(c.op, 13)
                                      .Ints("axes", {1})
                                      .InFloats(DType::kFloat64, {2, 2}, {3, -4, 3, -4})
                                      .In({1})
                                      .Run();
    ASSERT_EQ(result.floats().size(), 2U);
    if (!std::isnan(c.result)) {
      EXPECT_DOUBLE_EQ(result.floats()[0], c.result);
      EXPECT_DOUBLE_EQ(result.floats()[1], c.result);
    }
    EXPECT_EQ(result.work.arithmetic, Count(c.arithmetic));
    EXPECT_EQ(result.work.comparisons, Count(c.comparisons));
    EXPECT_EQ(result.work.transcendentals, Count(c.transcendentals));
  }
}

TEST(ReduceTest, IntegersForShapeArithmetic) {
  const OperatorResult prod = OperatorCase("ReduceProd", 13).Int("keepdims", 0).In({2, 3, 4}).Run();
  EXPECT_EQ(prod.shape(), "scalar");
  EXPECT_THAT(prod.ints(), ElementsAre(2 * 3 * 4));
  EXPECT_EQ(prod.work.integer_ops, Count(3 - 1));
  EXPECT_THAT(OperatorCase("ReduceMax", 13).In({2, 9, 4}).Run().ints(), ElementsAre(9));
}

TEST(ReduceTest, EmptyInput) {
  const OperatorResult sum = OperatorCase("ReduceSum", 13).InInts(DType::kInt64, {0}, {}).Run();
  EXPECT_THAT(sum.ints(), ElementsAre(0));
  EXPECT_EQ(sum.work.integer_ops, Count(0));
  EXPECT_THAT(OperatorCase("ReduceMax", 13).InInts(DType::kInt64, {0}, {}).Run().ints(), IsEmpty());
}

}  // namespace
}  // namespace roofline::testing
