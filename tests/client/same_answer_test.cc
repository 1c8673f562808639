// A command prints the same bytes, the same error and ends with the same code, whether it works in
// its own process or asks a server.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "server/server.h"
#include "tests/client/program.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class SameAnswerTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::string pattern = ::testing::TempDir() + "same_answer_XXXXXX";
    folder_ = new std::string(mkdtemp(pattern.data()));
    auto server = Server::Start({.listen = "127.0.0.1:0", .workers = 1});
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = server->release();
  }
  static void TearDownTestSuite() {
    std::filesystem::remove_all(*folder_);
    delete folder_;
    delete server_;
  }

  // Both answers, held against each other.
  static Outcome Run(std::vector<std::string> arguments) {
    const Outcome local = RunRoofline(arguments);
    arguments.insert(arguments.end(), {"--server", server_->address()});
    EXPECT_EQ(RunRoofline(arguments), local) << ::testing::PrintToString(arguments);
    return local;
  }

  static void ExpectData(const std::vector<std::string>& arguments) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << ::testing::PrintToString(arguments);
    EXPECT_EQ(outcome.error, "");
    EXPECT_GT(outcome.out.size(), 20U) << ::testing::PrintToString(arguments);
  }

  // One line that has `parts` in it, and nothing on standard output.
  static void ExpectError(const std::vector<std::string>& arguments, int exit_code,
                          const std::vector<std::string>& parts) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.error;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.error, StartsWith("roofline: "));
    EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
    for (const std::string& part : parts) EXPECT_THAT(outcome.error, HasSubstr(part));
  }

  // A file of the user's own.
  static std::string Write(const std::string& name, const std::string& content) {
    const std::string path = *folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  static std::string* folder_;
  static Server* server_;
};

std::string* SameAnswerTest::folder_ = nullptr;
Server* SameAnswerTest::server_ = nullptr;

