#include "costmodel/device/catalog.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "costmodel/data_dir.h"
#include "costmodel/device/profile_file.h"
#include "costmodel/error.h"
#include "tests/costmodel/testing/shipped_devices.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;
using testing::OurCatalog;

// A catalog in a folder of its own, removed afterwards.
class CatalogFolderTest : public ::testing::Test {
 protected:
  CatalogFolderTest()
      : folder_(::testing::TempDir() + "catalog_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(folder_ + "/acme");
  }
  ~CatalogFolderTest() override { std::filesystem::remove_all(folder_); }

  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = folder_ + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  DeviceCatalog Open() { return *DeviceCatalog::Open(folder_); }

  std::string folder_;
};

TEST(CatalogTest, FlagshipPairIsExact) {
  const DeviceCatalog catalog = OurCatalog();
  const ProfilePtr gpu = *catalog.Find("gtx-1080-ti");
  EXPECT_DOUBLE_EQ(gpu->BestPeak(Precision::kFp32)->value(), 10.6e12);
  EXPECT_DOUBLE_EQ(gpu->DerivedPeak()->value(), 28 * 128 * 2 * 1.480e9);
  EXPECT_DOUBLE_EQ(gpu->DramBandwidth().value(), 484e9);
  const ProfilePtr cpu = *catalog.Find("xeon-platinum-8180");
  EXPECT_DOUBLE_EQ(cpu->BestPeak(Precision::kFp32)->value(), 4.1216e12);
  EXPECT_DOUBLE_EQ(cpu->DerivedPeak()->value(), 28.0 * 2 * 16 * 2 * 2.3e9);
  EXPECT_DOUBLE_EQ(cpu->DramBandwidth().value(), 128e9);
}

TEST(CatalogTest, TwoSocketsAreTwiceOne) {
  const ProfilePtr two = *OurCatalog().Find("xeon-platinum-8180-2s");
  EXPECT_DOUBLE_EQ(two->BestPeak(Precision::kFp32)->value(), 8.2432e12);
  EXPECT_DOUBLE_EQ(two->DramBandwidth().value(), 256e9);
  EXPECT_DOUBLE_EQ(two->CacheSize(*two->FindCache("L3"))->value(), 2 * 38.5 * 1024 * 1024);
  EXPECT_EQ(two->vendor, "Intel");
  EXPECT_EQ(two->name, "2 x Xeon Platinum 8180");
}

TEST(CatalogTest, FindsByNameAndAliasHoweverWritten) {
  const DeviceCatalog catalog = OurCatalog();
  for (const char* name : {"GTX-1080-Ti", "gtx 1080 ti", "GeForce GTX 1080 Ti", "1080Ti"}) {
    const auto found = catalog.Find(name);
    ASSERT_TRUE(found.ok()) << name;
    EXPECT_EQ((*found)->id, "gtx-1080-ti");
  }
}

struct Unknown {
  const char* name;
  const char* offered;
};

class UnknownDeviceTest : public ::testing::TestWithParam<Unknown> {};

TEST_P(UnknownDeviceTest, OffersTheNearest) {
  const auto found = OurCatalog().Find(GetParam().name);
  EXPECT_EQ(ReasonOf(found.status()), Reason::kUnknownDevice);
  EXPECT_THAT(std::string(MessageOf(found.status())), HasSubstr(GetParam().offered));
}

INSTANTIATE_TEST_SUITE_P(
    All, UnknownDeviceTest,
    ::testing::Values(Unknown{"gtx-1080-tii", "did you mean 'gtx-1080-ti'"},          // an id
                      Unknown{"2x-8181", "did you mean 'xeon-platinum-8180-2s'"},     // an alias
                      Unknown{"GeForce GTX 1080 Tii", "did you mean 'gtx-1080-ti'"},  // a name
                      Unknown{"nvidia gtx 1080 ti", "did you mean 'gtx-1080-ti'"},  // vendor, name
                      Unknown{"washing machine", "'roofline devices list' shows all"}));

TEST(CatalogTest, BuildTreeHoldsTheDataFolder) {
  const auto catalog = DeviceCatalog::OpenDefault();
  ASSERT_TRUE(catalog.ok()) << MessageOf(catalog.status());
  EXPECT_TRUE(catalog->Find("gtx-1080-ti").ok());
}

