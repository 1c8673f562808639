// YAML made to overwhelm its reader, as a device profile and as a convention: errors that name the
// file.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "costmodel/convention/reader.h"
#include "costmodel/data_dir.h"
#include "costmodel/device/profile_reader.h"
#include "costmodel/error.h"
#include "tests/hostile/hostile_test_case.h"

namespace roofline::testing {
namespace {

struct Yaml {
  std::string name;
  std::string text;
};

std::string AliasBomb() {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string from = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + from;
    for (int k = 0; k < 8; ++k) text += ", " + from;
    text += "]\n";
  }
  return text;
}

std::string EveryByte() {
  std::string text;
  for (int byte = 0; byte < 256; ++byte) text += static_cast<char>(byte);
  return text;
}

class HostileYamlTest : public HostileTest, public ::testing::WithParamInterface<Yaml> {};

TEST_P(HostileYamlTest, IsNoProfile) {
  Findings findings;
  const BaseLookup bases = [](std::string_view) {
    return absl::StatusOr<std::shared_ptr<const ProfileDocument>>(
        Error(Reason::kUnknownDevice, "no such profile"));
  };
  EXPECT_EQ(ReadProfile(GetParam().text, "f.yaml", bases, findings), nullptr);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(FindingText(findings[0]).rfind("f.yaml", 0), 0U) << FindingText(findings[0]);
}

TEST_P(HostileYamlTest, IsNoConvention) {
  const auto convention = ReadConvention(GetParam().text, "f.yaml", DataDirectory());
  EXPECT_EQ(ReasonOf(convention.status()), Reason::kInvalidRules);
}

INSTANTIATE_TEST_SUITE_P(
    All, HostileYamlTest,
    ::testing::Values(
        Yaml{"Empty", ""}, Yaml{"AliasBomb", AliasBomb()},
        Yaml{"DeepFlow", "a: " + Repeated("[", 100'000)},
        Yaml{"DeepMaps", "a: " + Repeated("{b: ", 30'000)},
        Yaml{"DeepBlocks", Repeated("- ", 100'000)}, Yaml{"DuplicateKeys", "name: a\nname: b\n"},
        Yaml{"NumbersThatAreNone", "name: a\nsource: nan\ndram: {bandwidth: .nan}\ncores: .inf\n"},
        Yaml{"HugeNumber", "name: a\ncores: 1e999\nsockets: " + Repeated("9", 5000)},
        Yaml{"ThreeHundredKibibytes", "a: " + std::string(300 * 1024, 'x')},
        Yaml{"Binary", EveryByte()}, Yaml{"Nul", std::string("a\0b: 1", 6)},
        Yaml{"BrokenUtf8", "a: \xff\xfe\xc3\x28\n"}, Yaml{"ExtendsItself", "id: a\nextends: a\n"},
        Yaml{"ListOfNothing", "- \n- \n"}, Yaml{"OnlyAComment", "# " + std::string(10'000, '#')}),
    [](const auto& yaml) { return yaml.param.name; });

TEST_F(HostileTest, ExpressionNestedDeep) {
  const std::string deep = Repeated("(", 50'000) + "1" + Repeated(")", 50'000);
  const auto convention =
      ReadConvention("name: mine\ntitle: t\nsource: s\ndefault: {flops: \"" + deep + "\"}\n",
                     "f.yaml", DataDirectory());
  EXPECT_EQ(ReasonOf(convention.status()), Reason::kInvalidRules);
}

}  // namespace
}  // namespace roofline::testing
