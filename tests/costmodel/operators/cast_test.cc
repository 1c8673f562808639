#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

OperatorCase CastTo(DType dtype, int opset = 13) {
  return std::move(OperatorCase("Cast", opset).Int("to", static_cast<int64_t>(dtype)));
}

TEST(CastTest, FloatsAreCutTowardsZero) {
  const OperatorResult result =
      CastTo(DType::kInt64).InFloats(DType::kFloat32, {3}, {1.9, -1.9, 0}).Run();
  EXPECT_EQ(result.outputs[0].dtype, DType::kInt64);
  EXPECT_THAT(result.ints(), ElementsAre(1, -1, 0));
  EXPECT_EQ(result.work.Flops() + result.work.integer_ops, Count(0));
  EXPECT_EQ(result.work.TotalRead(), Count(3 * 4));
  EXPECT_EQ(result.work.TotalWritten(), Count(3 * 8));
}

TEST(CastTest, WhatDoesNotFitIsUnknown) {
  EXPECT_THAT(CastTo(DType::kInt64).InFloats(DType::kFloat32, {1}, {1e30}).Run().ints(), IsEmpty());
  EXPECT_THAT(CastTo(DType::kInt64).InFloats(DType::kFloat32, {1}, {NAN}).Run().ints(), IsEmpty());
  EXPECT_THAT(CastTo(DType::kUint8).InFloats(DType::kFloat32, {1}, {300}).Run().ints(), IsEmpty());
}

TEST(CastTest, BetweenTypes) {
  EXPECT_THAT(CastTo(DType::kInt8).In({300, -1}).Run().ints(), ElementsAre(44, -1));
  EXPECT_THAT(CastTo(DType::kBool).In({3, 0}).Run().ints(), ElementsAre(1, 0));
  EXPECT_THAT(CastTo(DType::kBool).InFloats(DType::kFloat32, {2}, {0.5, 0}).Run().ints(),
              ElementsAre(1, 0));
  EXPECT_THAT(CastTo(DType::kFloat16).In({2049}).Run().floats(), ElementsAre(2048));
  EXPECT_THAT(CastTo(DType::kFloat64).InInts(DType::kUint64, {1}, {-1}).Run().floats(),
              ElementsAre(18446744073709551615.0));
  EXPECT_THAT(CastTo(DType::kFloat32).InFloats(DType::kFloat64, {1}, {0.1}).Run().floats(),
              ElementsAre(static_cast<double>(0.1F)));
  EXPECT_EQ(CastTo(DType::kInt4, 21).In(DType::kFloat32, {3}).Run().work.TotalWritten(), Count(2));
}

TEST(CastTest, EveryWayToNameTheTarget) {
  EXPECT_EQ(OperatorCase("Cast", 1).String("to", "DOUBLE").In({1}).Run().outputs[0].dtype,
            DType::kFloat64);
  EXPECT_EQ(OperatorCase("Cast", 1).String("to", "INT32").In({1}).Run().outputs[0].dtype,
            DType::kInt32);
  EXPECT_THAT(OperatorCase("Cast", 1).String("to", "QUAD").In({1}).Run().shape(),
              HasSubstr("attribute 'to' (QUAD) names no data type"));
  EXPECT_THAT(OperatorCase("Cast", 13).In({1}).Run().shape(),
              HasSubstr("attribute 'to' (0) names no data type"));
  EXPECT_THAT(OperatorCase("Cast", 25).Int("to", 99).In({1}).Run().shape(),
              HasSubstr("attribute 'to' (99) names no data type"));
}

TEST(CastTest, LikeTakesOnlyTheType) {
  const OperatorResult result =
      OperatorCase("CastLike", 19).In({1, 2}).In(DType::kFloat32, {100}).Run();
  EXPECT_EQ(result.shape(), "2");
  EXPECT_EQ(result.outputs[0].dtype, DType::kFloat32);
  EXPECT_THAT(result.floats(), ElementsAre(1, 2));
  EXPECT_EQ(result.work.TotalRead(), Count(2 * 8));
}

TEST(CastTest, BitCastKeepsTheBits) {
  const auto bits = [](DType to) {
    return std::move(OperatorCase("BitCast", 26).Int("to", static_cast<int64_t>(to)));
  };
  const OperatorResult result = bits(DType::kInt32).InFloats(DType::kFloat32, {2}, {1, -2}).Run();
  EXPECT_THAT(result.ints(), ElementsAre(0x3f800000, static_cast<int32_t>(0xc0000000)));
  EXPECT_EQ(result.work.TotalRead() + result.work.TotalWritten(), Count(0));
  EXPECT_THAT(bits(DType::kFloat32).InInts(DType::kUint32, {1}, {0x40000000}).Run().floats(),
              ElementsAre(2));
  EXPECT_THAT(bits(DType::kUint8).InInts(DType::kInt8, {1}, {-1}).Run().ints(), ElementsAre(255));
  EXPECT_THAT(bits(DType::kInt64).In(DType::kFloat32, {2}).Run().shape(),
              HasSubstr("float32 elements cannot be read as int64: the widths differ"));
}

}  // namespace
}  // namespace roofline::testing
