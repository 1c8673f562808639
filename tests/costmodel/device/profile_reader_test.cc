#include "costmodel/device/profile_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<std::shared_ptr<const ProfileDocument>> NoBases(std::string_view) {
  return Error(Reason::kInvalidProfile, "no bases here");
}

std::shared_ptr<const ProfileDocument> Read(std::string_view text, Findings& findings) {
  return ReadProfile(text, "card.yaml", NoBases, findings);
}

DeviceProfile ReadGood(std::string_view text) {
  Findings findings;
  const auto document = Read(text, findings);
  if (document == nullptr) {
    ADD_FAILURE() << FindingText(findings.at(0));
    return {};
  }
  return document->profile;
}

TEST(ProfileReaderTest, FourCardWordsAreEnough) {
  const DeviceProfile profile =
      ReadGood("memory_bandwidth: 484 GB/s\nfma_units: 3584\nclock: 1.48 GHz\n");
  EXPECT_EQ(profile.id, "card");
  EXPECT_DOUBLE_EQ(profile.BestPeak(Precision::kFp32)->value(), 3584 * 2 * 1.48e9);
  EXPECT_DOUBLE_EQ(profile.DramBandwidth().value(), 484e9);
  EXPECT_TRUE(profile.FindPeak(Precision::kFp32, Unit::kVector)->derived);
}

TEST(ProfileReaderTest, PeakAndBandwidthAreEnough) {
  const DeviceProfile profile = ReadGood("peak: 10.6 TFLOPS\nmemory_bandwidth: 484 GB/s\n");
  EXPECT_DOUBLE_EQ(profile.Peak(Precision::kFp32, Unit::kVector)->value(), 10.6e12);
  EXPECT_DOUBLE_EQ(profile.RidgePoint(Precision::kFp32)->value(), 10.6e12 / 484e9);
  EXPECT_DOUBLE_EQ(profile.VectorNonFmaRate(Precision::kFp32)->value(), 10.6e12 / 2);
  EXPECT_FALSE(profile.TranscendentalRate(Precision::kFp32).has_value());
}

constexpr std::string_view kFull = R"(id: full
name: Full Card
vendor: Acme
kind: accelerator
year: 2024
verified: false
sources: {sheet: Acme datasheet, lab: our lab}
source: sheet
compute:
  sockets: 2
  cores: 10
  fma_units_per_core: 4
  simd_lanes: 16
  clocks: {base: 1 GHz, boost: 2 GHz}
  peak_clock: boost
  peak:
    vector: {fp32: 2.56 TFLOPS, fp16: 5.12 TFLOPS}
    matrix:
      fp16: {value: 20.48 TFLOPS, accumulate: fp32, fp16_accumulate: 40.96 TFLOPS, source: lab}
    non_fma: {fp32: 2 TFLOPS}
    transcendental: {fp32: 0.32 TFLOPS}
memory: {size: 16 GB, bandwidth: {value: 900 GB/s, basis: measured, source: lab}}
caches:
  - {level: L1, scope: core, size: 64 KiB, bandwidth: 100 GB/s}
  - {level: L2, scope: cluster, count: 4, size: 1 MiB}
host_link: {name: PCIe 4.0 x16, bandwidth: 31.5 GB/s}
overheads: {kernel: 5 us, inference: 20 us, transfer: 10 us}
tdp: 300 W
efficiency:
  matmul: {compute: 0.8, memory: {value: 0.7, basis: calibrated}}
  elementwise: 0.9
)";

TEST(ProfileReaderTest, TotalsCountEverySocket) {
  const DeviceProfile p = ReadGood(kFull);
  EXPECT_DOUBLE_EQ(p.Peak(Precision::kFp32, Unit::kVector)->value(), 2 * 10 * 4 * 16 * 2 * 2e9);
  EXPECT_DOUBLE_EQ(p.DramBandwidth().value(), 2 * 900e9);
  EXPECT_DOUBLE_EQ(p.MemorySize()->value(), 2 * 16e9);
  EXPECT_DOUBLE_EQ(p.CacheSize(*p.FindCache("L1"))->value(), 2 * 10 * 64 * 1024);
  EXPECT_DOUBLE_EQ(p.CacheBandwidth(*p.FindCache("L1"))->value(), 2 * 10 * 100e9);
  EXPECT_DOUBLE_EQ(p.CacheSize(*p.FindCache("L2"))->value(), 2 * 4 * 1024 * 1024);
  EXPECT_DOUBLE_EQ(p.Tdp()->value(), 2 * 300);
}

TEST(ProfileReaderTest, UnitsKeepTheirOwnRates) {
  const DeviceProfile p = ReadGood(kFull);
  EXPECT_DOUBLE_EQ(p.BestPeak(Precision::kFp16)->value(), 2 * 20.48e12);
  EXPECT_DOUBLE_EQ(p.VectorNonFmaRate(Precision::kFp32)->value(), 2 * 2e12);
  EXPECT_DOUBLE_EQ(p.TranscendentalRate(Precision::kFp32)->value(), 2 * 0.32e12);
  const PeakRate* matrix = p.FindPeak(Precision::kFp16, Unit::kMatrix);
  EXPECT_EQ(matrix->accumulate, Precision::kFp32);
  EXPECT_DOUBLE_EQ(matrix->fp16_accumulate_rate->value.value(), 40.96e12);
}

