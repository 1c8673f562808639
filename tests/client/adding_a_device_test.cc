// Adds a device to a copy of the catalog the way devices/README.md says, step by step.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "costmodel/device/catalog.h"
#include "tests/costmodel/testing/code_block.h"
#include "tests/costmodel/testing/read_file.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;
using testing::ReadFile;

namespace fs = std::filesystem;

// What the commands print in `folder`; fails unless all of them succeed.
std::string RunCommands(const std::string& folder, const std::string& commands) {
  std::ofstream(folder + "/steps.sh") << commands;
  const std::string line =
      "cd '" + folder + "' && PATH='" ROOFLINE_BINARY_DIR "/bin':\"$PATH\" sh -e steps.sh 2>&1";
  std::FILE* pipe = popen(line.c_str(), "r");
  std::string out;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) out += static_cast<char>(c);
  const int status = pclose(pipe);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << out;
  return out;
}

class AddingADeviceTest : public ::testing::Test {
 protected:
  AddingADeviceTest() : folder_(::testing::TempDir() + "grown_tree") {
    fs::remove_all(folder_);
    fs::create_directories(folder_ + "/client");
    for (const char* part : {"/devices", "/client/examples"}) {
      fs::copy(std::string(ROOFLINE_SOURCE_DIR) + part, folder_ + part,
               fs::copy_options::recursive);
    }
  }
  ~AddingADeviceTest() override { fs::remove_all(folder_); }

  std::string folder_;
};

TEST_F(AddingADeviceTest, WorksAsThePageSays) {
  const std::string page = ReadFile(ROOFLINE_SOURCE_DIR "/devices/README.md");
  const std::string steps = page.substr(page.find("## Adding a device"));
  const size_t before = DeviceCatalog::Open(folder_ + "/devices")->Ids().size();
  ASSERT_THAT(steps, HasSubstr("for example `devices/acme/anvil-100.yaml`"));
  fs::create_directories(folder_ + "/devices/acme");
  std::ofstream(folder_ + "/devices/acme/anvil-100.yaml")
      << roofline::testing::CodeBlock(steps, "yaml", "id: anvil-100");

  const std::string out =
      RunCommands(folder_, roofline::testing::CodeBlock(steps, "sh", "roofline devices validate"));

  EXPECT_THAT(out,
              HasSubstr(std::to_string(before + 1) + " profiles checked, 0 errors, 0 warnings"));
  EXPECT_THAT(out, HasSubstr("fp32 vector peak = 64 x 4 x 32 x 2 x 1.8 GHz = 29.4912 TFLOPS"));
  EXPECT_THAT(out, HasSubstr("2.78x"));       // 29.5 / 10.6
  EXPECT_THAT(out, HasSubstr("Anvil 100 "));  // a row of the prediction
  const auto device = DeviceCatalog::Open(folder_ + "/devices")->Find("Anvil 100");
  ASSERT_TRUE(device.ok());
  EXPECT_DOUBLE_EQ((*device)->BestPeak(Precision::kFp32)->value(), 29.5e12);
}

}  // namespace
}  // namespace roofline
