// `roofline sweep` as it is typed.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "server/server.h"
#include "tests/client/program.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(SweepCommandTest, EveryPointIsWhatPredictSays) {
  const std::string devices = "gtx-1080-ti,xeon-platinum-8180";
  const Outcome sweep =
      RunRoofline({"sweep", Example("bert-base"), "--device", devices, "--dim", "batch=1,4",
                   "--dim", "sequence=16..32+16", "--format", "json"});
  ASSERT_EQ(sweep.exit_code, 0) << sweep.error;
  const nlohmann::json points = nlohmann::json::parse(sweep.out).at("points");
  ASSERT_EQ(points.size(), 4U);
  for (const nlohmann::json& point : points) {
    const auto batch = point.at("values").at("batch").get<int64_t>();
    const auto sequence = point.at("values").at("sequence").get<int64_t>();
    const Outcome predict = RunRoofline(
        {"predict", Example("bert-base"), "--device", devices, "--batch", std::to_string(batch),
         "--dim", "sequence=" + std::to_string(sequence), "--format", "json"});
    ASSERT_EQ(predict.exit_code, 0) << predict.error;
    const nlohmann::json prediction = nlohmann::json::parse(predict.out).at("devices");
    for (size_t i = 0; i < 2; ++i) {
      const nlohmann::json& time = point.at("times").at(i);
      const nlohmann::json& totals = prediction.at(i).at("totals");
      EXPECT_EQ(time.at("device"), prediction.at(i).at("id"));
      for (const char* key : {"expected_seconds", "expected_low_seconds", "expected_high_seconds",
                              "floor_seconds", "serial_seconds", "overhead_seconds", "bound"}) {
        EXPECT_EQ(time.at(key), totals.at(key)) << key << " at " << point.at("values");
      }
      EXPECT_EQ(time.contains("fits"), totals.contains("fits"));
    }
  }
}

TEST(SweepCommandTest, AServerGivesTheSamePoints) {
  const auto server = Server::Start({.listen = "127.0.0.1:0", .workers = 1});
  ASSERT_TRUE(server.ok()) << server.status();
  for (const std::string format : {"text", "markdown", "csv", "json"}) {
    std::vector<std::string> words = {
        "sweep", Example("mobilenet-v2"), "--device", "gtx-1080-ti,xeon-platinum-8180",
        "--dim", "batch=1..40",           "--format", format};
    const Outcome local = RunRoofline(words);
    EXPECT_EQ(local.exit_code, 0) << local.error;
    words.insert(words.end(), {"--server", (*server)->address()});
    EXPECT_EQ(RunRoofline(words), local);
  }
}

TEST(SweepCommandTest, WrongUsesSayWhatToDo) {
  const struct {
    std::vector<std::string> dims;
    int exit_code;
    std::string part;
  } cases[] = {
      {{}, 2, "nothing to sweep: give a dimension several values, e.g. --dim batch=1..64*2"},
      {{"batch=4"}, 2, "nothing to sweep"},
      {{"batch=4..1"}, 2, "--dim batch=4..1: the range ends before it starts; write NAME=1..64*2"},
      {{"batch=1,2", "batch=1..3"}, 2, "batch is swept twice; give it once"},
      {{"batch=1,2", "lenght=1..3"}, 4, "--dim lenght"},
      {{"batch=1..10001"}, 2, "more than 10000 values"},
  };
  for (const auto& c : cases) {
    std::vector<std::string> words = {"sweep", Example("mobilenet-v2"), "--device", "gtx-1080-ti"};
    for (const std::string& dim : c.dims) words.insert(words.end(), {"--dim", dim});
    const Outcome outcome = RunRoofline(words);
    EXPECT_EQ(outcome.exit_code, c.exit_code) << outcome.error;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.error, StartsWith("roofline: "));
    EXPECT_THAT(outcome.error, HasSubstr(c.part));
  }
}

}  // namespace
}  // namespace roofline::testing
