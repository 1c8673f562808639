#include "costmodel/efficiency/efficiency_class.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "costmodel/data_dir.h"
#include "costmodel/device/catalog.h"
#include "costmodel/efficiency/efficiency_model.h"
#include "tests/costmodel/testing/counted_model.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline {
namespace {

using Names = std::vector<std::string>;

Names ClassesOf(const std::string& graph, Unit unit) {
  const auto counted = testing::CountModel(testing::ParseModelText(graph));
  const EfficiencyClasses classes = EfficiencyClassesOf(counted.layers.at(0), unit);
  return {classes.begin(), classes.end()};
}

// A convolution of `x` by `w`, with `attributes`.
std::string Conv(const std::string& x, const std::string& w, const std::string& attributes = "") {
  return "g (float[" + x + "] x, float[" + w + "] w) => (y) { y = Conv" + attributes + "(x, w) }";
}

TEST(EfficiencyClassTest, OneSpatialDimensionGoesFirst) {
  EXPECT_EQ(ClassesOf(Conv("1,64,100", "32,64,5"), Unit::kVector),
            (Names{"convolution_1d", "convolution", "default"}));
  EXPECT_EQ(ClassesOf(Conv("1,64,100", "32,64,1"), Unit::kVector),
            (Names{"convolution_1d", "convolution_1x1", "convolution", "default"}));
  EXPECT_EQ(ClassesOf(Conv("1,64,100", "64,1,5", "<group = 64>"), Unit::kVector),
            (Names{"convolution_1d_depthwise", "convolution_depthwise", "convolution", "default"}));
  EXPECT_EQ(ClassesOf(Conv("1,64,100", "64,16,5", "<group = 4>"), Unit::kVector),
            (Names{"convolution_1d", "convolution_grouped", "convolution", "default"}));
}

TEST(EfficiencyClassTest, AMatrixUnitComesBeforeTheDimensions) {
  EXPECT_EQ(ClassesOf(Conv("1,64,100", "32,64,5"), Unit::kMatrix),
            (Names{"convolution_matrix", "convolution_1d", "convolution", "default"}));
}

TEST(EfficiencyClassTest, TwoSpatialDimensionsAreNotALine) {
  EXPECT_EQ(ClassesOf(Conv("1,64,1,100", "32,64,1,5"), Unit::kVector),
            (Names{"convolution", "default"}));
  EXPECT_EQ(ClassesOf(Conv("1,64,9,9", "64,1,3,3", "<group = 64>"), Unit::kVector),
            (Names{"convolution_depthwise", "convolution", "default"}));
}

TEST(EfficiencyClassTest, GpusTakeOneDimensionAsTheyTakeTwo) {
  const auto defaults = EfficiencyDefaults::Load(DataDirectory());
  ASSERT_TRUE(defaults.ok());
  const DeviceProfile profile;
  const EfficiencyModel model(profile, defaults->of(DeviceKind::kGpu));
  const UsedEfficiency line = model.For({"convolution_1d", "convolution", "default"});
  const UsedEfficiency plane = model.For({"convolution", "default"});
  EXPECT_EQ(line.compute.operator_class, "convolution");
  EXPECT_EQ(line.compute.typical, plane.compute.typical);
  EXPECT_EQ(line.extra, plane.extra);
}

}  // namespace
}  // namespace roofline
