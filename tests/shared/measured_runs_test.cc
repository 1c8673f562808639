// Every profile we measured can be read, and adds up.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "costmodel/measurement/read_measured.h"
#include "tests/shared/shared_case.h"

namespace roofline::testing {
namespace {

std::vector<std::string> Profiles() {
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(SharedPath("measured/onnxruntime_epyc"))) {
    if (entry.path().extension() == ".gz") paths.push_back(entry.path());
  }
  return paths;
}

TEST(SharedMeasuredRunsTest, KernelsAddUpToLessThanTheRun) {
  const std::vector<std::string> paths = Profiles();
  ASSERT_EQ(paths.size(), 90U);
  for (const std::string& path : paths) {
    const auto run = ReadMeasured(path);
    ASSERT_TRUE(run.ok()) << run.status();
    EXPECT_TRUE(run->warnings.empty()) << path << ": " << run->warnings.front();
    EXPECT_GE(run->runs, 7) << path;
    double medians = 0;
    double minima = 0;
    for (const MeasuredKernel& kernel : run->kernels) {
      medians += kernel.median.value();
      minima += kernel.minimum.value();
    }
    // Holds of every run unless something is counted twice.
    EXPECT_LE(minima, run->latency_minimum->value()) << path;
    // Medians of kernels and runs are of different runs: they need not add up.
    EXPECT_LE(medians, 1.05 * run->latency_median->value()) << path;
    EXPECT_GE(medians, 0.5 * run->latency_median->value()) << path;
  }
}

}  // namespace
}  // namespace roofline::testing