TEST(CatalogTest, AMissingFolderSaysHowToNameIt) {
  const auto catalog = DeviceCatalog::Open("/nowhere");
  EXPECT_EQ(ReasonOf(catalog.status()), Reason::kFileNotFound);
  EXPECT_THAT(std::string(MessageOf(catalog.status())), HasSubstr("ROOFLINE_DATA_DIR"));
}

TEST_F(CatalogFolderTest, ReadsOnlyWhatIsAskedFor) {
  Write("acme/broken.yaml", "peak: [");
  Write("acme/good.yaml", "peak: 1 TFLOPS\nmemory_bandwidth: 1 GB/s\n");
  const DeviceCatalog catalog = Open();
  EXPECT_TRUE(catalog.Find("good").ok());
  EXPECT_EQ(ReasonOf(catalog.Find("broken").status()), Reason::kInvalidProfile);
  Findings findings;
  EXPECT_EQ(catalog.All(findings).size(), 1U);
  EXPECT_EQ(findings.size(), 1U);
}

TEST_F(CatalogFolderTest, CyclesAndDanglingBasesAreFindings) {
  Write("acme/a.yaml", "extends: b\n");
  Write("acme/b.yaml", "extends: a\n");
  Write("acme/c.yaml", "extends: nothing\n");
  const DeviceCatalog catalog = Open();
  EXPECT_THAT(std::string(MessageOf(catalog.Find("a").status())), HasSubstr("extends itself"));
  EXPECT_THAT(std::string(MessageOf(catalog.Find("c").status())),
              HasSubstr("c.yaml:1: extends: no device 'nothing'"));
}

TEST_F(CatalogFolderTest, ANameLikeNoneGetsExamples) {
  for (const char* id : {"a", "b", "c", "d", "e", "f"}) {
    Write(fmt::format("acme/{}.yaml", id), "peak: 1 TFLOPS\nmemory_bandwidth: 1 GB/s\n");
  }
  // Of 6, one from each third.
  EXPECT_THAT(std::string(MessageOf(Open().Find("washing machine").status())),
              HasSubstr("there are 6 devices such as 'b', 'd', 'f': 'roofline devices list'"));
}

TEST(CatalogTest, ADanglingBaseOffersTheNearest) {
  const auto found = OurCatalog().Parse("extends: 1080-ti\n", "mine.yaml");
  EXPECT_THAT(std::string(MessageOf(found.status())),
              HasSubstr("mine.yaml:1: extends: no device '1080-ti' in the catalog; did you mean "
                        "'gtx-1080-ti' or "));
}

TEST_F(CatalogFolderTest, TheDigestChangesWithWhatIsExtended) {
  const std::string own = Write("own.yaml", "extends: base.yaml\ntdp: 200 W\n");
  const auto digest = [&](const std::string& base) {
    Write("base.yaml", base);
    return (*OurCatalog().ReadFile(own))->digest;
  };
  const std::string slow = digest("peak: 1 TFLOPS\nmemory_bandwidth: 100 GB/s\n");
  EXPECT_THAT(slow, ::testing::MatchesRegex("sha256:[0-9a-f]+"));
  EXPECT_NE(digest("peak: 2 TFLOPS\nmemory_bandwidth: 100 GB/s\n"), slow);
  EXPECT_EQ(digest("peak: 1 TFLOPS\nmemory_bandwidth: 100 GB/s\n"), slow);
}

TEST_F(CatalogFolderTest, InheritedPeaksFollowCoresAndClock) {
  Write("acme/base.yaml",
        "compute:\n  cores: 28\n  fma_units_per_core: 2\n  simd_lanes: 16\n"
        "  clocks: {base: 2 GHz}\n  peak:\n    vector: {fp32: 3.584 TFLOPS, fp64: 1.792 TFLOPS}\n"
        "memory: {bandwidth: 128 GB/s}\n"
        "caches: [{level: L2, size: 1 MiB, scope: core}, {level: L3, size: 38 MiB}]\n");
  Write("acme/part.yaml",
        "extends: base\ncompute: {cores: 14}\ncaches: [{level: L3, size: 19 MiB}]\n");
  Write("acme/slow.yaml", "extends: part\ncompute: {clocks: {base: 1 GHz}}\n");
  const DeviceCatalog catalog = Open();
  const ProfilePtr part = *catalog.Find("part");
  EXPECT_DOUBLE_EQ(part->Peak(Precision::kFp64, Unit::kVector)->value(), 1.792e12 * 14 / 28);
  EXPECT_EQ(part->caches.size(), 2U);
  EXPECT_DOUBLE_EQ(part->CacheSize(*part->FindCache("L2"))->value(), 14 * 1024 * 1024);
  EXPECT_DOUBLE_EQ(part->CacheSize(*part->FindCache("L3"))->value(), 19 * 1024 * 1024);
  const ProfilePtr slow = *catalog.Find("slow");
  EXPECT_DOUBLE_EQ(slow->Peak(Precision::kFp32, Unit::kVector)->value(), 3.584e12 * 14 / 28 / 2);
}

