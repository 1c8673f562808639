#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(PadTest, AttributeFormsOfOldVersions) {
  EXPECT_EQ(OperatorCase("Pad", 1)
                .In(DType::kFloat32, {2, 3})
                .Ints("paddings", {0, 1, 0, 2})
                .Run()
                .shape(),
            "2x6");
  EXPECT_EQ(
      OperatorCase("Pad", 2).In(DType::kFloat32, {2, 3}).Ints("pads", {1, 0, 1, 0}).Run().shape(),
      "4x3");
}

TEST(PadTest, InputsAndAxes) {
  const auto pad = [](std::vector<int64_t> pads) {
    return OperatorCase("Pad", 13).In(DType::kFloat32, {2, 3}).In(std::move(pads)).Run().shape();
  };
  EXPECT_EQ(pad({0, 1, 0, 2}), "2x6");
  EXPECT_EQ(pad({0, -1, 0, -1}), "2x1");
  EXPECT_EQ(pad({0, -3, 0, 0}), "2x0");
  EXPECT_THAT(pad({0, -2, 0, -2}), HasSubstr("pads -2 and -2 do not fit axis 1 of extent 3"));
  EXPECT_THAT(pad({0, 0}), HasSubstr("pads has 2 entries for 2 axes"));
  EXPECT_THAT(pad({0, std::numeric_limits<int64_t>::max(), 0, 0}), HasSubstr("do not fit"));
  EXPECT_EQ(
      OperatorCase("Pad", 18).In(DType::kFloat32, {2, 3}).In({1, 2}).None().In({-1}).Run().shape(),
      "2x6");
  EXPECT_THAT(OperatorCase("Pad", 13).In(DType::kFloat32, {2}).In(DType::kInt64, {2}).Run().shape(),
              HasSubstr("the list of pads comes from input 1"));
}

TEST(PadTest, FillsContentByMode) {
  const auto pad = [](const std::string& mode, std::vector<int64_t> pads) {
    return OperatorCase("Pad", 19)
        .In({1, 2, 3})
        .In(std::move(pads))
        .String("mode", mode)
        .Run()
        .ints();
  };
  EXPECT_THAT(pad("constant", {1, 1}), ElementsAre(0, 1, 2, 3, 0));
  EXPECT_THAT(pad("constant", {-1, 1}), ElementsAre(2, 3, 0));
  EXPECT_THAT(pad("edge", {2, 1}), ElementsAre(1, 1, 1, 2, 3, 3));
  EXPECT_THAT(pad("reflect", {2, 1}), ElementsAre(3, 2, 1, 2, 3, 2));
  EXPECT_THAT(pad("wrap", {1, 2}), ElementsAre(3, 1, 2, 3, 1, 2));
  EXPECT_THAT(
      OperatorCase("Pad", 13).In({1}).In({0, 1}).InInts(DType::kInt64, {}, {-5}).Run().ints(),
      ElementsAre(1, -5));
}

TEST(PadTest, CroppingReadsLess) {
  const OperatorResult crop = OperatorCase("Pad", 13).In(DType::kFloat32, {100}).In({-90, 0}).Run();
  EXPECT_EQ(crop.work.TotalRead(), Count(4 * 10 + 8 * 2));
}

TEST(CenterCropPadTest, CropsAndPads) {
  const OperatorResult both = OperatorCase("CenterCropPad", 18)
                                  .InInts(DType::kInt64, {4, 1}, {1, 2, 3, 4})
                                  .In({2, 2})
                                  .Run();
  EXPECT_EQ(both.shape(), "2x2");
  EXPECT_THAT(both.ints(), ElementsAre(2, 0, 3, 0));
  EXPECT_EQ(OperatorCase("CenterCropPad", 18)
                .In(DType::kFloat32, {4, 5})
                .In({9})
                .Ints("axes", {-1})
                .Run()
                .shape(),
            "4x9");
  EXPECT_THAT(OperatorCase("CenterCropPad", 18).In(DType::kFloat32, {4, 5}).In({9}).Run().shape(),
              HasSubstr("1 target extents for 2 axes"));
}

}  // namespace
}  // namespace roofline::testing