std::string FrontOf(const std::string& example, size_t size) {
  std::ifstream file(ROOFLINE_SOURCE_DIR "/" + example, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return bytes.substr(0, size);
}

TEST_F(SameAnswerTest, PredictInEveryFormatAndView) {
  for (const std::string format : {"text", "markdown", "csv", "json"}) {
    for (const std::string view : {"summary", "layers", "kernels", "operators"}) {
      ExpectData({"predict", Example("mobilenet-v2"), "--batch", "4", "--device",
                  "gtx-1080-ti,xeon-platinum-8180", "--format", format, "--view", view});
    }
  }
}

TEST_F(SameAnswerTest, PredictWithWhatTheUserBrings) {
  const std::string device =
      Write("mine.yaml", "name: Mine\npeak: 1 TFLOPS\nmemory_bandwidth: 100 GB/s\n");
  const std::string convention =
      Write("count.yaml",
            "name: count\ntitle: Adds count twice\nextends: macs\nrules:\n"
            "  - {operators: [Add], flops: 2*n}\n");
  ExpectData({"predict", Example("mobilenet-v2"), "--batch", "1", "--device", device,
              "--convention", convention, "--latency", "20ms"});
  ExpectData({"predict", Example("gpt-small"), "--dim", "batch=2", "--dim", "sequence=1", "--dim",
              "past_sequence=15", "--dim", "past_sequence + sequence=16", "--device", device});
}

TEST_F(SameAnswerTest, Shapes) {
  for (const std::string format : {"text", "json"}) {
    ExpectData({"shapes", Example("vgg16"), "--batch", "2", "--format", format});
  }
}

TEST_F(SameAnswerTest, Devices) {
  const std::string mine = Write("my.yaml", "peak: 1 TFLOPS\nmemory_bandwidth: 100 GB/s\n");
  for (const std::string format : {"table", "markdown", "csv", "json"}) {
    ExpectData({"devices", "list", "--filter", "vendor = NVIDIA", "--sort", "memory.bandwidth",
                "--format", format});
    ExpectData({"devices", "show", "xeon-platinum-8180", "--format", format});
    ExpectData({"devices", "compare", "gtx-1080-ti", mine, "--format", format});
  }
}

TEST_F(SameAnswerTest, ADeviceThatExtendsFiles) {
  const auto with = [](const std::string& device) {
    return std::vector<std::string>{"predict", Example("mobilenet-v2"), "--batch", "1", "--device",
                                    device};
  };
  std::filesystem::create_directories(*folder_ + "/cards");
  Write("cards/base.yaml", "peak: 1 TFLOPS\nmemory_bandwidth: 100 GB/s\n");
  Write("cards/card.yaml", "extends: base.yaml\ntdp: 100 W\n");
  const std::string mine = Write("extending.yaml", "id: mine\nextends: cards/card.yaml\n");
  ExpectData(with(mine));
  ExpectData({"devices", "show", mine});
  const std::string twice =
      Write("twice.yaml", "extends: extending.yaml\nmemory_bandwidth: 200 GB/s\n");
  EXPECT_NE(Run(with(twice)).out, Run(with(mine)).out);

  const std::string dangling = Write("dangling.yaml", "id: mine\nextends: ./nowhere.yaml\n");
  ExpectError(with(dangling), 4, {"dangling.yaml:2: extends: ", "nowhere.yaml: no such file"});
  ExpectError({"devices", "show", dangling}, 4, {"dangling.yaml:2: extends: "});
  const std::string loop = Write("loop.yaml", "extends: back.yaml\n");
  Write("back.yaml", "extends: loop.yaml\n");
  ExpectError(with(loop), 4, {"back.yaml:1: extends: 'loop.yaml' extends itself"});
  Write("wrong.yaml", "peak: 1 TFLOPS\nmemory_bandwith: 1 GB/s\n");
  ExpectError(with(Write("over.yaml", "extends: wrong.yaml\n")), 4,
              {"over.yaml:1: extends: ", "wrong.yaml:2: memory_bandwith"});
}

TEST_F(SameAnswerTest, ADeviceThatCannotBeUsed) {
  const std::string model = Example("mobilenet-v2");
  const auto with = [&](const std::string& device) {
    return std::vector<std::string>{"predict", model, "--batch", "1", "--device", device};
  };
  ExpectError(with("gtx-1080-tj"), 4, {"'gtx-1080-tj'", "did you mean", "gtx-1080-ti"});
  ExpectError({"devices", "show", "gtx-1080-tj"}, 4, {"did you mean", "gtx-1080-ti"});
  ExpectError({"devices", "show", "two\nlines\x1b[31m"}, 4, {"two?lines?[31m"});
  ExpectError(with("no/such.yaml"), 4, {"no/such.yaml: no such file"});
  ExpectError(with(*folder_ + "/"), 4, {"not a file; give a YAML file"});
  const std::string broken = Write("broken.yaml", "peak: 1 TFLOPS\nmemory_bandwith: 1 GB/s\n");
  ExpectError(with(broken), 4,
              {"broken.yaml:2: memory_bandwith", "did you mean 'memory_bandwidth'"});
  ExpectError({"devices", "show", broken}, 4, {"broken.yaml:2: memory_bandwith"});
  const std::string unreadable = Write("tab.yaml", "peak:\n\t1 TFLOPS\n");
  ExpectError(with(unreadable), 4, {"tab.yaml:2"});
}

TEST_F(SameAnswerTest, AModelThatCannotBeRead) {
  const auto with = [](const std::string& model) {
    return std::vector<std::string>{"predict", model, "--batch", "1", "--device", "gtx-1080-ti"};
  };
  ExpectError(with("no/such.onnx"), 4, {"no/such.onnx: no such file"});
  ExpectError(with("client"), 4, {"client: is a directory"});
  ExpectError(with(Write("empty.onnx", "")), 4, {"empty.onnx: the file is empty"});
  ExpectError(with(Write("text.onnx", "hello, world\n")), 4, {"text.onnx", "give the .onnx file"});
  ExpectError(with(Write("zip.onnx", std::string("PK\3\4") + std::string(100, '\0'))), 4,
              {"zip.onnx", "zip"});
  const std::string front = FrontOf(Example("vgg16"), 1000);
  ExpectError(with(Write("cut.onnx", front)), 4, {"cut.onnx", "missing", "download or export"});
}

TEST_F(SameAnswerTest, InputsThatDoNotFitTheModel) {
  const auto with = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"predict", Example("mobilenet-v2"), "--device", "gtx-1080-ti"});
    return more;
  };
  ExpectError(with({}), 4, {"mobilenet-v2.onnx", "--batch N"});
  ExpectError({"shapes", Example("gpt-small"), "--batch", "1", "--dim", "sequence=1"}, 4,
              {"past_sequence"});
  ExpectError(with({"--input", "image=1x3x224x224"}), 4, {"--input image", "no such input"});
  ExpectError(with({"--input", "input=1x3"}), 4, {"--input input=1x3", "dimensions"});
  ExpectError(with({"--input", "input=1x4x224x224"}), 4, {"1x4x224x224"});
  ExpectError(with({"--dim", "sequence=3"}), 4, {"--dim sequence", "no input has a dimension"});
  ExpectError(with({"--batch", "0"}), 2, {"--batch 0", "1 or more"});
  ExpectError(with({"--batch", "1", "--convention", "chiner"}), 2, {"'chiner'", "'chainer'"});
  ExpectError(with({"--batch", "1", "--latency", "30"}), 2, {"--latency", "unit"});
  ExpectError(with({"--batch", "1", "--view", "layers", "--sort", "speed"}), 2,
              {"--sort speed", "floor_seconds"});
  const std::string convention = Write("bad.yaml", "name: bad\ntitle: Bad\nrule: []\n");
  ExpectError(with({"--batch", "1", "--convention", convention}), 4,
              {"roofline: " + convention + ":3: rule"});
}

