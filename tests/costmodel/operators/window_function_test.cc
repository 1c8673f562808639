#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

TEST(WindowFunctionTest, SizeIsContent) {
  const OperatorResult hann = OperatorCase("HannWindow", 17).InInts(DType::kInt64, {}, {10}).Run();
  EXPECT_EQ(hann.shape(), "10");
  EXPECT_EQ(hann.outputs[0].dtype, DType::kFloat32);
  EXPECT_EQ(hann.work.transcendentals, Count(10));
  EXPECT_EQ(hann.work.arithmetic, Count(3 * 10));
  const OperatorResult blackman = OperatorCase("BlackmanWindow", 17)
                                      .Int("output_datatype", static_cast<int64_t>(DType::kFloat64))
                                      .InInts(DType::kInt32, {}, {10})
                                      .Run();
  EXPECT_EQ(blackman.outputs[0].dtype, DType::kFloat64);
  EXPECT_EQ(blackman.work.transcendentals, Count(2 * 10));
  EXPECT_THAT(OperatorCase("HammingWindow", 17).In(DType::kInt64, {}).Run().shape(),
              HasSubstr("the size of the window comes from input 0"));
  EXPECT_THAT(OperatorCase("HammingWindow", 17).In({-1}).Run().shape(), HasSubstr("size is -1"));
}

}  // namespace
}  // namespace roofline::testing
