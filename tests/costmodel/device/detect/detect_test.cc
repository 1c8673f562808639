#include "costmodel/device/detect/detect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "costmodel/device/catalog.h"
#include "costmodel/device/lint.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// /proc and /sys of a machine with two sockets of two cores with two threads each.
class FakeSystemTest : public ::testing::Test {
 protected:
  FakeSystemTest()
      : root_(::testing::TempDir() + "fake_system_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(root_);
    Write("proc/cpuinfo",
          "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Fast \"One\"\n");
    Write("proc/meminfo", "MemTotal:       1048576 kB\n");
    for (int cpu = 0; cpu < 8; ++cpu) WriteCpu(cpu);
  }
  ~FakeSystemTest() override { std::filesystem::remove_all(root_); }

  void Write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root_ + "/" + path).parent_path());
    std::ofstream(root_ + "/" + path) << text;
  }

  // CPU n and n + 4 are threads of core n % 2 on socket (n % 4) / 2.
  void WriteCpu(int cpu) {
    const int core = cpu % 4;
    const int socket = core / 2;
    const std::string folder = fmt::format("sys/devices/system/cpu/cpu{}/", cpu);
    Write(folder + "topology/physical_package_id", fmt::format("{}\n", socket));
    Write(folder + "topology/core_id", fmt::format("{}\n", core % 2));
    const std::string own = fmt::format("{},{}\n", core, core + 4);
    const std::string all = fmt::format("{0}-{1},{2}-{3}\n", 2 * socket, 2 * socket + 1,
                                        2 * socket + 4, 2 * socket + 5);
    WriteCache(folder + "cache/index0/", "1", "Data", "48K", own);
    WriteCache(folder + "cache/index1/", "1", "Instruction", "32K", own);
    WriteCache(folder + "cache/index2/", "2", "Unified", "2M", own);
    WriteCache(folder + "cache/index3/", "3", "Unified", "32768K", all);
  }
  void WriteCache(const std::string& folder, const std::string& level, const std::string& type,
                  const std::string& size, const std::string& shared) {
    Write(folder + "level", level + "\n");
    Write(folder + "type", type + "\n");
    Write(folder + "size", size + "\n");
    Write(folder + "shared_cpu_list", shared);
  }

  std::string root_;
};

