#include "client/commands/sweep_axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/limits.h"

namespace roofline {
namespace {

using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

TEST(SweepAxisTest, ReadsRangesAndLists) {
  const struct {
    std::string text;
    std::string name;
    std::vector<int64_t> values;
  } cases[] = {
      {"batch=1..5", "batch", {1, 2, 3, 4, 5}},
      {"batch=7..7", "batch", {7}},
      {"batch=1..64*2", "batch", {1, 2, 4, 8, 16, 32, 64}},
      {"batch=3..100*3", "batch", {3, 9, 27, 81}},  // 243 is past the end
      {"length=128..512+128", "length", {128, 256, 384, 512}},
      {"length=128..500+128", "length", {128, 256, 384}},
      {"batch=1,8,32", "batch", {1, 8, 32}},
      {"batch=32,8,8", "batch", {32, 8, 8}},  // as typed
      {"batch=4", "batch", {4}},
      {"past + sequence=1,2", "past + sequence", {1, 2}},
      {"a=b=1..2", "a=b", {1, 2}},
      // The step past the end does not fit int64.
      {"n=4611686018427387904..9223372036854775807*2", "n", {4611686018427387904}},
      {"n=9223372036854775806..9223372036854775807",
       "n",
       {9223372036854775806, 9223372036854775807}},
  };
  for (const auto& c : cases) {
    const auto axis = ParseSweepAxis(c.text);
    ASSERT_TRUE(axis.ok()) << c.text << ": " << axis.status();
    EXPECT_EQ(axis->name(), c.name);
    EXPECT_THAT(axis->values(), ElementsAreArray(c.values)) << c.text;
  }
}

TEST(SweepAxisTest, OneValueIsNoAxis) {
  EXPECT_TRUE(IsSweepAxis("batch=1..5"));
  EXPECT_TRUE(IsSweepAxis("batch=1,5"));
  EXPECT_FALSE(IsSweepAxis("batch=5"));
  EXPECT_FALSE(IsSweepAxis("1..5"));
  EXPECT_FALSE(IsSweepAxis("a,b=5"));
}

TEST(SweepAxisTest, WrongInputIsToldWithTheRightForms) {
  const struct {
    std::string text;
    std::string problem;
  } cases[] = {
      {"1..5", "a name and values are expected"},
      {"=1..5", "a name and values are expected"},
      {"batch=5..1", "the range ends before it starts"},
      {"batch=1..", "numbers of 1 or more are expected"},
      {"batch=..5", "numbers of 1 or more are expected"},
      {"batch=0..5", "numbers of 1 or more are expected"},
      {"batch=-3..5", "numbers of 1 or more are expected"},
      {"batch=1..5*", "numbers of 1 or more are expected"},
      {"batch=1..5*x", "numbers of 1 or more are expected"},
      {"batch=1..5+0", "numbers of 1 or more are expected"},
      {"batch=1..2..3", "numbers of 1 or more are expected"},
      {"batch=1..2,5", "numbers of 1 or more are expected"},
      {"batch=1..9223372036854775808", "numbers of 1 or more are expected"},
      {"batch=1..5*1", "a factor of 2 or more is expected"},
      {"batch=1,,3", "'' is no number of 1 or more"},
      {"batch=1,two", "'two' is no number of 1 or more"},
      {"batch=1,2.5", "'2.5' is no number of 1 or more"},
      {"batch=1,0", "'0' is no number of 1 or more"},
  };
  for (const auto& c : cases) {
    const absl::Status status = ParseSweepAxis(c.text).status();
    EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument) << c.text;
    EXPECT_EQ(MessageOf(status), "--dim " + c.text + ": " + c.problem +
                                     "; write NAME=1..64*2, NAME=128..1024+128, NAME=1..8 or "
                                     "NAME=1,8,32");
  }
}

TEST(SweepAxisTest, TooManyValuesAreRefused) {
  const int64_t most = ModelLimits().max_sweep_points;
  EXPECT_EQ(ParseSweepAxis("n=1.." + std::to_string(most))->values_size(), most);
  const absl::Status status = ParseSweepAxis("n=1.." + std::to_string(most + 1)).status();
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("more than 10000 values"));
}

}  // namespace
}  // namespace roofline
