// Kernels of every profile we measured find their layers.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "costmodel/measurement/match.h"
#include "costmodel/measurement/read_measured.h"
#include "tests/shared/shared_case.h"

namespace roofline::testing {
namespace {

// Of the time of kernels that are not the runtime's own.
constexpr double kMatchedShare = 0.95;

TEST(SharedMatchingTest, NearlyAllOfTheTimeIsMatched) {
  int profiles = 0;
  for (const SharedCase& shared : SharedCases()) {
    for (const char* threads : {"t1", "t2"}) {
      const std::string path =
          SharedPath("measured/onnxruntime_epyc/" + shared.Name() + "." + threads + ".json.gz");
      if (!std::filesystem::exists(path)) continue;
      ++profiles;
      const auto run = ReadMeasured(path);
      ASSERT_TRUE(run.ok()) << run.status();
      const auto report = PredictShared(shared, "flops");
      ASSERT_TRUE(report.ok()) << shared.Name() << ": " << report.status();
      const Matching matching = MatchKernels(*report->model, report->layers(), *run);
      EXPECT_GE(matching.matched_time_share, kMatchedShare)
          << path << ": " << matching.unmatched_measured.size() << " kernels left, first "
          << (matching.unmatched_measured.empty()
                  ? ""
                  : run->kernels[matching.unmatched_measured.front()].name);
    }
  }
  EXPECT_EQ(profiles, 90);
}

}  // namespace
}  // namespace roofline::testing
