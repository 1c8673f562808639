#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/client/program.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

class CalibrateTest : public ::testing::Test {
 protected:
  CalibrateTest() { std::filesystem::create_directories(folder_); }
  ~CalibrateTest() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  const std::filesystem::path folder_ = std::filesystem::path(::testing::TempDir()) /
                                        ("roofline_calibrate_" + std::to_string(getpid()));
  const std::string resnet_ = Example("resnet50-v1-original");
  const std::string vgg_ = Example("vgg16");
};

TEST_F(CalibrateTest, TheSavedProfileComesCloserToTheRuns) {
  const std::string save = (folder_ / "mine.yaml").string();
  const Outcome outcome =
      RunRoofline({"calibrate", "--device", "gtx-1080-ti", "--batch", "1", "--measured",
                   resnet_ + "=4ms", "--measured", vgg_ + "=9ms", "--save", save});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("error over 2 runs"));
  EXPECT_THAT(outcome.out, HasSubstr("each run's model left out"));
  const Outcome valid = RunRoofline({"devices", "validate", save});
  EXPECT_EQ(valid.exit_code, 0) << valid.out << valid.error;
  const Outcome predicted =
      RunRoofline({"predict", resnet_, "--batch", "1", "--device", save, "--latency", "4ms"});
  EXPECT_EQ(predicted.exit_code, 0) << predicted.error;
  EXPECT_THAT(predicted.out, HasSubstr("calibrated"));
}

// It extends the file by a path from its own folder.
TEST_F(CalibrateTest, TheSavedProfileOfAFileCanBeUsed) {
  const std::string card = Write("card.yaml", "id: card\nextends: gtx-1080-ti\ntdp: 200 W\n");
  std::filesystem::create_directories(folder_ / "saved");
  const std::string save = (folder_ / "saved" / "calibrated.yaml").string();
  const Outcome outcome =
      RunRoofline({"calibrate", "--device", card, "--batch", "1", "--measured", resnet_ + "=4ms",
                   "--measured", vgg_ + "=9ms", "--save", save});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("extends ../card.yaml"));
  const Outcome predicted = RunRoofline({"predict", resnet_, "--batch", "1", "--device", save});
  EXPECT_EQ(predicted.exit_code, 0) << predicted.error;
  EXPECT_THAT(predicted.out, HasSubstr("calibrated"));
}

TEST_F(CalibrateTest, ReadsAListOfRuns) {
  const std::string model = std::filesystem::absolute(ROOFLINE_SOURCE_DIR "/" + resnet_).string();
  const std::string list =
      Write("runs.csv", "model,measured,batch,network\n" + model + ",2.5 ms,1,resnet\n" + model +
                            ",25ms,32,resnet\n");
  const Outcome outcome = RunRoofline({"calibrate", "--device", "gtx-1080-ti", "--measured", list});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("error over 2 runs"));
  EXPECT_THAT(outcome.out, HasSubstr("nothing saved"));
}

TEST_F(CalibrateTest, OneRunIsCountedAsOne) {
  const std::string save = (folder_ / "one.yaml").string();
  const Outcome outcome = RunRoofline({"calibrate", "--device", "gtx-1080-ti", "--batch", "1",
                                       "--measured", resnet_ + "=4ms", "--save", save});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("calibrated by 1 measurement\n"));
  EXPECT_THAT(outcome.out, HasSubstr("error over 1 run:\n"));
  std::ifstream file(save);
  const std::string yaml(std::istreambuf_iterator<char>(file), {});
  EXPECT_THAT(yaml, HasSubstr("roofline calibrate, 1 run of 1 model: median error"));
}

TEST_F(CalibrateTest, AFileThatCannotBeSavedIsRefusedFirst) {
  const Outcome outcome =
      RunRoofline({"calibrate", "--device", "gtx-1080-ti", "--batch", "1", "--measured",
                   resnet_ + "=4ms", "--save", (folder_ / "none" / "mine.yaml").string()});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.error, HasSubstr("none/mine.yaml: cannot be written; there is no folder"));
}

// The saved profile would extend it, and only a YAML file is read then.
TEST_F(CalibrateTest, ADeviceFileOfAnotherEndingIsRefusedFirst) {
  const std::string card = Write("card.txt", "id: card\nextends: gtx-1080-ti\n");
  const Outcome outcome =
      RunRoofline({"calibrate", "--device", card, "--batch", "1", "--measured", resnet_ + "=4ms",
                   "--save", (folder_ / "mine.yaml").string()});
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.error, HasSubstr("card.txt' is no .yaml or .yml file"));
}

