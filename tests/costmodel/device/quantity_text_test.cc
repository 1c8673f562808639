#include "costmodel/device/quantity_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;

TEST(QuantityTextTest, ReadsWhatDatasheetsWrite) {
  EXPECT_DOUBLE_EQ(ParseBytesPerSecond("484 GB/s")->value(), 484e9);
  EXPECT_DOUBLE_EQ(ParseFlopsPerSecond("10.6 TFLOPS")->value(), 10.6e12);
  EXPECT_DOUBLE_EQ(ParseFlopsPerSecond("45.4 TOPS")->value(), 45.4e12);
  EXPECT_DOUBLE_EQ(ParseHertz("2.3 GHz")->value(), 2.3e9);
  EXPECT_DOUBLE_EQ(ParseSeconds("30.656ms")->value(), 30.656e-3);
  EXPECT_DOUBLE_EQ(ParseSeconds("5 us")->value(), 5e-6);
  EXPECT_DOUBLE_EQ(ParseSeconds("5 \u00b5s")->value(), 5e-6);
  EXPECT_DOUBLE_EQ(ParseWatts("250 W")->value(), 250);
  EXPECT_DOUBLE_EQ(ParseBitsPerSecond("2666 MT/s")->value(), 2.666e9);
}

TEST(QuantityTextTest, BinaryAndDecimalPrefixesDiffer) {
  EXPECT_EQ(ParseBytes("11 GB")->value(), 11e9);
  EXPECT_EQ(ParseBytes("11 GiB")->value(), 11.0 * 1024 * 1024 * 1024);
  EXPECT_EQ(ParseBytes("2.75 MiB")->value(), 2.75 * 1024 * 1024);
  EXPECT_EQ(ParseBytesPerSecond("119.2 GiB/s")->value(), 119.2 * 1024 * 1024 * 1024);
}

struct QuantityTextRefused {
  const char* text;
  const char* message;
};

class QuantityTextRefusalTest : public ::testing::TestWithParam<QuantityTextRefused> {};

TEST_P(QuantityTextRefusalTest, SaysWhatIsAccepted) {
  const auto result = ParseBytesPerSecond(GetParam().text);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(ReasonOf(result.status()), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(result.status())), HasSubstr(GetParam().message));
  EXPECT_THAT(std::string(MessageOf(result.status())), HasSubstr("B/s, kB/s, MB/s, GB/s"));
}

INSTANTIATE_TEST_SUITE_P(All, QuantityTextRefusalTest,
                         ::testing::Values(QuantityTextRefused{"484", "the unit is missing"},
                                           QuantityTextRefused{"", "no number"},
                                           QuantityTextRefused{"fast", "no number"},
                                           QuantityTextRefused{"484 GB", "unknown unit 'GB'"},
                                           QuantityTextRefused{"484 gb/s", "unknown unit 'gb/s'"},
                                           QuantityTextRefused{"nan GB/s", "not a finite number"},
                                           QuantityTextRefused{"inf GB/s", "not a finite number"},
                                           QuantityTextRefused{"0 GB/s", "must be above zero"},
                                           QuantityTextRefused{"-3 GB/s", "must be above zero"},
                                           QuantityTextRefused{"1e999 GB/s", "out of range"},
                                           QuantityTextRefused{"1e308 GB/s", "out of range"}));

TEST(QuantityTextTest, RatesOfIntegersAreNoFlops) {
  EXPECT_EQ(RateText(FlopsPerSecond(42.4e12), Precision::kInt8), "42.4 TOPS");
  EXPECT_EQ(RateText(FlopsPerSecond(1.248e15), Precision::kInt4), "1.248 POPS");
  EXPECT_EQ(RateText(FlopsPerSecond(42.4e12), Precision::kFp8), "42.4 TFLOPS");
}

TEST(QuantityTextTest, PrintsTheUnitThatFits) {
  EXPECT_EQ(QuantityText(FlopsPerSecond(10.6e12)), "10.6 TFLOPS");
  EXPECT_EQ(QuantityText(BytesPerSecond(484e9)), "484 GB/s");
  EXPECT_EQ(QuantityText(BytesPerSecond(3.35e12)), "3.35 TB/s");
  EXPECT_EQ(QuantityText(Bytes(11e9)), "11 GB");
  EXPECT_EQ(QuantityText(Bytes(2.75 * 1024 * 1024)), "2.75 MiB");
  EXPECT_EQ(QuantityText(Seconds(1.5e-3)), "1.5 ms");
  EXPECT_EQ(QuantityText(Hertz(999.9999999e6)), "1 GHz");
  EXPECT_EQ(QuantityText(Watts(0.5)), "500 mW");
}

}  // namespace
}  // namespace roofline
