#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "costmodel/operators/number_format.h"

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

TEST(NumberFormatTest, RoundsTiesToEven) {
  EXPECT_EQ(RoundToType(DType::kFloat32, 0.1), static_cast<double>(0.1F));
  EXPECT_EQ(RoundToType(DType::kFloat64, 0.1), 0.1);
  EXPECT_EQ(RoundToType(DType::kFloat16, 2049), 2048);  // 11 bits: even neighbours
  EXPECT_EQ(RoundToType(DType::kFloat16, 2051), 2052);
  EXPECT_EQ(RoundToType(DType::kBfloat16, 257), 256);
  EXPECT_EQ(RoundToType(DType::kFloat4E2M1, 2.4), 2);
  EXPECT_EQ(RoundToType(DType::kInt64, 2.5), 2.5);
}

TEST(NumberFormatTest, BeyondTheRange) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(RoundToType(DType::kFloat16, 65519), 65504);
  EXPECT_EQ(RoundToType(DType::kFloat16, -65520), -kInfinity);
  EXPECT_EQ(RoundToType(DType::kFloat32, 1e300), kInfinity);
  EXPECT_EQ(RoundToType(DType::kFloat8E4M3FN, 1e9), 448);
  EXPECT_EQ(RoundToType(DType::kFloat8E5M2, -kInfinity), -57344);
  EXPECT_EQ(RoundToType(DType::kFloat32, 1e-46), 0);
}

TEST(NumberFormatTest, IntegersWrap) {
  EXPECT_EQ(WrapToType(DType::kInt8, 128), -128);
  EXPECT_EQ(WrapToType(DType::kUint8, -1), 255);
  EXPECT_EQ(WrapToType(DType::kInt4, 9), -7);
  EXPECT_EQ(WrapToType(DType::kUint2, 5), 1);
  EXPECT_EQ(WrapToType(DType::kInt64, -5), -5);
  EXPECT_EQ(WrapToType(DType::kBool, 7), 1);
}

}  // namespace
}  // namespace roofline::testing
