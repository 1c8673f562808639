#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

TEST(RandomTest, ShapeFromAttribute) {
  const OperatorResult normal = OperatorCase("RandomNormal", 1).Ints("shape", {2, 3}).Run();
  EXPECT_EQ(normal.shape(), "2x3");
  EXPECT_EQ(normal.outputs[0].dtype, DType::kFloat32);
  EXPECT_EQ(normal.work.integer_ops, Count(20 * 2 * 3));
  EXPECT_EQ(normal.work.transcendentals, Count(2 * 2 * 3));
  const OperatorResult uniform = OperatorCase("RandomUniform", 22)
                                     .Int("dtype", static_cast<int64_t>(DType::kFloat16))
                                     .Ints("shape", {5})
                                     .Run();
  EXPECT_EQ(uniform.outputs[0].dtype, DType::kFloat16);
  EXPECT_EQ(uniform.work.fmas, Count(5));
  EXPECT_THAT(OperatorCase("RandomUniform", 1).Run().shape(),
              HasSubstr("attribute 'shape' is missing"));
  EXPECT_THAT(OperatorCase("RandomUniform", 1).Ints("shape", {-1}).Run().shape(),
              HasSubstr("extent -1 is negative"));
}

TEST(RandomTest, ShapeFromInput) {
  const OperatorResult like = OperatorCase("RandomNormalLike", 22).In(DType::kFloat64, {4}).Run();
  EXPECT_EQ(like.outputs[0].dtype, DType::kFloat64);
  EXPECT_EQ(like.work.TotalRead(), Count(0));
  EXPECT_EQ(OperatorCase("RandomUniformLike", 1)
                .Int("dtype", static_cast<int64_t>(DType::kFloat32))
                .In(DType::kInt64, {4})
                .Run()
                .outputs[0]
                .dtype,
            DType::kFloat32);
  const OperatorResult bernoulli = OperatorCase("Bernoulli", 15)
                                       .Int("dtype", static_cast<int64_t>(DType::kBool))
                                       .In(DType::kFloat32, {4})
                                       .Run();
  EXPECT_EQ(bernoulli.outputs[0].dtype, DType::kBool);
  EXPECT_EQ(bernoulli.work.comparisons, Count(4));
}

TEST(RandomTest, Multinomial) {
  const OperatorResult result =
      OperatorCase("Multinomial", 7).Int("sample_size", 3).In(DType::kFloat32, {2, 8}).Run();
  EXPECT_EQ(result.shape(), "2x3");
  EXPECT_EQ(result.outputs[0].dtype, DType::kInt32);
  EXPECT_EQ(result.work.transcendentals, Count(2 * 8));
  EXPECT_EQ(result.work.comparisons, Count((2 * 8 - 2) + 2 * 3 * 4));  // 8 classes: 4 steps
  EXPECT_THAT(OperatorCase("Multinomial", 22).In(DType::kFloat32, {8}).Run().shape(),
              HasSubstr("expected a matrix [batch, classes]"));
}

}  // namespace
}  // namespace roofline::testing
