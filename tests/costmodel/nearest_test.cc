#include "costmodel/nearest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NearestTest, CountsEditsWithoutLetterCase) {
  EXPECT_EQ(EditDistance("bandwidth", "Bandwidth"), 0);
  EXPECT_EQ(EditDistance("bandwith", "bandwidth"), 1);
  EXPECT_EQ(EditDistance("badnwidth", "bandwidth"), 1);  // neighbours swapped
  EXPECT_EQ(EditDistance("", "abc"), 3);
}

TEST(NearestTest, NearestFirstAndNothingFarAway) {
  const std::vector<std::string> ids = {"gtx-1080", "gtx-1080-ti", "rtx-3090", "tesla-v100"};
  EXPECT_THAT(NearestNames("gtx-1080ti", ids), ElementsAre("gtx-1080-ti", "gtx-1080"));
  EXPECT_THAT(NearestNames("v100", ids), ElementsAre("tesla-v100"));
  EXPECT_THAT(NearestNames("banana", ids), IsEmpty());
  EXPECT_EQ(DidYouMean("rtx-309", ids), "; did you mean 'rtx-3090'?");
  EXPECT_EQ(DidYouMean("banana", ids), "");
}

}  // namespace
}  // namespace roofline