TEST(ProfileReaderTest, EveryNumberKnowsItsSourceBasisAndLine) {
  const DeviceProfile p = ReadGood(kFull);
  EXPECT_EQ(p.memory.bandwidth.source, "lab");
  EXPECT_EQ(p.memory.bandwidth.basis, "measured");
  EXPECT_EQ(p.memory.bandwidth.line, 22);
  EXPECT_EQ(p.FindPeak(Precision::kFp32, Unit::kVector)->rate.source, "sheet");
  EXPECT_EQ(p.FindPeak(Precision::kFp16, Unit::kMatrix)->rate.source, "lab");
  EXPECT_FALSE(p.verified);
  ASSERT_EQ(p.efficiency.classes.size(), 2U);
  EXPECT_EQ(p.efficiency.classes[0].operator_class, "matmul");
  EXPECT_EQ(p.efficiency.classes[0].memory->typical.basis, "calibrated");
  EXPECT_DOUBLE_EQ(p.efficiency.classes[1].memory->typical.value, 0.9);
}

struct ProfileReaderRefused {
  std::string name;
  std::string text;
  std::string finding;
};

class ProfileRefusalTest : public ::testing::TestWithParam<ProfileReaderRefused> {};

TEST_P(ProfileRefusalTest, NamesFileLineKeyAndExpectation) {
  Findings findings;
  EXPECT_EQ(Read(GetParam().text, findings), nullptr);
  ASSERT_FALSE(findings.empty());
  EXPECT_THAT(FindingText(findings[0]), HasSubstr(GetParam().finding));
}

constexpr const char* kGood = "peak: 1 TFLOPS\nmemory_bandwidth: 1 GB/s\n";

INSTANTIATE_TEST_SUITE_P(
    All, ProfileRefusalTest,
    ::testing::Values(
        ProfileReaderRefused{"unknown_key", std::string(kGood) + "compute: {coers: 4}\n",
                             "card.yaml:3: compute.coers: unknown key; did you mean 'cores'?"},
        ProfileReaderRefused{"missing_unit", "peak: 1 TFLOPS\nmemory: {bandwidth: 484}\n",
                             "card.yaml:2: memory.bandwidth: '484': the unit is missing"},
        ProfileReaderRefused{"wrong_unit", "peak: 1 TFLOPS\nmemory: {bandwidth: 484 GB}\n",
                             "unknown unit 'GB'"},
        ProfileReaderRefused{"nan", "peak: .nan\nmemory_bandwidth: 1 GB/s\n",
                             "card.yaml:1: peak: '.nan'"},
        ProfileReaderRefused{"negative", "peak: -1 TFLOPS\nmemory_bandwidth: 1 GB/s\n",
                             "must be above zero"},
        ProfileReaderRefused{"zero_cores", std::string(kGood) + "compute: {cores: 0}\n",
                             "whole number of 1"},
        ProfileReaderRefused{"no_bandwidth", "peak: 1 TFLOPS\n", "memory.bandwidth: missing"},
        ProfileReaderRefused{"no_peak", "memory_bandwidth: 1 GB/s\n", "compute.peak: missing"},
        ProfileReaderRefused{"bad_id", std::string(kGood) + "id: My Card\n",
                             "card.yaml:3: id: expected"},
        ProfileReaderRefused{"bad_kind", std::string(kGood) + "kind: toaster\n",
                             "expected one of cpu, gpu"},
        ProfileReaderRefused{"bad_basis",
                             "peak: {value: 1 TFLOPS, basis: guess}\nmemory_bandwidth: 1 GB/s\n",
                             "peak.basis: 'guess': expected one of"},
        ProfileReaderRefused{"bad_source", std::string(kGood) + "source: ark\n",
                             "is not listed under 'sources'"},
        ProfileReaderRefused{"bad_clock", std::string(kGood) + "compute: {peak_clock: boost}\n",
                             "is not one of the clocks"},
        ProfileReaderRefused{"duplicate", std::string(kGood) + "peak: 2 TFLOPS\n",
                             "peak: duplicate key"},
        ProfileReaderRefused{"extends", std::string(kGood) + "extends: other\n",
                             "card.yaml:3: extends: no bases"},
        ProfileReaderRefused{
            "contradiction",
            "peak: 10.6 TFLOPS\nmemory_bandwidth: 1 GB/s\nfma_units: 3584\nclock: 1.582 GHz\n",
            "10.6 TFLOPS is stated but units and clock give 11.3398 TFLOPS (+7.0 %)"}),
    [](const auto& refused) { return refused.param.name; });

TEST(ProfileReaderTest, AReasonAllowsAContradiction) {
  const DeviceProfile profile = ReadGood(
      "peak: {value: 10.6 TFLOPS, reason: quoted at base}\nmemory_bandwidth: 1 GB/s\n"
      "fma_units: 3584\nclock: 1.582 GHz\n");
  EXPECT_DOUBLE_EQ(profile.BestPeak(Precision::kFp32)->value(), 10.6e12);
}

TEST(ProfileReaderTest, AllMistakesAreFoundAtOnce) {
  Findings findings;
  EXPECT_EQ(Read("peak: 1\nmemory: {bandwidth: 2, sizes: 3 GB}\nfoo: 1\n", findings), nullptr);
  EXPECT_EQ(findings.size(), 4U);
  const absl::Status status = StatusOfFindings(findings, Reason::kInvalidProfile);
  EXPECT_EQ(ReasonOf(status), Reason::kInvalidProfile);
  EXPECT_THAT(std::string(MessageOf(status)), HasSubstr("(and 3 more)"));
}

}  // namespace
}  // namespace roofline