TEST_F(CatalogFolderTest, OwnFilesWorkWhereverAnIdDoes) {
  const std::string own =
      Write("own.yaml", "extends: gtx-1080-ti\nmemory: {bandwidth: 400 GB/s}\n");
  const std::string next = Write("next.yaml", "extends: own.yaml\ntdp: 200 W\n");
  const DeviceCatalog catalog = OurCatalog();
  EXPECT_DOUBLE_EQ((*ResolveDevice(catalog, own))->DramBandwidth().value(), 400e9);
  EXPECT_DOUBLE_EQ((*ResolveDevice(catalog, next))->DramBandwidth().value(), 400e9);
  EXPECT_EQ((*ResolveDevice(catalog, "gtx-1080-ti"))->id, "gtx-1080-ti");
  EXPECT_EQ(ReasonOf(ResolveDevice(catalog, "./none.yaml").status()), Reason::kFileNotFound);
  EXPECT_EQ(ReasonOf(ResolveDevice(catalog, "/dev/zero").status()), Reason::kFileNotFound);
}

TEST(CatalogTest, InlineTextMayExtendTheCatalogButNotOpenFiles) {
  const DeviceCatalog catalog = OurCatalog();
  const auto slower = catalog.Parse("id: slow\nextends: gtx-1080-ti\ntdp: 150 W\n", "profile 1");
  ASSERT_TRUE(slower.ok()) << MessageOf(slower.status());
  EXPECT_DOUBLE_EQ((*slower)->Tdp()->value(), 150);
  const auto opened = catalog.Parse("extends: /etc/passwd.yaml\n", "profile 1");
  EXPECT_THAT(std::string(MessageOf(opened.status())), HasSubstr("not a file"));
}

TEST_F(CatalogFolderTest, OnlyYamlFilesAreExtended) {
  Write("notes.txt", "extends: gtx-1080-ti\n");
  const std::string mine = "extends: ./notes.txt\n";
  const DeviceCatalog catalog = OurCatalog();
  const auto read = catalog.ReadFile(Write("mine.yaml", mine));
  EXPECT_THAT(std::string(MessageOf(read.status())),
              HasSubstr("mine.yaml:1: extends: './notes.txt' is no .yaml or .yml file"));
  const auto parsed = catalog.Parse(mine, "mine.yaml", {{"notes.txt", "extends: gtx-1080-ti\n"}});
  EXPECT_THAT(std::string(MessageOf(parsed.status())),
              HasSubstr("mine.yaml:1: extends: './notes.txt' is no .yaml or .yml file"));
}

// own/mine.yaml, then cards/b.yaml, then cards/a.yaml, then the catalog.
TEST_F(CatalogFolderTest, TextThatExtendsTextIsTheSameDeviceAsTheFiles) {
  std::filesystem::create_directories(folder_ + "/own");
  std::filesystem::create_directories(folder_ + "/cards");
  const std::string a = "extends: gtx-1080-ti\nmemory: {bandwidth: 400 GB/s}\n";
  const std::string b = "extends: ./a.yaml\ntdp: 200 W\n";
  const std::string mine = "id: mine\nextends: ../cards/b.yaml\n";
  Write("cards/a.yaml", a);
  Write("cards/b.yaml", b);
  const std::string path = Write("own/mine.yaml", mine);
  const auto files = ReadExtendedFiles(path, mine);
  ASSERT_TRUE(files.ok()) << MessageOf(files.status());
  ASSERT_EQ(files->size(), 2U);
  EXPECT_EQ((*files)[0].path, "../cards/b.yaml");
  EXPECT_EQ((*files)[0].yaml, b);
  EXPECT_EQ((*files)[1].path, "../cards/a.yaml");
  EXPECT_EQ((*files)[1].yaml, a);

  const DeviceCatalog catalog = OurCatalog();
  const ProfilePtr read = *catalog.ReadFile(path);
  std::filesystem::remove_all(folder_);  // the texts are all there is now
  const auto parsed = catalog.Parse(mine, path, *files);
  ASSERT_TRUE(parsed.ok()) << MessageOf(parsed.status());
  EXPECT_DOUBLE_EQ((*parsed)->DramBandwidth().value(), 400e9);
  EXPECT_DOUBLE_EQ((*parsed)->Tdp()->value(), 200);
  EXPECT_EQ((*parsed)->digest, read->digest);
}

