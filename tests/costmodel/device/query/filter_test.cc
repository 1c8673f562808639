#include "costmodel/device/query/filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::StartsWith;

DeviceProfile Card() {
  DeviceProfile card;
  card.id = "card-1";
  card.name = "Acme Card One";
  card.vendor = "Acme";
  card.kind = DeviceKind::kGpu;
  card.architecture = "Anvil";
  card.aliases = {"c1"};
  card.year = 2020;
  card.verified = false;
  card.memory.bandwidth.value = BytesPerSecond(500e9);
  card.compute.peaks = {PeakRate{.rate = {.value = FlopsPerSecond(10e12)}}};
  return card;
}

struct FilterCase {
  const char* filter;
  bool matches;
};

class FilterTest : public ::testing::TestWithParam<FilterCase> {};

TEST_P(FilterTest, Matches) {
  const auto filter = DeviceFilter::Parse(GetParam().filter);
  ASSERT_TRUE(filter.ok()) << MessageOf(filter.status());
  EXPECT_EQ(filter->Matches(Card()), GetParam().matches) << GetParam().filter;
}

INSTANTIATE_TEST_SUITE_P(
    All, FilterTest,
    ::testing::Values(
        FilterCase{"", true}, FilterCase{"  ", true}, FilterCase{"acme", true},
        FilterCase{"acme gpu", true}, FilterCase{"acme cpu", false}, FilterCase{"c1", true},
        FilterCase{"\"card one\"", true}, FilterCase{"vendor = \"Acme\"", true},
        FilterCase{"vendor = acme", true}, FilterCase{"vendor=Acm", false},
        FilterCase{"vendor : acm", true}, FilterCase{"vendor != AMD", true},
        FilterCase{"alias = C1", true}, FilterCase{"kind = gpu", true},
        FilterCase{"verified = false", true}, FilterCase{"year >= 2020", true},
        FilterCase{"year > 2020", false}, FilterCase{"peak.fp32 >= 10 TFLOPS", true},
        FilterCase{"peak.fp32>10TFLOPS", false}, FilterCase{"peak >= 9999 GFLOPS", true},
        FilterCase{"peak.vector.fp32 = 10 TFLOPS", true},
        FilterCase{"peak.matrix.fp32 > 1 TFLOPS", false},
        FilterCase{"memory.bandwidth > 400 GB/s", true}, FilterCase{"bandwidth < 400 GB/s", false},
        FilterCase{"ridge.fp32 = 20", true}, FilterCase{"memory.size > 1 GB", false},
        FilterCase{"memory.size != 1 GB", false}, FilterCase{"not memory.size > 1 GB", true},
        FilterCase{"vendor = \"Acme\" and peak.fp32 >= 10 TFLOPS and memory.bandwidth > 400 GB/s",
                   true},
        FilterCase{"year = 1999 or year = 2020", true},
        FilterCase{"year = 2020 or year = 1999 and cpu", true},
        FilterCase{"(year = 2020 or year = 1999) and cpu", false},
        FilterCase{"NOT (cpu OR npu)", true}, FilterCase{"not not gpu", true},
        FilterCase{"year = 2020 gpu", true}));

struct Wrong {
  const char* filter;
  const char* message;
};

class FilterErrorTest : public ::testing::TestWithParam<Wrong> {};

TEST_P(FilterErrorTest, PointsAtTheColumn) {
  const auto filter = DeviceFilter::Parse(GetParam().filter);
  ASSERT_FALSE(filter.ok()) << GetParam().filter;
  EXPECT_EQ(ReasonOf(filter.status()), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(filter.status())), StartsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, FilterErrorTest,
    ::testing::Values(
        Wrong{"vendr = x", "filter, column 1: unknown field 'vendr'; did you mean 'vendor'?"},
        Wrong{"gpu and bandwith > 4 GB/s", "filter, column 9: unknown field 'bandwith'; did you"},
        Wrong{"year >", "filter, column 7: expected a value after '>'"},
        Wrong{"(gpu", "filter, column 5: the ')' for column 1 is missing"},
        Wrong{"gpu)", "filter, column 4: ')' opens nothing here"},
        Wrong{"gpu and", "filter, column 8: expected a condition"},
        Wrong{"or gpu", "filter, column 1: expected a condition"},
        Wrong{"vendor = \"Acme", "filter, column 10: the closing \" is missing"},
        Wrong{"vendor > Acme", "filter, column 8: 'vendor' is a text"},
        Wrong{"year : 20", "filter, column 6: 'year' is a number"},
        Wrong{"bandwidth > 400", "filter, column 13: '400': the unit is missing"},
        Wrong{"bandwidth > 400 GB", "filter, column 13: '400 GB': unknown unit 'GB'"},
        Wrong{"bandwidth > \"\"", "filter, column 13: '': no number"},
        Wrong{"year ! 2020", "filter, column 6: expected '!='"}));

TEST(FilterTest, DepthAndLengthAreLimited) {
  EXPECT_FALSE(DeviceFilter::Parse(std::string(2000, '(') + "gpu" + std::string(2000, ')')).ok());
  std::string nots;
  for (int i = 0; i < 1000; ++i) nots += "not ";
  EXPECT_FALSE(DeviceFilter::Parse(nots + "gpu").ok());
  EXPECT_FALSE(DeviceFilter::Parse(std::string(5000, 'a')).ok());
}

TEST(FilterTest, LongButFlatFiltersWork) {
  std::string filter = "gpu";
  for (int i = 0; i < 500; ++i) filter += " or cpu";
  EXPECT_TRUE(DeviceFilter::Parse(filter)->Matches(Card()));
}

}  // namespace
}  // namespace roofline
