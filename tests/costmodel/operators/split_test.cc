#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Shapes(const OperatorResult& result) {
  if (!result.status.ok()) return {result.shape()};
  std::vector<std::string> shapes;
  for (size_t i = 0; i < result.outputs.size(); ++i) {
    shapes.push_back(result.shape(static_cast<int>(i)));
  }
  return shapes;
}

TEST(SplitTest, EqualParts) {
  const auto split = [](int opset, int64_t extent, int parts) {
    return Shapes(
        OperatorCase("Split", opset).In(DType::kFloat32, {extent, 2}).Outputs(parts).Run());
  };
  EXPECT_THAT(split(11, 6, 2), ElementsAre("3x2", "3x2"));
  EXPECT_THAT(split(13, 7, 2), ElementsAre(HasSubstr("7 does not split into 2 equal parts")));
  EXPECT_THAT(split(18, 7, 2), ElementsAre("4x2", "3x2"));
  EXPECT_THAT(split(18, 0, 2), ElementsAre("0x2", "0x2"));
  EXPECT_THAT(split(18, 5, 4), ElementsAre(HasSubstr("too small for 4 parts of 2")));
}

TEST(SplitTest, NumOutputsMustAgree) {
  EXPECT_THAT(OperatorCase("Split", 18)
                  .In(DType::kFloat32, {6})
                  .Int("num_outputs", 3)
                  .Outputs(2)
                  .Run()
                  .shape(),
              HasSubstr("num_outputs is 3, the node has 2"));
}

TEST(SplitTest, SizesAsAttributeOrInput) {
  EXPECT_THAT(Shapes(OperatorCase("Split", 2)
                         .In(DType::kFloat32, {2, 6})
                         .Int("axis", 1)
                         .Ints("split", {2, 4})
                         .Outputs(2)
                         .Run()),
              ElementsAre("2x2", "2x4"));
  EXPECT_THAT(
      Shapes(OperatorCase("Split", 13).In(DType::kFloat32, {6}).In({1, 0, 5}).Outputs(3).Run()),
      ElementsAre("1", "0", "5"));
  EXPECT_THAT(
      OperatorCase("Split", 13).In(DType::kFloat32, {6}).In({1, 4}).Outputs(2).Run().shape(),
      HasSubstr("split [1, 4] does not cut 6 into 2 parts"));
  EXPECT_THAT(
      OperatorCase("Split", 13).In(DType::kFloat32, {6}).In({8, -2}).Outputs(2).Run().shape(),
      HasSubstr("does not cut"));
  EXPECT_THAT(OperatorCase("Split", 13)
                  .In(DType::kFloat32, {6})
                  .In(DType::kInt64, {2})
                  .Outputs(2)
                  .Run()
                  .shape(),
              HasSubstr("the sizes of the parts comes from input 1"));
}

TEST(SplitTest, CutsContent) {
  const OperatorResult split = OperatorCase("Split", 13).In({1, 2, 3}).In({1, 2}).Outputs(2).Run();
  EXPECT_THAT(split.ints(0), ElementsAre(1));
  EXPECT_THAT(split.ints(1), ElementsAre(2, 3));
}

}  // namespace
}  // namespace roofline::testing
