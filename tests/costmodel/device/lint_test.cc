#include "costmodel/device/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/costmodel/testing/shipped_devices.h"

namespace roofline {
namespace {

using testing::AllTexts;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kCatalog = ROOFLINE_SOURCE_DIR "/devices";

TEST(CatalogLintTest, EveryProfileIsClean) {
  const auto result = ValidatePath(*DeviceCatalog::Open(kCatalog), kCatalog);
  ASSERT_TRUE(result.ok());
  EXPECT_THAT(AllTexts(result->findings), IsEmpty());
  EXPECT_GE(result->checked, 150);
}

// A sound profile of an H100, line by line; each case below breaks one line.
struct Lines {
  std::string sources = "sources: {sheet: the data sheet}\nsource: sheet";
  std::string kind = "kind: gpu";
  std::string units =
      "cores: 132, fma_units_per_core: 4, simd_lanes: 32, matrix_fma_per_core: 2048";
  std::string clock = "clocks: {base: 1.59 GHz, boost: 1.98 GHz}, peak_clock: boost";
  std::string vector = "fp32: 66.9 TFLOPS, fp64: 33.45 TFLOPS";
  std::string matrix = "bf16: 1070 TFLOPS, fp8: 2140 TFLOPS";
  std::string non_fma = "fp32: 33.45 TFLOPS";
  std::string memory = "size: 80 GB, bandwidth: 3350 GB/s, bus_width: 5120, data_rate: 5.23 Gbit/s";
  std::string caches = "{level: L2, size: 50 MiB, bandwidth: 5.5 TB/s}";
  std::string rest = "tdp: 700 W";

