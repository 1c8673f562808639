// The device catalog as a client sees it: over a real channel.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/sha256.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "roofline/v1/device_catalog.grpc.pb.h"
#include "server/errors.h"
#include "server/limits.h"
#include "tests/server/test_server.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

absl::StatusOr<v1::ListDevicesResponse> List(const Server& server,
                                             const v1::ListDevicesRequest& request) {
  grpc::ClientContext context;
  v1::ListDevicesResponse response;
  RETURN_IF_ERROR(FromGrpcStatus(v1::DeviceCatalogService::NewStub(ChannelTo(server))
                                     ->ListDevices(&context, request, &response)));
  return response;
}

TEST(DeviceCatalogServiceTest, ListsTheCatalogPageByPage) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::ListDevicesRequest request;
  request.set_page_size(kMaxPageSize);
  const auto all = List(*server, request);
  ASSERT_TRUE(all.ok()) << all.status();
  ASSERT_GE(all->devices_size(), 3);
  EXPECT_EQ(all->total_size(), all->devices_size());
  EXPECT_EQ(all->next_page_token(), "");

  std::vector<std::string> paged;
  const int page_size = all->devices_size() / 2;
  request.set_page_size(page_size);
  do {
    const auto page = List(*server, request);
    ASSERT_TRUE(page.ok()) << page.status();
    ASSERT_LE(page->devices_size(), page_size);
    for (const v1::Device& device : page->devices()) paged.push_back(device.id());
    request.set_page_token(page->next_page_token());
  } while (!request.page_token().empty());
  std::vector<std::string> expected;
  for (const v1::Device& device : all->devices()) expected.push_back(device.id());
  EXPECT_EQ(paged, expected);
}

TEST(DeviceCatalogServiceTest, GetsADeviceWithItsText) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::Device device;
  ASSERT_TRUE(GetDevice(*server, "devices/gtx-1080-ti", device).ok());
  EXPECT_EQ(device.id(), "gtx-1080-ti");
  EXPECT_EQ(device.bandwidth_bytes_per_second(), 484e9);
  EXPECT_THAT(device.profile_yaml(), HasSubstr("484"));
  EXPECT_EQ(device.derived_peak(), "28 x 4 x 32 x 2 x 1.48 GHz = 10.6086 TFLOPS");
  EXPECT_EQ(device.profile_digest().size(), 7U + 64U);  // "sha256:" and the digits
}

TEST(DeviceCatalogServiceTest, UnknownDeviceSaysWhichWithNearNames) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::Device device;
  const grpc::Status status = GetDevice(*server, "devices/gtx-1080-t", device);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(status.error_message(), HasSubstr("gtx-1080-ti"));
  EXPECT_EQ(ReasonOf(FromGrpcStatus(status)), Reason::kUnknownDevice);
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  google::rpc::ResourceInfo resource;
  ASSERT_EQ(details.details_size(), 2);
  ASSERT_TRUE(details.details(1).UnpackTo(&resource));
  EXPECT_EQ(resource.resource_name(), "devices/gtx-1080-t");
}

using PathsAndTexts = std::vector<std::pair<std::string, std::string>>;

grpc::Status TryValidate(const Server& server, const std::string& yaml,
                         const PathsAndTexts& extended, v1::ValidateDeviceResponse& response) {
  v1::ValidateDeviceRequest request;
  request.set_profile_name("mine.yaml");
  request.set_profile_yaml(yaml);
  for (const auto& [path, text] : extended) {
    v1::ExtendedProfile& file = *request.add_extended();
    file.set_path(path);
    file.set_yaml(text);
  }
  grpc::ClientContext context;
  return v1::DeviceCatalogService::NewStub(ChannelTo(server))
      ->ValidateDevice(&context, request, &response);
}

v1::ValidateDeviceResponse Validate(const Server& server, const std::string& yaml,
                                    const PathsAndTexts& extended = {}) {
  v1::ValidateDeviceResponse response;
  const grpc::Status status = TryValidate(server, yaml, extended, response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response;
}

TEST(DeviceCatalogServiceTest, ValidateNamesEveryMistake) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  const v1::ValidateDeviceResponse bad = Validate(*server, "id: mine\nnmae: Mine\ntdp: 5\n");
  EXPECT_FALSE(bad.has_device());
  ASSERT_EQ(bad.findings_size(), 2);
  EXPECT_EQ(bad.findings(0).file(), "mine.yaml");
  EXPECT_EQ(bad.findings(0).line(), 3);
  EXPECT_EQ(bad.findings(1).key(), "nmae");
  const v1::ValidateDeviceResponse good =
      Validate(*server, "peak: 10.6 TFLOPS\nmemory_bandwidth: 484 GB/s\n");
  EXPECT_EQ(good.device().bandwidth_bytes_per_second(), 484e9);
  ASSERT_EQ(good.findings_size(), 2);  // no sources
  EXPECT_EQ(good.findings(0).severity(), v1::ProfileFinding::SEVERITY_WARNING);
}