TEST_F(FakeSystemTest, ReadsCoresAndCaches) {
  const Topology topology = ReadTopology(root_, {0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_EQ(topology.vendor, "Intel");
  EXPECT_EQ(topology.sockets, 2);
  EXPECT_EQ(topology.cores, 4);
  EXPECT_THAT(topology.core_cpus, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(topology.memory_bytes, int64_t{1} << 30);
  ASSERT_EQ(topology.caches.size(), 3U);
  EXPECT_EQ(topology.caches[0].size_bytes, 48 * 1024);
  EXPECT_EQ(topology.caches[0].instances, 4);
  EXPECT_EQ(topology.caches[1].size_bytes, 2 * 1024 * 1024);
  EXPECT_EQ(topology.caches[2].instances, 2);
  EXPECT_FALSE(topology.caches[2].one_core_each);
}

TEST_F(FakeSystemTest, CountsOnlyTheCpusItMayUse) {
  const Topology topology = ReadTopology(root_, {1, 5});
  EXPECT_EQ(topology.sockets, 1);
  EXPECT_EQ(topology.cores, 1);
}

TEST(TopologyTest, AnUnknownSystemIsOneCorePerCpu) {
  const Topology topology = ReadTopology("/nowhere", {0, 1, 2});
  EXPECT_EQ(topology.cores, 3);
  EXPECT_EQ(topology.sockets, 1);
  EXPECT_TRUE(topology.caches.empty());
}

ProfilePtr Parse(const std::string& yaml, Findings& findings) {
  return DeviceCatalog::Open(ROOFLINE_SOURCE_DIR "/devices")->Parse(yaml, "detected", findings);
}

TEST_F(FakeSystemTest, WritesACleanProfileOfOneSocket) {
  const Topology topology = ReadTopology(root_, {0, 1, 2, 3, 4, 5, 6, 7});
  const Measurement measured{FlopsPerSecond(400e9),
                             FlopsPerSecond(200e9),
                             BytesPerSecond(60e9),
                             BytesPerSecond(20e9),
                             {BytesPerSecond(800e9), BytesPerSecond(400e9), BytesPerSecond(200e9)}};
  const std::string yaml =
      MachineProfileYaml("my-host", topology, SupportedKernels().back(), measured);
  Findings findings;
  const ProfilePtr profile = Parse(yaml, findings);
  ASSERT_NE(profile, nullptr) << FindingText(findings.at(0)) << "\n" << yaml;
  EXPECT_THAT(LintProfile(*profile), IsEmpty()) << yaml;
  EXPECT_EQ(profile->id, "my-host");
  EXPECT_EQ(profile->name, "Fast \"One\"");
  EXPECT_DOUBLE_EQ(profile->BestPeak(Precision::kFp32)->value(), 400e9);
  EXPECT_DOUBLE_EQ(profile->DramBandwidth().value(), 60e9);
  EXPECT_EQ(profile->memory.bandwidth.basis, "measured");
  EXPECT_DOUBLE_EQ(profile->memory.core_bandwidth->value.value(), 20e9);
  EXPECT_EQ(profile->FindCache("L2")->scope, CacheScope::kCore);
  EXPECT_EQ(profile->FindCache("L3")->scope, CacheScope::kSocket);
  EXPECT_EQ(profile->compute.cores->value, 4 / 2);
  EXPECT_DOUBLE_EQ(profile->CacheSize(*profile->FindCache("L2"))->value(), 4.0 * 2 * 1024 * 1024);
  EXPECT_DOUBLE_EQ(profile->CacheBandwidth(*profile->FindCache("L3"))->value(), 200e9);
}

class KernelTest : public ::testing::TestWithParam<int> {
 protected:
  static constexpr size_t kCount = 4 * kBlock;
  Kernels kernels() const { return SupportedKernels().at(static_cast<size_t>(GetParam())); }
  struct alignas(64) Data {
    float at[kCount];
  };
};

TEST_P(KernelTest, DoesTheArithmeticItClaims) {
  static Data a;
  static Data b;
  static Data out;
  for (size_t i = 0; i < kCount; ++i) {
    a.at[i] = static_cast<float>(i % 7);
    b.at[i] = 2;
  }
  kernels().triad(out.at, a.at, b.at, kCount);
  EXPECT_EQ(out.at[0], 0 + 3 * 2);
  EXPECT_EQ(out.at[kCount - 1], static_cast<float>((kCount - 1) % 7 + 3 * 2));
  EXPECT_EQ(kernels().read(b.at, kCount), 2.0 * kCount);
  // x becomes x / 2 + 1 / 2: after many rounds every chain is 1.
  EXPECT_NEAR(kernels().fma_fp32(100), kFmaChains, 1e-4);
  EXPECT_NEAR(kernels().fma_fp64(100), kFmaChains, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(All, KernelTest,
                         ::testing::Range(0, static_cast<int>(SupportedKernels().size())));

TEST(DetectTest, ThisMachineHasAProfile) {
  const auto yaml = DetectProfileYaml({.id = "here", .seconds = Seconds(0.005)});
  ASSERT_TRUE(yaml.ok()) << MessageOf(yaml.status());
  Findings findings;
  const ProfilePtr profile = Parse(*yaml, findings);
  ASSERT_NE(profile, nullptr) << FindingText(findings.at(0)) << "\n" << *yaml;
  EXPECT_GT(profile->BestPeak(Precision::kFp32)->value(), 0);
  EXPECT_GT(profile->DramBandwidth().value(), 0);
}

}  // namespace
}  // namespace roofline
