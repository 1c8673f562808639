// --phase, --prompt and --context, from the command line to the report.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "client/commands/command.h"
#include "client/examples/generator/networks.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;

constexpr char kSmallDecoder[] = ROOFLINE_SOURCE_DIR "/client/examples/gpt-small.onnx";

// Llama-3-8B in fp16, from our generator, in a file.
std::string Llama3Of8B() {
  std::string path = ::testing::TempDir() + "llama-3-8b.onnx";
  for (const examples::Network& network : examples::Networks()) {
    if (network.name != "llama-3-8b") continue;
    std::ofstream(path, std::ios::binary) << examples::Generate(network);
    return path;
  }
  throw std::invalid_argument("no network llama-3-8b");
}

absl::Status RunDecoder(const std::string& arguments, std::string& out) {
  CLI::App app;
  Action action;
  AddPredictCommand(app, action);
  app.parse("predict " + arguments);
  return action(out);
}

nlohmann::json JsonOfDecoder(const std::string& arguments) {
  std::string out;
  const absl::Status status = RunDecoder(arguments + " --format json", out);
  EXPECT_TRUE(status.ok()) << MessageOf(status);
  return nlohmann::json::parse(out);
}

TEST(DecoderOptionsTest, DecodingWithLlama3Of8Billion) {
  const nlohmann::json report = JsonOfDecoder(
      Llama3Of8B() + " --device a100-sxm4-80gb --batch 4 --phase decode --context 1024");
  const nlohmann::json& decoder = report.at("decoder");
  EXPECT_EQ(decoder.at("phase"), "decode");
  EXPECT_EQ(decoder.at("tokens"), 1);
  EXPECT_EQ(decoder.at("past"), 1024);
  EXPECT_EQ(decoder.at("sequences"), 4);
  // 32 layers, keys and values, 8 heads of 128 in 2 bytes.
  EXPECT_EQ(decoder.at("cache_bytes_per_token"), 32 * 2 * 8 * 128 * 2);
  EXPECT_EQ(decoder.at("cache_bytes_per_token"), 131'072);
  EXPECT_EQ(decoder.at("cache_bytes"), 131'072LL * 4 * (1024 + 1));
  // 8.03e9 parameters in 2 bytes; of the 128,256 x 4096 embedding only the rows of the tokens.
  const double weights = 2 * 8.030e9 - 2 * 128'256.0 * 4096;
  EXPECT_NEAR(decoder.at("weight_read_bytes").get<double>(), weights, 0.01 * weights);
  const nlohmann::json& totals = report.at("devices").at(0).at("totals");
  EXPECT_DOUBLE_EQ(totals.at("tokens_per_second"), 4 / totals.at("expected_seconds").get<double>());
  EXPECT_EQ(report.at("memory").at("kv_cache_bytes"), decoder.at("cache_bytes"));
}

TEST(DecoderOptionsTest, PrefillReadsThePromptOfEverySequence) {
  const nlohmann::json report = JsonOfDecoder(
      std::string(kSmallDecoder) + " --device gtx-1080-ti --batch 2 --phase prefill --prompt 128");
  const nlohmann::json& decoder = report.at("decoder");
  EXPECT_EQ(decoder.at("phase"), "prefill");
  EXPECT_EQ(decoder.at("tokens"), 128);
  EXPECT_EQ(decoder.at("past"), 0);
  EXPECT_EQ(decoder.at("cache_bytes_per_token"),
            12 * 2 * 12 * 64 * 4);  // 12 layers, 12 heads, fp32
  EXPECT_EQ(decoder.at("cache_bytes"), 12 * 2 * 12 * 64 * 4 * 2 * 128);
  const nlohmann::json& totals = report.at("devices").at(0).at("totals");
  EXPECT_DOUBLE_EQ(totals.at("tokens_per_second"),
                   2 * 128 / totals.at("expected_seconds").get<double>());
}

TEST(DecoderOptionsTest, ThePrecisionOfTheCacheFollowsTheScenario) {
  const nlohmann::json report =
      JsonOfDecoder(std::string(kSmallDecoder) +
                    " --device gtx-1080-ti --batch 1 --phase decode --context 7 --precision int8");
  EXPECT_EQ(report.at("decoder").at("cache_bytes_per_token"), 12 * 2 * 12 * 64);
}

TEST(DecoderOptionsTest, TheTextSaysTheSame) {
  std::string out;
  ASSERT_TRUE(RunDecoder(std::string(kSmallDecoder) +
                             " --device gtx-1080-ti --batch 1 --phase decode --context 1023",
                         out)
                  .ok());
  EXPECT_THAT(out, HasSubstr("decode: 1 new token after 1023 in each of 1 sequence; 73728 B of "
                             "keys and values per token, 72.000 MiB cached after it; "));
  EXPECT_THAT(out, HasSubstr(" tokens/s\n"));
}

TEST(DecoderOptionsTest, WrongUsesSayWhatToDo) {
  const struct {
    std::string options;
    std::string message;
  } cases[] = {
      {"--prompt 5", "--prompt and --context need --phase prefill or --phase decode"},
      {"--context 5", "--prompt and --context need --phase prefill or --phase decode"},
      {"--phase prefill", "--phase prefill needs --prompt N"},
      {"--phase prefill --context 5", "--phase prefill needs --prompt N"},
      {"--phase decode", "--phase decode needs --context N"},
      {"--phase decode --prompt 4 --context 5",
       "--phase decode makes one token: leave out --prompt"},
      {"--phase prefill --prompt 0", "--prompt 0: expected 1 or more"},
      {"--phase prefill --prompt -3", "--prompt -3: expected 1 or more"},
      {"--phase decode --context -1", "--context -1: expected 0 or more"},
  };
  for (const auto& c : cases) {
    std::string out;
    const absl::Status status = RunDecoder(
        std::string(kSmallDecoder) + " --device gtx-1080-ti --batch 1 " + c.options, out);
    EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument) << c.options;
    EXPECT_EQ(MessageOf(status), c.message);
  }
}

TEST(DecoderOptionsTest, AModelThatIsNoDecoder) {
  std::string out;
  const absl::Status status =
      RunDecoder(ROOFLINE_SOURCE_DIR
                 "/client/examples/vgg16.onnx --device gtx-1080-ti --batch 1 "
                 "--phase decode --context 5",
                 out);
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("needs a decoder"));
}

}  // namespace
}  // namespace roofline
