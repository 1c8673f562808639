#include "client/commands/device_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Output(absl::Status (*command)(const DeviceFlags&, std::string&),
                   const DeviceFlags& flags) {
  std::string out;
  const absl::Status status = command(flags, out);
  EXPECT_TRUE(status.ok()) << MessageOf(status);
  return out;
}

class OwnProfileTest : public ::testing::Test {
 protected:
  OwnProfileTest()
      : path_(::testing::TempDir() +
              ::testing::UnitTest::GetInstance()->current_test_info()->name() +
              "_own_profile.yaml") {}
  ~OwnProfileTest() override { std::remove(path_.c_str()); }
  void Write(const std::string& text) { std::ofstream(path_) << text; }

  std::string path_;
};

TEST(DeviceListTest, FiltersAndSorts) {
  const std::string out =
      Output(&ListDevices, {.filter = "vendor = Intel and kind = cpu", .sort = "bandwidth desc"});
  EXPECT_THAT(out, HasSubstr("xeon-platinum-8180"));
  EXPECT_THAT(out, Not(HasSubstr("gtx-1080-ti")));
  EXPECT_LT(out.find("xeon-6980p"), out.find("core-i7-7700k"));
  EXPECT_THAT(out, HasSubstr("unverified"));
}

TEST(DeviceListTest, FormatsForPeopleAndMachines) {
  const std::string filter = "id = gtx-1080-ti";
  EXPECT_THAT(Output(&ListDevices, {.filter = filter, .format = DeviceFormat::kMarkdown}),
              HasSubstr("| gtx-1080-ti |"));
  EXPECT_THAT(Output(&ListDevices, {.filter = filter, .format = DeviceFormat::kCsv}),
              HasSubstr("gtx-1080-ti,GeForce GTX 1080 Ti,NVIDIA,2017,"));
  const auto json = nlohmann::json::parse(
      Output(&ListDevices, {.filter = filter, .format = DeviceFormat::kJson}));
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_EQ(json.at("devices").at(0).at("bandwidth_bytes_per_second"), 484e9);
}

TEST(DeviceSearchTest, ForgivesTyposInSeveralWords) {
  const std::string out = Output(&SearchDevices, {.search = {"gxt", "1080", "ti"}});
  EXPECT_THAT(out, HasSubstr("gtx-1080-ti"));
  EXPECT_THAT(Output(&ListDevices, {.search = {"1080ti"}, .format = DeviceFormat::kCsv}),
              HasSubstr("\ngtx-1080-ti,"));
}

TEST(DeviceSearchTest, NothingAlikeIsAnError) {
  std::string out;
  const absl::Status status = SearchDevices({.search = {"washing", "machine"}}, out);
  EXPECT_EQ(ReasonOf(status), Reason::kUnknownDevice);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("'washing machine'"));
}

TEST(DeviceListTest, AWrongFilterIsAUsageError) {
  std::string out;
  const absl::Status status = ListDevices({.filter = "vendr = x"}, out);
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("column 1"));
}

TEST(DeviceShowTest, ShowsEveryNumberWithItsSource) {
  const std::string out = Output(&ShowDevice, {.devices = {"GTX 1080 Ti"}});
  EXPECT_THAT(out, HasSubstr("28 x 4 x 32 x 2 x 1.48 GHz = 10.6086 TFLOPS"));
  EXPECT_THAT(out, HasSubstr("memory.bandwidth"));
  EXPECT_THAT(out, HasSubstr("nvidia: NVIDIA, GeForce GTX 1080 Ti specifications"));
}

TEST_F(OwnProfileTest, ComparesWithTheCatalog) {
  Write("peak: 21.2 TFLOPS\nmemory_bandwidth: 968 GB/s\n");
  const std::string out = Output(&CompareDevices, {.devices = {"gtx-1080-ti", path_}});
  EXPECT_THAT(out, HasSubstr("968 GB/s"));
  EXPECT_THAT(out, HasSubstr("2.00x"));
}

TEST_F(OwnProfileTest, ValidateListsAllAndFails) {
  Write("peak: 1\nmemory_bandwith: 1 GB/s\n");
  std::string out;
  const absl::Status status = ValidateDevices({.paths = {path_}}, out);
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidProfile);
  EXPECT_THAT(out, HasSubstr("own_profile.yaml:1: peak: '1': the unit is missing"));
  EXPECT_THAT(out, HasSubstr("did you mean 'memory_bandwidth'?"));
  EXPECT_THAT(out, HasSubstr("1 profile checked, 2 errors, 0 warnings"));
}

TEST(DeviceValidateTest, AFolderWithoutProfilesIsAnError) {
  std::string out;
  const absl::Status status = ValidateDevices({.paths = {ROOFLINE_SOURCE_DIR "/docker"}}, out);
  EXPECT_EQ(ReasonOf(status), Reason::kFileNotFound);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("no .yaml file there"));
}

TEST(DeviceShowTest, RatesOfIntegersAreNoFlops) {
  const std::string shown = Output(&ShowDevice, {.devices = {"gtx-1080-ti"}});
  EXPECT_THAT(shown, HasSubstr("int8     42.400 TOPS"));
  EXPECT_THAT(shown, HasSubstr("compute.peak.vector.int8    42.4 TOPS"));
  EXPECT_THAT(Output(&CompareDevices, {.devices = {"gtx-1080-ti", "a100-sxm4-80gb"}}),
              HasSubstr("42.4 TOPS"));
  EXPECT_THAT(Output(&ListDevices, {.filter = "id = gtx-1080-ti"}), HasSubstr("42.400 TOPS"));
}

TEST(DeviceShowTest, CsvHoldsPlainNumbers) {
  EXPECT_THAT(Output(&ShowDevice, {.devices = {"gtx-1080-ti"}, .format = DeviceFormat::kCsv}),
              HasSubstr("key,value,basis,source,reason\ncompute.cores,28,,wikipedia,\n"));
  EXPECT_THAT(Output(&CompareDevices,
                     {.devices = {"gtx-1080-ti", "gtx-1080-ti"}, .format = DeviceFormat::kCsv}),
              HasSubstr("\nmemory.bandwidth,484000000000,484000000000,1\n"));
}

TEST(DeviceDetectTest, AnIdThatNoProfileCanHaveIsRefusedBeforeMeasuring) {
  std::string out;
  const absl::Status status = DetectDevice({.detected_id = "My machine"}, out);
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("--id 'My machine'"));
}

TEST(DeviceValidateTest, TheCatalogIsSound) {
  EXPECT_THAT(Output(&ValidateDevices, {}), HasSubstr(" profiles checked, 0 errors, 0 warnings"));
}

}  // namespace
}  // namespace roofline
