#include "costmodel/operators/attention_core.h"

#include <gtest/gtest.h>

#include <limits>

namespace roofline {
namespace {

int64_t CountOneByOne(const Visibility& v) {
  int64_t pairs = 0;
  for (int64_t i = 0; i < v.queries; ++i) {
    for (int64_t j = 0; j < v.keys; ++j) {
      const int64_t p = v.offset + i;
      if ((v.left < 0 || j >= p - v.left) && (v.right < 0 || j <= p + v.right)) ++pairs;
    }
  }
  return pairs;
}

TEST(AttentionCoreTest, VisiblePairsMatchCountingThemOneByOne) {
  for (const int64_t queries : {0, 1, 3, 7}) {
    for (const int64_t keys : {0, 1, 4, 9}) {
      for (int64_t offset = -8; offset <= 9; ++offset) {
        for (int64_t left = -1; left <= 4; ++left) {
          for (int64_t right = -1; right <= 4; ++right) {
            const Visibility v{queries, keys, offset, left, right};
            EXPECT_EQ(VisiblePairs(v).value(), CountOneByOne(v))
                << queries << " " << keys << " " << offset << " " << left << " " << right;
          }
        }
      }
    }
  }
}

TEST(AttentionCoreTest, HugeLengthsOverflowOrCount) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(VisiblePairs({.queries = most, .keys = most}).ok());
  EXPECT_EQ(VisiblePairs({.queries = 1, .keys = most}).value(), most);
  EXPECT_EQ(VisiblePairs({.queries = most, .keys = 1, .offset = most, .right = 0}).value(), most);
}

TEST(AttentionCoreTest, PackedSequences) {
  EXPECT_EQ(PackedPairs({0, 1, 3, 7}).value(), 1 * 1 + 2 * 2 + 4 * 4);
  EXPECT_EQ(PackedPairs({0, 5, 3}).value(), 5 * 5);
  EXPECT_EQ(PackedPairs({}).value(), 0);
}

}  // namespace
}  // namespace roofline
