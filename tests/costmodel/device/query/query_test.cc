#include "costmodel/device/query/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "costmodel/device/query/describe.h"
#include "costmodel/device/query/field.h"
#include "costmodel/device/query/filter.h"
#include "costmodel/error.h"
#include "tests/costmodel/testing/shipped_devices.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::OurCatalog;

std::vector<ProfilePtr> Everything() {
  Findings findings;
  return OurCatalog().All(findings);
}

ProfilePtr Device(std::string id, double bandwidth, std::optional<int64_t> year) {
  auto device = std::make_shared<DeviceProfile>();
  device->id = std::move(id);
  device->memory.bandwidth.value = BytesPerSecond(bandwidth);
  device->year = year;
  return device;
}

std::vector<std::string> Ids(const std::vector<ProfilePtr>& devices) {
  std::vector<std::string> ids;
  ids.reserve(devices.size());
  for (const ProfilePtr& device : devices) ids.push_back(device->id);
  return ids;
}

TEST(QueryTest, SortsByFieldsWithAbsentNumbersLast) {
  std::vector<ProfilePtr> devices = {Device("b", 2, 2020), Device("a", 1, std::nullopt),
                                     Device("c", 2, 2010)};
  ASSERT_TRUE(SortDevices("", devices).ok());
  EXPECT_THAT(Ids(devices), ElementsAre("a", "b", "c"));
  ASSERT_TRUE(SortDevices("year", devices).ok());
  EXPECT_THAT(Ids(devices), ElementsAre("c", "b", "a"));
  ASSERT_TRUE(SortDevices("year desc", devices).ok());
  EXPECT_THAT(Ids(devices), ElementsAre("b", "c", "a"));
  ASSERT_TRUE(SortDevices("memory.bandwidth desc, id desc", devices).ok());
  EXPECT_THAT(Ids(devices), ElementsAre("c", "b", "a"));
  EXPECT_THAT(std::string(MessageOf(SortDevices("yaer", devices))),
              HasSubstr("did you mean 'year'"));
  EXPECT_FALSE(SortDevices("year up", devices).ok());
}

TEST(QueryTest, TheExampleOfTheManualFindsBigCards) {
  const auto filter = DeviceFilter::Parse(
      "vendor = \"NVIDIA\" and peak.fp32 >= 10 TFLOPS and memory.bandwidth > 400 GB/s");
  ASSERT_TRUE(filter.ok());
  int found = 0;
  for (const ProfilePtr& device : Everything()) {
    const bool big = device->vendor == "NVIDIA" &&
                     device->BestPeak(Precision::kFp32)->value() >= 10e12 * (1 - 1e-6) &&
                     device->DramBandwidth().value() > 400e9 * (1 + 1e-6);
    EXPECT_EQ(filter->Matches(*device), big) << device->id;
    found += big ? 1 : 0;
  }
  EXPECT_GT(found, 20);
}

struct Search {
  const char* text;
  std::vector<std::string> ids;  // the first of those found
};

class SearchTest : public ::testing::TestWithParam<Search> {};

TEST_P(SearchTest, FindsTheBestFirst) {
  std::vector<std::string> found = Ids(SearchDevices(Everything(), GetParam().text));
  found.resize(std::min(found.size(), std::max<size_t>(1, GetParam().ids.size())));
  EXPECT_EQ(found, GetParam().ids);
}

INSTANTIATE_TEST_SUITE_P(
    All, SearchTest,
    ::testing::Values(Search{"GeForce GTX 1080 Ti", {"gtx-1080-ti"}},       // a name
                      Search{"1080 TI", {"gtx-1080-ti"}},                   // an alias
                      Search{"gtx1080ti", {"gtx-1080-ti"}},                 // without blanks
                      Search{"gtx 1080", {"gtx-1080", "gtx-1080-ti"}},      // the very name first
                      Search{"ti 1080 nvidia", {"gtx-1080-ti"}},            // words in any order
                      Search{"gtx 1080 it", {"gtx-1080-ti"}},               // neighbours swapped
                      Search{"v100", {"tesla-v100-sxm2-16gb"}},             // the alias
                      Search{"xeon platinm 8180", {"xeon-platinum-8180"}},  // a letter missing
                      Search{"rasperry pi 5", {"raspberry-pi-5"}},          // another
                      Search{"hailo 8", {"hailo-8", "hailo-8l"}},           //
                      Search{"washing machine", {}}, Search{"?", {}}, Search{"", {}}));

TEST(QueryTest, TyposAreForgivenOnlyWhereNothingMatches) {
  EXPECT_THAT(Ids(SearchDevices(Everything(), "gtx 1080 ti")), ElementsAre("gtx-1080-ti"));
}

TEST(FieldTest, EveryNameIsAField) {
  const DeviceProfile empty;
  for (const std::string& name : DeviceFieldNames()) {
    const auto field = FindDeviceField(name);
    ASSERT_TRUE(field.has_value()) << name;
    EXPECT_NE(static_cast<bool>(field->texts), static_cast<bool>(field->number)) << name;
    if (field->number) field->number(empty);
  }
  EXPECT_FALSE(FindDeviceField("peak.fp99").has_value());
  EXPECT_FALSE(FindDeviceField("cache.l").has_value());
}

TEST(DescribeTest, WritesTheMultiplicationOut) {
  const DeviceCatalog catalog = OurCatalog();
  const DeviceDescription gpu = DescribeDevice(**catalog.Find("gtx-1080-ti"));
  EXPECT_EQ(gpu.derived_peak, "28 x 4 x 32 x 2 x 1.48 GHz = 10.6086 TFLOPS");
  EXPECT_EQ(gpu.derived_matrix, "");
  const DeviceDescription cpus = DescribeDevice(**catalog.Find("xeon-platinum-8180-2s"));
  EXPECT_EQ(cpus.derived_peak, "2 x 28 x 2 x 16 x 2 x 2.3 GHz = 8.2432 TFLOPS");
  const DeviceDescription tensor = DescribeDevice(**catalog.Find("a100-sxm4-40gb"));
  EXPECT_EQ(tensor.derived_matrix, "108 x 1024 x 2 x 1.41 GHz = 311.869 TFLOPS");
}

TEST(DescribeTest, EveryFormatHasItsRidgePoint) {
  const DeviceDescription gpu = DescribeDevice(**OurCatalog().Find("gtx-1080-ti"));
  ASSERT_EQ(gpu.formats.size(), 4U);
  EXPECT_EQ(gpu.formats[1].precision, Precision::kFp32);
  EXPECT_DOUBLE_EQ(gpu.formats[1].ridge_point.value(), 10.6e12 / 484e9);
  EXPECT_FALSE(gpu.numbers.empty());
}

TEST(DescribeTest, TotalsAreThoseTheProfileStates) {
  const DeviceDescription cpus = DescribeDevice(**OurCatalog().Find("xeon-platinum-8180-2s"));
  const auto find = [&](const std::string& field) {
    return std::find_if(cpus.totals.begin(), cpus.totals.end(),
                        [&](const DeviceFieldValue& total) { return total.field == field; });
  };
  ASSERT_NE(find("memory.bandwidth"), cpus.totals.end());
  EXPECT_EQ(find("memory.bandwidth")->text, "256 GB/s");
  EXPECT_DOUBLE_EQ(find("peak.fp32")->value, 8.2432e12);
  EXPECT_EQ(find("peak.fp8"), cpus.totals.end());
}

}  // namespace
}  // namespace roofline
