#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

std::string Shuffle(const std::string& op, Shape x, int64_t block) {
  return OperatorCase(op, 13)
      .In(DType::kFloat32, std::move(x))
      .Int("blocksize", block)
      .Run()
      .shape();
}

TEST(DepthToSpaceTest, TradesChannelsForPixels) {
  EXPECT_EQ(Shuffle("DepthToSpace", {1, 8, 2, 3}, 2), "1x2x4x6");
  EXPECT_EQ(Shuffle("SpaceToDepth", {1, 2, 4, 6}, 2), "1x8x2x3");
  EXPECT_EQ(Shuffle("DepthToSpace", {0, 8, 2, 3}, 2), "0x2x4x6");
  EXPECT_THAT(Shuffle("DepthToSpace", {1, 6, 2, 3}, 2), HasSubstr("6 channels do not split"));
  EXPECT_THAT(Shuffle("SpaceToDepth", {1, 6, 3, 3}, 2), HasSubstr("does not split into blocks"));
  EXPECT_THAT(Shuffle("DepthToSpace", {8, 2, 3}, 2), HasSubstr("rank 4"));
  EXPECT_THAT(Shuffle("DepthToSpace", {1, 8, 2, 3}, 0), HasSubstr("blocksize is 0"));
  EXPECT_THAT(Shuffle("SpaceToDepth", {1, 6, 3, 3}, std::numeric_limits<int64_t>::max()),
              HasSubstr("blocksize is"));
}

}  // namespace
}  // namespace roofline::testing