TEST(CatalogTest, TextThatExtendsTextInALoopIsRefused) {
  const auto looped =
      OurCatalog().Parse("extends: b.yaml\n", "x/a.yaml",
                         {{"b.yaml", "extends: y/c.yaml\n"}, {"y/c.yaml", "extends: ../b.yaml\n"}});
  EXPECT_THAT(std::string(MessageOf(looped.status())),
              HasSubstr("x/y/c.yaml:1: extends: '../b.yaml' extends itself, by way of y/c.yaml"));
}

struct BadChain {
  std::string name;
  std::string mine;   // mine.yaml
  std::string other;  // other.yaml
  std::string message;
};
class BadChainTest : public CatalogFolderTest, public ::testing::WithParamInterface<BadChain> {};

TEST_P(BadChainTest, IsNamedByFileLineAndKey) {
  const std::string path = Write("mine.yaml", GetParam().mine);
  Write("other.yaml", GetParam().other);
  const absl::Status status = ReadExtendedFiles(path, GetParam().mine).status();
  EXPECT_EQ(MessageOf(status), fmt::format(fmt::runtime(GetParam().message), folder_));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadChainTest,
    ::testing::Values(BadChain{"Missing", "id: mine\nextends: ./none.yaml\n", "",
                               "{0}/mine.yaml:2: extends: {0}/none.yaml: no such file; check the "
                               "path"},
                      BadChain{"Itself", "extends: mine.yaml\n", "",
                               "{0}/mine.yaml:1: extends: 'mine.yaml' extends itself, by way of "
                               "{0}/mine.yaml"},
                      BadChain{"NoYaml", "extends: ../../etc/passwd\n", "",
                               "{0}/mine.yaml:1: extends: '../../etc/passwd' is no .yaml or .yml "
                               "file; only such a file or a device of the catalog can be extended"},
                      BadChain{"NoYamlFurtherOn", "extends: other.yaml\n", "extends: ./notes.txt\n",
                               "{0}/other.yaml:1: extends: './notes.txt' is no .yaml or .yml file; "
                               "only such a file or a device of the catalog can be extended"},
                      BadChain{"Loop", "extends: other.yaml\n", "extends: ./mine.yaml\n",
                               "{0}/other.yaml:1: extends: './mine.yaml' extends itself, by way of "
                               "{0}/other.yaml"}),
    [](const auto& tested) { return tested.param.name; });

// 1.yaml extends 2.yaml and so on: 8 files are read, 9 are not.
TEST_F(CatalogFolderTest, AChainOfExtendsHasAnEnd) {
  for (int i = 1; i <= 8; ++i) {
    Write(fmt::format("{}.yaml", i), fmt::format("extends: {}.yaml\n", i + 1));
  }
  Write("9.yaml", "peak: 1 TFLOPS\nmemory_bandwidth: 100 GB/s\n");
  const auto files = ReadExtendedFiles(folder_ + "/2.yaml", "extends: 3.yaml\n");
  ASSERT_TRUE(files.ok()) << MessageOf(files.status());
  EXPECT_EQ(files->size(), 7U);
  EXPECT_TRUE(OurCatalog().Parse("extends: 3.yaml\n", "2.yaml", *files).ok());
  EXPECT_EQ(MessageOf(ReadExtendedFiles(folder_ + "/1.yaml", "extends: 2.yaml\n").status()),
            folder_ + "/8.yaml:1: extends: a chain of more than 8");
}

}  // namespace
}  // namespace roofline