TEST(DeviceCatalogServiceTest, FiltersAndSortsTheCatalog) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::ListDevicesRequest request;
  request.set_filter("vendor = \"NVIDIA\" and peak.fp32 >= 10 TFLOPS");
  request.set_order_by("memory.bandwidth desc");
  request.set_page_size(2);
  const auto page = List(*server, request);
  ASSERT_TRUE(page.ok()) << page.status();
  ASSERT_EQ(page->devices_size(), 2);
  EXPECT_GT(page->total_size(), 20);
  EXPECT_GE(page->devices(0).bandwidth_bytes_per_second(),
            page->devices(1).bandwidth_bytes_per_second());
  request.set_filter("vendor = \"NVIDIA");
  const absl::Status status = List(*server, request).status();
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("column 10"));
}

std::vector<std::string> Ids(const v1::ListDevicesResponse& response) {
  std::vector<std::string> ids;
  for (const v1::Device& device : response.devices()) ids.push_back(device.id());
  return ids;
}

struct Search {
  std::string text;
  std::string best;
};

class DeviceSearchTest : public ::testing::TestWithParam<Search> {};

TEST_P(DeviceSearchTest, FindsTheBestFirst) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::ListDevicesRequest request;
  request.set_search(GetParam().text);
  const auto found = List(*server, request);
  ASSERT_TRUE(found.ok()) << found.status();
  ASSERT_GT(found->devices_size(), 0);
  EXPECT_EQ(found->devices(0).id(), GetParam().best);
}

INSTANTIATE_TEST_SUITE_P(All, DeviceSearchTest,
                         ::testing::Values(Search{"GeForce GTX 1080 Ti", "gtx-1080-ti"},
                                           Search{"1080ti", "gtx-1080-ti"},
                                           Search{"geforce gxt 1080 ti", "gtx-1080-ti"},
                                           Search{"xeon platnium 8180", "xeon-platinum-8180"}));

TEST(DeviceCatalogServiceTest, SearchNarrowsAFilterAndKeepsAnOrder) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::ListDevicesRequest request;
  request.set_search("gtx 1080");
  EXPECT_THAT(Ids(*List(*server, request)), ElementsAre("gtx-1080", "gtx-1080-ti"));
  request.set_order_by("memory.bandwidth desc");
  EXPECT_THAT(Ids(*List(*server, request)), ElementsAre("gtx-1080-ti", "gtx-1080"));
  request.set_filter("memory.bandwidth > 400 GB/s");
  EXPECT_THAT(Ids(*List(*server, request)), ElementsAre("gtx-1080-ti"));
  request.set_search("washing machine");
  EXPECT_THAT(Ids(*List(*server, request)), IsEmpty());
}

// Fields that are wrong, and what the error says.
struct WrongList {
  std::string name;
  v1::ListDevicesRequest request;
  std::string field;
  std::string message;
};

v1::ListDevicesRequest ListRequest(int page_size, const std::string& page_token,
                                   const std::string& filter, const std::string& order_by,
                                   const std::string& search = "") {
  v1::ListDevicesRequest request;
  request.set_page_size(page_size);
  request.set_page_token(page_token);
  request.set_filter(filter);
  request.set_order_by(order_by);
  request.set_search(search);
  return request;
}

class WrongListTest : public ::testing::TestWithParam<WrongList> {};

TEST_P(WrongListTest, NamesTheField) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  grpc::ClientContext context;
  v1::ListDevicesResponse response;
  const grpc::Status status = v1::DeviceCatalogService::NewStub(ChannelTo(*server))
                                  ->ListDevices(&context, GetParam().request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr(GetParam().message));
  google::rpc::Status details;
  ASSERT_TRUE(details.ParseFromString(status.error_details()));
  std::vector<std::string> fields;
  for (const auto& detail : details.details()) {
    google::rpc::BadRequest bad;
    if (!detail.UnpackTo(&bad)) continue;
    for (const auto& violation : bad.field_violations()) fields.push_back(violation.field());
  }
  EXPECT_THAT(fields, ElementsAre(GetParam().field));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongListTest,
    ::testing::Values(WrongList{"page_size", ListRequest(-1, "", "", ""), "page_size",
                                "page_size is -1; expected 0 (for 100) or more"},
                      WrongList{"page_token", ListRequest(2, "2|||", "gpu", ""), "page_token",
                                "page_token is not from a list with this filter"},
                      WrongList{"filter", ListRequest(0, "", "gpu and bandwith > 1 GB/s", ""),
                                "filter", "filter, column 9: unknown field 'bandwith'"},
                      WrongList{"order_by", ListRequest(0, "", "", "yaer"), "order_by",
                                "cannot sort by 'yaer'; did you mean 'year'?"},
                      WrongList{"search", ListRequest(0, "", "", "", std::string(201, 'x')),
                                "search", "search is 201 bytes long; expected at most 200"}),
    [](const auto& wrong) { return wrong.param.name; });