// Names of a model may be any bytes; what is not UTF-8 in them is written out.
TEST_F(SameAnswerTest, NamesThatAreNotUtf8) {
  std::string bytes = FrontOf(Example("vgg16"), std::string::npos);
  const std::string name = "/features.0/Conv";
  const std::string stray = "/features.0/C\xff\xfev";
  for (size_t at = 0; (at = bytes.find(name, at)) != std::string::npos;) {
    bytes.replace(at, name.size(), stray);
  }
  ASSERT_NE(bytes.find(stray), std::string::npos);
  const std::string model = Write("stray\xff.onnx", bytes);
  for (const std::string format : {"text", "json", "csv"}) {
    const Outcome outcome = Run({"predict", model, "--batch", "1", "--device", "gtx-1080-ti",
                                 "--view", "layers", "--format", format});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr(format == "json" ? "C\\\\xff\\\\xfev" : "C\\xff\\xfev"));
  }
  ExpectError({"predict", model, "--device", "gtx-1080-ti"}, 4, {"stray\\xff.onnx", "--batch N"});
  ExpectError({"predict", model, "--batch", "1", "--device", "\xff"}, 4, {"'\\xff'"});
  ExpectError({"predict", model, "--device", "gtx-1080-ti", "--dim", "\xff=1"}, 4,
              {"--dim \\xff: no input has a dimension"});
  ExpectError({"devices", "show", Write("stray.yaml", "name: \xff\n")}, 4, {"not UTF-8 text"});
}

TEST_F(SameAnswerTest, ASweepThatCannotBe) {
  const auto with = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"sweep", Example("mobilenet-v2"), "--device", "gtx-1080-ti"});
    return more;
  };
  ExpectError(with({"--dim", "batch=4..1"}), 2, {"ends before it starts", "NAME=1..64*2"});
  ExpectError(with({"--dim", "batch=1..20000"}), 2, {"more than 10000 values"});
  ExpectError(with({"--dim", "batch=1,2", "--batch", "3"}), 2, {"both swept and fixed"});
  ExpectError(with({"--dim", "batch=1,2", "--dim", "batch=3,4"}), 2, {"swept twice"});
}

TEST_F(SameAnswerTest, AWrongFilter) {
  ExpectError({"devices", "list", "--filter", "vendr = x"}, 2, {"column 1", "vendor"});
  ExpectError({"devices", "list", "--filter", std::string(3000, 'x') + " = y"}, 2, {"column 1"});
}

}  // namespace
}  // namespace roofline::testing
