// Devices and conventions both come from the data folder that the server was given, and from
// nowhere else, whatever a caller writes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "costmodel/error.h"
#include "server/handlers/handler_context.h"
#include "server/handlers/predict.h"

namespace roofline {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// A folder with one device, "only", and one convention, "only".
class DataDirTest : public ::testing::Test {
 protected:
  DataDirTest() {
    std::string pattern = ::testing::TempDir() + "data_dir_XXXXXX";
    folder_ = mkdtemp(pattern.data());
    fs::create_directories(folder_ / "devices" / "vendor");
    fs::create_directories(folder_ / "conventions");
    fs::create_directory_symlink(ROOFLINE_SOURCE_DIR "/costmodel/efficiency/defaults",
                                 folder_ / "efficiencies");
    std::ofstream(folder_ / "devices" / "vendor" / "only.yaml")
        << "id: only\nname: Only\npeak: 1 TFLOPS\nmemory_bandwidth: 1 GB/s\n";
    std::ofstream(folder_ / "conventions" / "only.yaml")
        << "name: only\ntitle: Every layer is 7\ndefault: {flops: 7}\n";
  }
  ~DataDirTest() override { fs::remove_all(folder_); }

  absl::StatusOr<v1::PredictResponse> Predict(const v1::PredictRequest& request) const {
    ASSIGN_OR_RETURN(const HandlerData data, LoadHandlerData(folder_.string()));
    return HandlePredict(request, HandlerContext{data});
  }

  fs::path folder_;
};

v1::PredictRequest Request(const std::string& convention) {
  v1::PredictRequest request;
  std::ifstream file(ROOFLINE_SOURCE_DIR "/client/examples/vgg16.onnx", std::ios::binary);
  request.mutable_model()->assign(std::istreambuf_iterator<char>(file), {});
  request.set_batch(1);
  request.add_devices()->set_id("only");
  request.set_convention(convention);
  return request;
}

TEST_F(DataDirTest, AConventionOfTheFolder) {
  const auto response = Predict(Request("only"));
  ASSERT_TRUE(response.ok()) << MessageOf(response.status());
  EXPECT_EQ(response->report().totals().flops(), 7 * response->report().layers_size());
}

TEST_F(DataDirTest, AConventionOfTheCallersOwnMayExtendThatOfTheFolder) {
  v1::PredictRequest request = Request("");
  request.mutable_own_convention()->set_name("mine.yaml");
  request.mutable_own_convention()->set_yaml(
      "name: mine\ntitle: Mine\nextends: only\nrules:\n  - {operators: [Softmax], flops: 9}\n");
  const auto response = Predict(request);
  ASSERT_TRUE(response.ok()) << MessageOf(response.status());
  EXPECT_EQ(response->report().totals().flops(), 7 * (response->report().layers_size() - 1) + 9);
  request.mutable_own_convention()->set_yaml("name: mine\ntitle: Mine\nextends: chainer\n");
  const absl::Status status = Predict(request).status();
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidRules);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("mine.yaml:3: extends"));
}

TEST_F(DataDirTest, NothingFromElsewhere) {
  for (const std::string& convention :
       {std::string("chainer"), (folder_ / "conventions" / "only.yaml").string(),
        std::string("../conventions/only"), std::string("only.yaml")}) {
    EXPECT_EQ(ReasonOf(Predict(Request(convention)).status()), Reason::kUnknownConvention)
        << convention;
  }
}

TEST_F(DataDirTest, BothFoldersMustBeThere) {
  fs::remove_all(folder_ / "conventions");
  const absl::Status status = LoadHandlerData(folder_.string()).status();
  EXPECT_EQ(ReasonOf(status), Reason::kFileNotFound);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr((folder_ / "conventions").string()));
}

}  // namespace
}  // namespace roofline
