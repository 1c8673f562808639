// The format is described three times: by the reader, by schema.json for editors, and by README.md
// for people. They must agree.

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "costmodel/device/lint.h"
#include "costmodel/device/profile_reader.h"
#include "tests/costmodel/testing/code_block.h"
#include "tests/costmodel/testing/read_file.h"
#include "tests/costmodel/testing/shipped_devices.h"

namespace roofline {
namespace {

using testing::AllTexts;
using ::testing::IsEmpty;
using testing::ReadFile;

const std::string kDevices = ROOFLINE_SOURCE_DIR "/devices";

// The keys the reader knows where `text` has the key '@'.
std::set<std::string> KnownKeys(const std::string& text) {
  Findings findings;
  ReadProfile(
      text, "card.yaml", [](std::string_view) { return nullptr; }, findings);
  for (const Finding& finding : findings) {
    const std::string start = "unknown key; known here: ";
    if (!finding.message.starts_with(start)) continue;
    std::set<std::string> keys;
    std::istringstream list(finding.message.substr(start.size()));
    for (std::string key; list >> key;)
      keys.insert(key.ends_with(',') ? key.substr(0, key.size() - 1) : key);
    return keys;
  }
  ADD_FAILURE() << "no unknown key reported for: " << text;
  return {};
}

struct DescriptionPlace {
  std::string name;
  std::string yaml;
  std::string pointer;  // to the "properties" of schema.json
};

class SchemaTest : public ::testing::TestWithParam<DescriptionPlace> {};

TEST_P(SchemaTest, HasTheKeysOfTheReader) {
  const nlohmann::json schema = nlohmann::json::parse(ReadFile(kDevices + "/schema.json"));
  std::set<std::string> keys;
  for (const auto& [key, value] :
       schema.at(nlohmann::json::json_pointer(GetParam().pointer)).items()) {
    keys.insert(key);
  }
  EXPECT_EQ(keys, KnownKeys(GetParam().yaml));
}

INSTANTIATE_TEST_SUITE_P(
    All, SchemaTest,
    ::testing::Values(
        DescriptionPlace{"root", "'@': 1", "/properties"},
        DescriptionPlace{"compute", "compute: {'@': 1}", "/properties/compute/properties"},
        DescriptionPlace{"clocks", "compute: {clocks: {'@': 1}}",
                         "/properties/compute/properties/clocks/properties"},
        DescriptionPlace{"units", "compute: {peak: {'@': 1}}",
                         "/properties/compute/properties/peak/oneOf/1/properties"},
        DescriptionPlace{"formats", "compute: {peak: {vector: {'@': 1}}}",
                         "/definitions/peaks/properties"},
        DescriptionPlace{"peak", "compute: {peak: {matrix: {fp16: {'@': 1}}}}",
                         "/definitions/peak/oneOf/1/properties"},
        DescriptionPlace{"memory", "memory: {'@': 1}", "/properties/memory/properties"},
        DescriptionPlace{"number", "tdp: {'@': 1}", "/definitions/watts/oneOf/1/properties"},
        DescriptionPlace{"cache", "caches: [{'@': 1}]", "/properties/caches/items/properties"},
        DescriptionPlace{"host_link", "host_link: {'@': 1}", "/properties/host_link/properties"},
        DescriptionPlace{"overheads", "overheads: {'@': 1}", "/properties/overheads/properties"},
        DescriptionPlace{"efficiency", "efficiency: {'@': 1}",
                         "/properties/efficiency/properties"}),
    [](const auto& place) { return place.param.name; });

std::string YamlBlock(const std::string& marker) {
  return testing::CodeBlock(ReadFile(kDevices + "/README.md"), "yaml", marker);
}

class ExampleTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ExampleTest, IsAValidProfile) {
  Findings findings;
  DeviceCatalog::Open(kDevices)->Parse(YamlBlock(GetParam()), "README.md", findings);
  EXPECT_THAT(AllTexts(findings), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, ExampleTest,
                         ::testing::Values("peak: 10.6 TFLOPS", "fma_units: 3584",
                                           "id: example-card", "id: my-cloud-instance"));

TEST(ExampleTest, TheWholeProfilePassesTheLint) {
  Findings findings;
  const auto profile =
      DeviceCatalog::Open(kDevices)->Parse(YamlBlock("id: example-card"), "README.md", findings);
  ASSERT_NE(profile, nullptr);
  EXPECT_THAT(AllTexts(LintProfile(*profile)), IsEmpty());
}

}  // namespace
}  // namespace roofline
