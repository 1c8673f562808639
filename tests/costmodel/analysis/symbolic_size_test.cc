#include "costmodel/analysis/symbolic_size.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "costmodel/error.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::map<std::string, int64_t> kDims = {
    {"past", 7}, {"seq", 3}, {"batch-size", 2}, {"s0", 0}};

std::string Evaluated(std::string_view text) {
  const auto size = SymbolicSize::Parse(text);
  if (!size) return "a name";
  const auto result = size->Evaluate(kDims);
  return result.ok() ? std::to_string(*result) : std::string(MessageOf(result.status()));
}

TEST(SymbolicSizeTest, Evaluates) {
  const struct {
    std::string_view text;
    int64_t expected;
  } cases[] = {
      {"past + seq", 7 + 3},
      {"past+seq", 7 + 3},
      {"past + 1", 7 + 1},
      {"2*past - seq", 2 * 7 - 3},
      {"2*(past - seq)", 2 * (7 - 3)},
      {"(past - 1) // 2 + 1", (7 - 1) / 2 + 1},
      {"past // 2", 7 / 2},
      {"(past + seq) / 2", (7 + 3) / 2},
      {"past - seq - 1", 7 - 3 - 1},
      {"batch-size*seq", 2 * 3},
      {"past - -seq", 7 + 3},
      {"-seq + past", 7 - 3},
      {"-(seq - past) // 3", (7 - 3) / 3},
      {"((seq))*1", 3},
      {"s0*past", 0},
      {"3 + 4", 7},
  };
  for (const auto& c : cases) EXPECT_EQ(Evaluated(c.text), std::to_string(c.expected)) << c.text;
}

TEST(SymbolicSizeTest, MereNamesAndEverythingElseAreNoArithmetic) {
  for (const std::string_view text : {"",
                                      " ",
                                      "N",
                                      "batch-size",
                                      "past_sequence",
                                      "(past)",
                                      "12",
                                      "unk__12",
                                      "past seq",
                                      "past +",
                                      "+ past",
                                      "past * -seq",
                                      "past + (seq",
                                      "past + seq)",
                                      "2past + 1",
                                      "past % 2",
                                      "Max(1, s0)",
                                      "past + \xc3\xa4",
                                      "past ++ seq",
                                      "99999999999999999999 + past"}) {
    EXPECT_EQ(Evaluated(text), "a name") << text;
  }
}

TEST(SymbolicSizeTest, DeepNestingIsNoRecursion) {
  const std::string text = std::string(2000, '(') + "past" + std::string(2000, ')') + " + 1";
  EXPECT_EQ(Evaluated(text), "8");
}

TEST(SymbolicSizeTest, ImpossibleSizesNameTheParts) {
  EXPECT_EQ(Evaluated("seq - past"), "the dimension seq - past is -4 with seq=3, past=7");
  EXPECT_EQ(Evaluated("past / 2"), "the dimension past / 2 is no whole number with past=7");
  EXPECT_EQ(Evaluated("past // s0"),
            "the dimension past // s0 is no whole number with past=7, s0=0");
  EXPECT_EQ(Evaluated("past * 4611686018427387904"),
            "the dimension past * 4611686018427387904 is no whole number with past=7");
}

TEST(SymbolicSizeTest, PartsComeOnceEach) {
  const auto size = SymbolicSize::Parse("a + b*a - c");
  ASSERT_TRUE(size);
  EXPECT_THAT(size->parts(), ElementsAre("a", "b", "c"));
  EXPECT_THAT(size->Missing({{"b", 1}}), ElementsAre("a", "c"));
  EXPECT_THAT(size->Missing({{"a", 1}, {"b", 1}, {"c", 1}}), IsEmpty());
}

TEST(SymbolicSizeTest, ASizeByNameOrByArithmetic) {
  EXPECT_EQ(SizeOfSymbol("past", kDims), 7);
  EXPECT_EQ(SizeOfSymbol("past + seq", kDims), 7 + 3);
  EXPECT_EQ(SizeOfSymbol("past + seq", {{"past", 7}, {"seq", 3}, {"past + seq", 99}}), 99);
  EXPECT_EQ(SizeOfSymbol("future", kDims), std::nullopt);
  EXPECT_EQ(SizeOfSymbol("past + future", kDims), std::nullopt);
  EXPECT_EQ(SizeOfSymbol("seq - past", kDims), std::nullopt);
}

}  // namespace
}  // namespace roofline::testing
