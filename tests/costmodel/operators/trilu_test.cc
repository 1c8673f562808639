#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TriluTest, ZeroesOneTriangle) {
  const auto trilu = [](int64_t upper, int64_t k) {
    return OperatorCase("Trilu", 14)
        .InInts(DType::kInt64, {2, 3}, {1, 2, 3, 4, 5, 6})
        .InInts(DType::kInt64, {}, {k})
        .Int("upper", upper)
        .Run()
        .ints();
  };
  EXPECT_THAT(trilu(1, 0), ElementsAre(1, 2, 3, 0, 5, 6));
  EXPECT_THAT(trilu(1, 1), ElementsAre(0, 2, 3, 0, 0, 6));
  EXPECT_THAT(trilu(0, 0), ElementsAre(1, 0, 0, 4, 5, 0));
  EXPECT_THAT(trilu(0, std::numeric_limits<int64_t>::min()), ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(OperatorCase("Trilu", 14).In(DType::kFloat32, {3}).Run().shape(),
              HasSubstr("rank 2 or more"));
}

TEST(ReverseSequenceTest, TurnsTheStartOfEachRow) {
  EXPECT_THAT(OperatorCase("ReverseSequence", 10)
                  .InInts(DType::kInt64, {2, 3}, {1, 2, 3, 4, 5, 6})
                  .In({2, 3})
                  .Int("batch_axis", 0)
                  .Int("time_axis", 1)
                  .Run()
                  .ints(),
              ElementsAre(2, 1, 3, 6, 5, 4));
  EXPECT_THAT(OperatorCase("ReverseSequence", 10)
                  .In(DType::kFloat32, {4, 3})
                  .In(DType::kInt64, {4})
                  .Run()
                  .shape(),
              HasSubstr("one sequence length per batch entry"));
  EXPECT_THAT(OperatorCase("ReverseSequence", 10)
                  .In(DType::kFloat32, {4, 3})
                  .In(DType::kInt64, {4})
                  .Int("batch_axis", 0)
                  .Run()
                  .shape(),
              HasSubstr("batch_axis 0 and time_axis 0"));
}

}  // namespace
}  // namespace roofline::testing