  std::string Text() const {
    return sources + "\n" + kind + "\ncompute: {" + units + ", " + clock + ", peak: {vector: {" +
           vector + "}, matrix: {" + matrix + "}, non_fma: {" + non_fma + "}}}\nmemory: {" +
           memory + "}\n" + rest + "\ncaches: [" + caches + "]\n";
  }
};

Findings Lint(const Lines& lines) {
  Findings findings;
  const DeviceCatalog catalog = *DeviceCatalog::Open(kCatalog);
  const ProfilePtr profile = catalog.Parse(lines.Text(), "card.yaml", findings);
  if (profile == nullptr) return findings;
  return LintProfile(*profile);
}

TEST(LintTest, ASoundProfileIsClean) { EXPECT_THAT(AllTexts(Lint(Lines())), IsEmpty()); }

struct Slip {
  std::string name;
  std::string Lines::*line;
  std::string broken;
  std::string finding;
};

class LintSlipTest : public ::testing::TestWithParam<Slip> {};

TEST_P(LintSlipTest, IsFound) {
  Lines lines;
  lines.*GetParam().line = GetParam().broken;
  EXPECT_THAT(AllTexts(Lint(lines)), HasSubstr(GetParam().finding));
}

INSTANTIATE_TEST_SUITE_P(
    All, LintSlipTest,
    ::testing::Values(
        Slip{"sparse_for_dense", &Lines::matrix, "bf16: 2140 TFLOPS, fp8: 4280 TFLOPS",
             "card.yaml:4: compute.peak.matrix.bf16: 2.14 PFLOPS is stated but matrix units and "
             "clock give 1.07053 PFLOPS dense"},
        Slip{"one_sparse_format", &Lines::matrix, "bf16: 1070 TFLOPS, fp8: 4280 TFLOPS",
             "compute.peak.matrix.fp8: 4 x the 16-bit rate, more than the 2 x of its width"},
        Slip{"boost_for_base", &Lines::clock,
             "clocks: {base: 1.59 GHz, boost: 1.98 GHz}, peak_clock: base",
             "66.9 TFLOPS is stated but units and clock give 53.7293 TFLOPS"},
        Slip{"tensor_rate_as_fp32", &Lines::vector, "fp32: 494 TFLOPS",
             "494 TFLOPS is stated but units and clock give 66.9082 TFLOPS"},
        Slip{"matrix_rate_as_fp32", &Lines::vector, "fp32: {value: 1070 TFLOPS, basis: boost}",
             "compute.peak.vector.fp32: 1.07 PFLOPS is stated but units and clock give 66.9082 "
             "TFLOPS"},
        Slip{"boost_clock_as_base", &Lines::clock, "clocks: {base: 2.1 GHz}",
             "66.9 TFLOPS is stated but units and clock give 70.9632 TFLOPS"},
        Slip{"cache_above_another", &Lines::caches, "{level: L2, size: 48 MiB, bandwidth: 3 TB/s}",
             "caches.L2.bandwidth: 3 TB/s in all is below the 3.35 TB/s of memory"},
        Slip{"cache_of_one_core", &Lines::caches,
             "{level: L1, scope: core, size: 256 KiB, bandwidth: 30 GB/s}, "
             "{level: L2, size: 50 MiB, bandwidth: 5 TB/s}",
             "caches.L1.bandwidth: 3.96 TB/s in all is below the 5 TB/s of L2"},
        Slip{"cache_without_count", &Lines::caches, "{level: L2, scope: cluster, size: 1 MiB}",
             "caches.L2.count: missing"},
        Slip{"huge_cache", &Lines::caches, "{level: L2, size: 50 GiB}",
             "caches.L2.size: 50 GiB is not plausible"},
        Slip{"another_cards_bandwidth", &Lines::memory,
             "bandwidth: 2039 GB/s, bus_width: 5120, data_rate: 5.23 Gbit/s",
             "memory.bandwidth: 2.039 TB/s is stated but 5120 bit x 5.23 Gbit/s give 3.3472 TB/s"},
        Slip{"odd_ratio", &Lines::vector, "fp32: 66.9 TFLOPS, fp64: 22.3 TFLOPS",
             "compute.peak.vector.fp64: 22.3 TFLOPS is 0.333 x compute.peak.vector.fp32"},
        Slip{"non_fma_above_fma", &Lines::non_fma, "fp32: 70 TFLOPS", "is above the FMA peak"},
        Slip{"no_source", &Lines::sources, "note: none", "no source; add 'source: KEY'"},
        Slip{"megabytes_for_gigabytes", &Lines::memory, "bandwidth: 3350 MB/s",
             "2e+04 FLOPs per byte; expected 3 .. 120 for a gpu"},
        Slip{"boost_below_base", &Lines::clock,
             "clocks: {base: 1.98 GHz, boost: 1.59 GHz}, peak_clock: base",
             "compute.clocks.boost: 1.59 GHz is below the base clock"},
        Slip{"which_clock", &Lines::clock, "clocks: {base: 1.59 GHz, boost: 1.98 GHz}",
             "compute.peak_clock: several clocks"},
        Slip{"implausible", &Lines::rest, "tdp: 700 kW",
             "card.yaml:6: tdp: 700 kW is not plausible; expected 0.1 W .. 100 kW"}),
    [](const auto& slip) { return slip.param.name; });

TEST(LintTest, MeasuredRatesNeedNoRoundRatios) {
  Lines lines;
  lines.vector = "fp32: 66.9 TFLOPS, fp64: {value: 31 TFLOPS, basis: measured}";
  EXPECT_THAT(AllTexts(Lint(lines)), IsEmpty());
}

// A user's card with nothing but peak and bandwidth cannot be checked against its units.
TEST(LintTest, ATensorRateStandsOutByItsRidgePoint) {
  Findings findings;
  const ProfilePtr v100 = DeviceCatalog::Open(kCatalog)->Parse(
      "kind: gpu\nsources: {s: box}\nsource: s\npeak: 125 TFLOPS\nmemory_bandwidth: 900 GB/s\n",
      "v100.yaml", findings);
  ASSERT_NE(v100, nullptr);
  EXPECT_THAT(AllTexts(LintProfile(*v100)),
              HasSubstr("compute.peak.vector.fp32 over 900 GB/s is 139 FLOPs per byte"));
}

TEST(LintTest, AReasonExplains) {
  Lines lines;
  lines.vector = "fp32: 66.9 TFLOPS, fp64: {value: 22.3 TFLOPS, reason: one unit to three lanes}";
  EXPECT_THAT(AllTexts(Lint(lines)), IsEmpty());
}

class FolderLintTest : public ::testing::Test {
 protected:
  FolderLintTest() : folder_(::testing::TempDir() + "lint_folder") {
    std::filesystem::create_directories(folder_ + "/acme");
  }
  ~FolderLintTest() override { std::filesystem::remove_all(folder_); }
  void Write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::string folder_;
};

TEST_F(FolderLintTest, NamesAreUniqueAndFilesAreCalledAsTheDevice) {
  const std::string rest =
      "vendor: Acme\narchitecture: A\nyear: 2020\nsources: {s: sheet}\nsource: s\n"
      "peak: 1 TFLOPS\nmemory: {bandwidth: 100 GB/s}\n";
  Write("acme/one.yaml", "id: one\nname: Card One\naliases: [card]\n" + rest);
  Write("acme/two.yaml", "id: twoo\nname: Card Two\naliases: [Card, one]\n" + rest);
  const auto result = ValidatePath(*DeviceCatalog::Open(kCatalog), folder_);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->checked, 2);
  const std::string text = AllTexts(result->findings);
  EXPECT_THAT(text, HasSubstr("two.yaml:1: id: 'twoo'; expected 'two'"));
  EXPECT_THAT(text, HasSubstr("two.yaml:1: aliases: 'Card' also names one"));
  EXPECT_THAT(text, HasSubstr("two.yaml:1: aliases: 'one' also names one"));
}

TEST_F(FolderLintTest, CardsStateWhatTheirFiguresAreCheckedAgainst) {
  Write("acme/card.yaml",
        "name: Card\nvendor: Acme\nkind: gpu\narchitecture: A\nyear: 2020\n"
        "sources: {s: sheet}\nsource: s\nmemory: {bandwidth: 400 GB/s}\n"
        "compute: {peak: {vector: {fp32: 10 TFLOPS}, matrix: {fp16: 80 TFLOPS}}}\n");
  const auto result = ValidatePath(*DeviceCatalog::Open(kCatalog), folder_);
  ASSERT_TRUE(result.ok());
  const std::string text = AllTexts(result->findings);
  EXPECT_THAT(text, HasSubstr("card.yaml:8: memory.bandwidth: state bus_width and data_rate"));
  EXPECT_THAT(text, HasSubstr("compute.matrix_fma_per_core: missing"));
  EXPECT_THAT(text, HasSubstr("compute: state cores, fma_units_per_core"));
}

TEST(ValidateTest, NothingThereIsAnError) {
  const auto result = ValidatePath(*DeviceCatalog::Open(kCatalog), "/nowhere/card.yaml");
  EXPECT_EQ(ReasonOf(result.status()), Reason::kFileNotFound);
}

}  // namespace
}  // namespace roofline