TEST(DeviceCatalogServiceTest, GetFindsByAliasAndName) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  for (const char* name : {"devices/1080ti", "devices/GeForce GTX 1080 Ti"}) {
    v1::Device device;
    ASSERT_TRUE(GetDevice(*server, name, device).ok()) << name;
    EXPECT_EQ(device.name(), "devices/gtx-1080-ti");
  }
  v1::Device device;
  EXPECT_THAT(GetDevice(*server, "devices/GeForce GTX 1080 Tii", device).error_message(),
              HasSubstr("did you mean 'gtx-1080-ti'"));
}

std::string Sha256(const std::string& text) { return "sha256:" + *Sha256Hex(text); }

TEST(DeviceCatalogServiceTest, TheDigestCoversWhatAProfileExtends) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::Device one;
  v1::Device two;
  ASSERT_TRUE(GetDevice(*server, "devices/xeon-platinum-8180", one).ok());
  ASSERT_TRUE(GetDevice(*server, "devices/xeon-platinum-8180-2s", two).ok());
  EXPECT_EQ(one.profile_digest(), Sha256(one.profile_yaml()));
  EXPECT_EQ(two.profile_digest(), Sha256(two.profile_yaml() + one.profile_digest()));
  const std::string own = "extends: xeon-platinum-8180-2s\ntdp: 300 W\n";
  EXPECT_EQ(Validate(*server, own).device().profile_digest(), Sha256(own + two.profile_digest()));
}

TEST(DeviceCatalogServiceTest, ExtendedTextsAreUsedAndInTheDigest) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  const std::string base = "peak: 1 TFLOPS\nmemory_bandwidth: 100 GB/s\n";
  const std::string card = "extends: ../base.yaml\ntdp: 300 W\n";
  const std::string own = "extends: cards/card.yaml\n";
  const auto response = Validate(*server, own, {{"base.yaml", base}, {"cards/card.yaml", card}});
  EXPECT_EQ(response.device().bandwidth_bytes_per_second(), 100e9);
  EXPECT_EQ(response.device().thermal_design_power_watts(), 300);
  EXPECT_EQ(response.device().profile_digest(), Sha256(own + Sha256(card + Sha256(base))));
}

TEST(DeviceCatalogServiceTest, NoFileIsReadForACaller) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  const std::string path = ::testing::TempDir() + "/extended_by_a_caller.yaml";
  std::ofstream(path) << "peak: 1 TFLOPS\nmemory_bandwidth: 100 GB/s\n";
  const std::string own = "extends: " + path + "\n";
  const std::string relative = std::filesystem::relative(path).string();
  const std::vector<v1::ValidateDeviceResponse> answers = {
      Validate(*server, own), Validate(*server, own, {{"other.yaml", own}}),
      Validate(*server, "extends: other.yaml\n", {{"other.yaml", own}}),
      Validate(*server, "extends: " + relative + "\n"),
      Validate(*server, "extends: " + relative + "\n", {{path, ""}})};
  for (const v1::ValidateDeviceResponse& answer : answers) {
    EXPECT_FALSE(answer.has_device());
    ASSERT_EQ(answer.findings_size(), 1);
    EXPECT_EQ(answer.findings(0).key(), "extends");
    EXPECT_THAT(answer.findings(0).message(),
                HasSubstr("extended_by_a_caller.yaml: not a file that came with the profile"));
  }
  std::filesystem::remove(path);
}

struct TooMuchExtended {
  std::string name;
  PathsAndTexts extended;
  std::string message;
};
class TooMuchExtendedTest : public ::testing::TestWithParam<TooMuchExtended> {};

TEST_P(TooMuchExtendedTest, IsRefused) {
  const auto server = StartServer();
  ASSERT_NE(server, nullptr);
  v1::ValidateDeviceResponse response;
  const grpc::Status status =
      TryValidate(*server, "extends: a.yaml\n", GetParam().extended, response);
  EXPECT_EQ(ReasonOf(FromGrpcStatus(status)), Reason::kLimitExceeded);
  EXPECT_THAT(status.error_message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, TooMuchExtendedTest,
    ::testing::Values(TooMuchExtended{"Files", PathsAndTexts(9, {"a.yaml", ""}),
                                      "9 files that a device profile extends; at most 8 are read"},
                      TooMuchExtended{
                          "Text",
                          {{"a.yaml", std::string(kMaxProfileBytes + 1, ' ')}},
                          "a.yaml: a device profile of 1048577 bytes; at most 1048576 are read"},
                      TooMuchExtended{"Path",
                                      {{std::string(kMaxProfilePathBytes + 1, 'a'), ""}},
                                      "of 4097 bytes; at most 4096 are read"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace roofline