TEST_F(CalibrateTest, AnIdThatNoProfileCanHaveIsRefusedFirst) {
  const Outcome outcome = RunRoofline({"calibrate", "--device", "gtx-1080-ti", "--batch", "1",
                                       "--measured", resnet_ + "=4ms", "--id", "My card", "--save",
                                       (folder_ / "mine.yaml").string()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.error, HasSubstr("--id 'My card': expected at most 64 lower-case letters"));
}

TEST_F(CalibrateTest, AFailureLeavesAnEarlierFileAsItWas) {
  const std::string save = Write("mine.yaml", "earlier");
  const Outcome outcome = RunRoofline(
      {"calibrate", "--device", "gtx-1080-ti", "--measured", "nowhere.onnx=4ms", "--save", save});
  EXPECT_NE(outcome.exit_code, 0);
  std::ifstream file(save);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "earlier");
}

struct WrongRun {
  std::string name;
  std::string runs;  // of the list
  std::string reason;
};
class WrongRunTest : public CalibrateTest, public ::testing::WithParamInterface<WrongRun> {};

TEST_P(WrongRunTest, IsNamedByFileAndLine) {
  const std::string list = Write("runs.csv", GetParam().runs);
  const Outcome outcome = RunRoofline({"calibrate", "--device", "gtx-1080-ti", "--measured", list});
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.error, HasSubstr(GetParam().reason));
  EXPECT_EQ(outcome.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongRunTest,
    ::testing::Values(
        WrongRun{"Empty", "", "expected a header"},
        WrongRun{"NoRuns", "model,measured\n", "expected a header"},
        WrongRun{"UnknownColumn", "model,measured,bach\nx,1ms,1\n",
                 "runs.csv:1: unknown column 'bach'"},
        WrongRun{"NoMeasurement", "model,batch\nx,1\n", "runs.csv:1: no column 'measured'"},
        WrongRun{"EmptyField", "model,measured\nx,\n", "runs.csv:2: expected a model"},
        WrongRun{"Batch", "model,measured,batch\nx,1ms,0\n",
                 "runs.csv:2: batch is '0', expected a whole number from 1"},
        WrongRun{"Fusion", "model,measured,fusion\nx,1ms,all\n",
                 "runs.csv:2: fusion is 'all', expected none or runtime"},
        WrongRun{"NoProfile", "model,measured\nx,nowhere.json\n", "nowhere.json"},
        WrongRun{"NoModel", "model,measured\nnowhere.onnx,1ms\n", "nowhere.onnx"}),
    [](const auto& tested) { return tested.param.name; });

TEST_F(CalibrateTest, RefusesWhatIsNoRun) {
  const Outcome missing =
      RunRoofline({"calibrate", "--device", "gtx-1080-ti", "--measured", "nowhere.csv"});
  EXPECT_NE(missing.exit_code, 0);
  EXPECT_THAT(missing.error, HasSubstr("MODEL=PROFILE, MODEL=TIME or a CSV file of runs"));
  const Outcome bare = RunRoofline(
      {"calibrate", "--device", "gtx-1080-ti", "--batch", "1", "--measured", resnet_ + "=2.4"});
  EXPECT_NE(bare.exit_code, 0);
  EXPECT_THAT(bare.error, HasSubstr("neither a file nor a time"));
  const Outcome nothing = RunRoofline(
      {"calibrate", "--device", "gtx-1080-ti", "--batch", "1", "--measured", resnet_ + "="});
  EXPECT_THAT(nothing.error, HasSubstr("expected a file or a time behind '='"));
  const Outcome unnamed =
      RunRoofline({"calibrate", "--device", "gtx-1080-ti", "--batch", "1", "--measured", "=1ms"});
  EXPECT_EQ(unnamed.exit_code, 2);
  EXPECT_THAT(unnamed.error, HasSubstr("--measured =1ms: expected a model in front of '='"));
  const Outcome two = RunRoofline({"calibrate", "--device", "gtx-1080-ti,rtx-3090", "--measured",
                                   resnet_ + "=4ms", "--batch", "1"});
  EXPECT_NE(two.exit_code, 0);
  EXPECT_THAT(two.error, HasSubstr("calibrate takes one device"));
}

}  // namespace
}  // namespace roofline::testing
