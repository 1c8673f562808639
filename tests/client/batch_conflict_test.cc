// The batch given twice, in every command that takes a model.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "client/exit_code.h"
#include "tests/client/program.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

struct ConflictCase {
  std::string name;
  std::vector<std::string> arguments;
};

class BatchConflictTest : public ::testing::TestWithParam<ConflictCase> {};

TEST_P(BatchConflictTest, IsAMistakeInTheOptions) {
  std::vector<std::string> arguments = GetParam().arguments;
  arguments.insert(arguments.end(), {"--batch", "1", "--dim", "batch=2"});
  const Outcome outcome = RunRoofline(arguments);
  EXPECT_EQ(outcome.exit_code, static_cast<int>(ExitCode::kUsage));
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.error, HasSubstr("--batch 1 and --dim batch=2 contradict each other"));
}

const std::string& ConflictModel() {
  static const std::string kModel = Example("mobilenet-v2");
  return kModel;
}

INSTANTIATE_TEST_SUITE_P(
    Commands, BatchConflictTest,
    ::testing::Values(
        ConflictCase{"Predict", {"predict", ConflictModel(), "--device", "gtx-1080-ti"}},
        ConflictCase{"Shapes", {"shapes", ConflictModel()}},
        ConflictCase{"Explain",
                     {"explain", ConflictModel(), "--device", "gtx-1080-ti", "--layer", "x"}},
        ConflictCase{"Evaluate",
                     {"evaluate", ConflictModel(), "--device", "gtx-1080-ti", "--latency", "1ms"}},
        ConflictCase{
            "Calibrate",
            {"calibrate", "--device", "gtx-1080-ti", "--measured", ConflictModel() + "=1ms"}}),
    [](const auto& tested) { return tested.param.name; });

TEST(SweptBatchTest, IsNotFixedToo) {
  const Outcome outcome = RunRoofline(
      {"sweep", ConflictModel(), "--device", "gtx-1080-ti", "--batch", "1", "--dim", "batch=1..4"});
  EXPECT_EQ(outcome.exit_code, static_cast<int>(ExitCode::kUsage));
  EXPECT_THAT(outcome.error, HasSubstr("batch is both swept and fixed"));
}

}  // namespace
}  // namespace roofline::testing
