// Scripts rely on these numbers: 0 ok, 2 usage, 3 no server, 4 input rejected.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/client/program.h"
#include "tests/client/silent_socket.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

TEST(ExitCodeTest, TheModelMayComeLast) {
  for (const std::string options :
       {"--batch 1 --device gtx-1080-ti", "--device gtx-1080-ti --batch 1",
        "--device gtx-1080-ti --dim batch=1", "--device gtx-1080-ti --input input=1x3x224x224"}) {
    EXPECT_EQ(RunRooflineInShell("predict " + options + " " + Example("vgg16")).exit_code, 0)
        << options;
  }
}

TEST(ExitCodeTest, OkIsZero) {
  for (const std::string words :
       {"--version", "--help", "predict --help", "devices --help", "devices list"}) {
    const Outcome outcome = RunRooflineInShell(words);
    EXPECT_EQ(outcome.exit_code, 0) << words;
    EXPECT_EQ(outcome.error, "") << words;
    EXPECT_NE(outcome.out, "") << words;
  }
}

TEST(ExitCodeTest, AMistakeInTheOptionsIsTwo) {
  const std::string predict = "predict " + Example("vgg16") + " --batch 1";
  for (const std::string& words :
       {std::string(), std::string("predikt"), std::string("predict"), predict,
        predict + " --device", predict + " --device gtx-1080-ti --no-such-option",
        predict + " --device gtx-1080-ti --format yaml",
        predict + " --device gtx-1080-ti --digits 11", predict + " --device gtx-1080-ti --batch x",
        predict + " --device gtx-1080-ti,", predict + " --device gtx-1080-ti --input data",
        std::string("health"), std::string("health --server nowhere")}) {
    const Outcome outcome = RunRooflineInShell(words);
    EXPECT_EQ(outcome.exit_code, 2) << words;
    EXPECT_EQ(outcome.out, "") << words;
    EXPECT_NE(outcome.error, "") << words;
    EXPECT_EQ(outcome.error.find("terminate called"), std::string::npos) << outcome.error;
  }
}

TEST(ExitCodeTest, AMistakeInTheOptionsIsToldInOneLine) {
  const std::string predict = "predict " + Example("vgg16") + " --batch 1 --device gtx-1080-ti";
  const struct {
    std::string words;
    std::string error;
  } cases[] = {
      {"", "A subcommand is required; see roofline --help"},
      {"predikt x", "no such command: 'predikt'; did you mean 'predict'? see roofline --help"},
      {"devices lst", "no such command: 'lst'; did you mean 'list'? see roofline devices --help"},
      {"predict", "MODEL is required; see roofline predict --help"},
      {"predict m.onnx", "--device is required; see roofline predict --help"},
      {predict + " --fromat json",
       "no such option: --fromat; did you mean '--format' or '--prompt'? see roofline predict "
       "--help"},
      {predict + " --format yaml",
       "--format: 'yaml' is none of csv, json, markdown, text; see roofline predict --help"},
      {predict + " --batch 2", "--batch: given more than once; see roofline predict --help"},
      {predict + " --threads 0",
       "--threads: '0' is no whole number of 1 or more; see roofline predict --help"},
      {predict + " more", "one word too many: 'more'; see roofline predict --help"},
      {predict + " --server ''",
       "--server: empty; give HOST:PORT, or leave the option out; see roofline predict --help"},
      {"ops --format yaml",
       "--format: 'yaml' is none of json, markdown, text; see roofline ops --help"},
      {predict + " --batch two",
       "--batch: 'two' is no whole number of 0 or more; see roofline predict --help"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(RunRooflineInShell(c.words).error, "roofline: " + c.error + "\n") << c.words;
  }
}

TEST(ExitCodeTest, NoServerIsThree) {
  const SilentSocket nobody(false);
  const std::string server = " --server " + nobody.address();
  for (const std::string& words :
       {"health" + server, "devices list" + server, "devices show gtx-1080-ti" + server,
        "shapes " + Example("vgg16") + " --batch 1" + server,
        "predict " + Example("vgg16") + " --batch 1 --device gtx-1080-ti" + server}) {
    const Outcome outcome = RunRooflineInShell(words);
    EXPECT_EQ(outcome.exit_code, 3) << words;
    EXPECT_EQ(outcome.out, "") << words;
    EXPECT_THAT(outcome.error, HasSubstr("is roofline-server running there?")) << words;
    EXPECT_THAT(outcome.error, HasSubstr(nobody.address())) << words;
  }
}

TEST(ExitCodeTest, ARejectedInputIsFour) {
  for (const std::string& words :
       {std::string("predict README.md --device gtx-1080-ti"),
        "predict " + Example("vgg16") + " --device gtx-1080-ti",
        "predict " + Example("vgg16") + " --batch 1 --device none",
        "shapes " + Example("vgg16") + " --batch 1 --dim nope=1",
        "evaluate " + Example("vgg16") + " --batch 1 --device gtx-1080-ti --measured README.md",
        std::string("devices validate README.md"), std::string("devices show none")}) {
    EXPECT_EQ(RunRooflineInShell(words).exit_code, 4) << words;
  }
}

TEST(ExitCodeTest, AnOutputThatCannotBeWrittenIsAnError) {
  EXPECT_EQ(RunRooflineInShell("devices list >/dev/full").exit_code, 4);
  EXPECT_EQ(RunRooflineInShell("devices list -o /nonexistent/list.txt").exit_code, 4);
}

}  // namespace
}  // namespace roofline::testing
