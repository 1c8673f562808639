#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(PowTest, TypeOfTheBase) {
  const OperatorResult result =
      OperatorCase("Pow", 12).In({2, 3}).InFloats(DType::kFloat32, {}, {3}).Run();
  EXPECT_EQ(result.outputs[0].dtype, DType::kInt64);
  EXPECT_THAT(result.ints(), ElementsAre(8, 27));
  EXPECT_THAT(OperatorCase("Pow", 15).In({10}).In({40}).Run().ints(), IsEmpty());
  EXPECT_THAT(OperatorCase("Pow", 15)
                  .InFloats(DType::kFloat32, {1}, {9})
                  .InFloats(DType::kFloat32, {}, {0.5})
                  .Run()
                  .floats(),
              ElementsAre(3));
}

TEST(PowTest, SquaresAreMultiplications) {
  const auto work = [](double exponent) {
    return OperatorCase("Pow", 13)
        .In(DType::kFloat32, {4, 5})
        .InFloats(DType::kFloat32, {}, {exponent})
        .Run()
        .work;
  };
  EXPECT_EQ(work(2).arithmetic, Count(4 * 5));
  EXPECT_EQ(work(0.5).arithmetic, Count(4 * 5));
  EXPECT_EQ(work(2).transcendentals, Count(0));
  EXPECT_EQ(work(3.5).transcendentals, Count(4 * 5));
  EXPECT_EQ(OperatorCase("Pow", 1)
                .In(DType::kFloat32, {4})
                .In(DType::kFloat32, {4})
                .Run()
                .work.transcendentals,
            Count(4));
}

}  // namespace
}  // namespace roofline::testing
