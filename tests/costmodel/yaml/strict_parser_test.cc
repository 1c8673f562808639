#include "costmodel/yaml/strict_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace roofline {
namespace {

using ::testing::HasSubstr;

TEST(StrictYamlTest, KeepsLinesAndOrder) {
  Findings findings;
  const auto root = ParseStrictYaml("a: 1\nb:\n  c: [x, 'y']\n", "f.yaml", "profile", findings);
  ASSERT_TRUE(root.has_value());
  ASSERT_EQ(root->entries.size(), 2U);
  EXPECT_EQ(root->entries[1].key, "b");
  EXPECT_EQ(root->entries[1].line, 2);
  const YamlNode* list = root->Find("b")->Find("c");
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->line, 3);
  EXPECT_EQ(list->items[1].scalar, "y");
  EXPECT_TRUE(list->items[1].quoted);
  EXPECT_TRUE(findings.empty());
}

struct StrictParserRefused {
  std::string name;
  std::string text;
  std::string finding;
};

std::string Repeated(const std::string& part, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += part;
  return text;
}

std::string ManyKeys() {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += fmt::format("k{}: 1\n", i);
  return text;
}

class StrictYamlRefusalTest : public ::testing::TestWithParam<StrictParserRefused> {};

TEST_P(StrictYamlRefusalTest, IsOneFindingWithItsLine) {
  Findings findings;
  EXPECT_FALSE(ParseStrictYaml(GetParam().text, "f.yaml", "profile", findings).has_value());
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_THAT(FindingText(findings[0]), HasSubstr(GetParam().finding));
}

INSTANTIATE_TEST_SUITE_P(
    All, StrictYamlRefusalTest,
    ::testing::Values(
        StrictParserRefused{"empty", "", "f.yaml"},
        StrictParserRefused{"scalar", "hello", "f.yaml:1: expected 'key"},
        StrictParserRefused{"list", "- a\n", "f.yaml:1: expected 'key"},
        StrictParserRefused{"anchor", "a: 1\nb: &x 2\n", "f.yaml:2: anchors"},
        StrictParserRefused{"alias", "a: &x 1\nb: *x\n", "f.yaml:1: anchors"},
        StrictParserRefused{"unknown_alias", "a: *x\n", "f.yaml:1: "},
        StrictParserRefused{"merge", "a: {b: 1}\n<<: {c: 2}\n", "f.yaml:2: merge keys"},
        StrictParserRefused{"tag", "a: !!int 1\n", "f.yaml:1: tags"},
        StrictParserRefused{"documents", "a: 1\n---\nb: 2\n", "a second document"},
        StrictParserRefused{"tab", "a:\n\tb: 1\n", "f.yaml:2: a tab"},
        StrictParserRefused{"nul", std::string("a: \0b", 5), "f.yaml:1: byte 0x00"},
        StrictParserRefused{"syntax", "a: [1, 2\nb: 3\n", "not valid YAML"},
        StrictParserRefused{"map_key", "{a: 1}: 2\n", "a key must be plain text"},
        StrictParserRefused{"deep_flow", Repeated("[", 100000), "f.yaml:1: "},
        StrictParserRefused{"deep_flow_value", "a: " + Repeated("[", 20) + Repeated("]", 20),
                            "nested deeper"},
        StrictParserRefused{"deep_flow_map", "a: " + Repeated("{b: ", 50000), "nested deeper"},
        StrictParserRefused{"deep_block", Repeated("- ", 100000), "nested deeper"},
        StrictParserRefused{"question_marks", Repeated("? ", 100000), "a key must be plain text"},
        StrictParserRefused{"big", std::string(kMaxYamlBytes + 1, 'a'), "at most 262144 are read"},
        StrictParserRefused{"many_keys", ManyKeys(), "more than 1000 keys"}),
    [](const auto& refused) { return refused.param.name; });

TEST(StrictYamlTest, SaysWhatTheFileShouldHold) {
  Findings findings;
  EXPECT_FALSE(ParseStrictYaml("a: 1\n---\nb: 2\n", "f.yaml", "convention", findings).has_value());
  EXPECT_FALSE(ParseStrictYaml("a: \x01", "f.yaml", "convention", findings).has_value());
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].message, "a second document; write one convention per file");
  EXPECT_EQ(findings[1].message, "byte 0x01; a convention is plain text");
}

TEST(StrictYamlTest, DuplicateKeysAreFindings) {
  Findings findings;
  const auto root = ParseStrictYaml("a: 1\nm:\n  b: 2\n  b: 3\n", "f.yaml", "profile", findings);
  ASSERT_TRUE(root.has_value());
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(FindingText(findings[0]), "f.yaml:4: m.b: duplicate key, first on line 3; keep one");
}

}  // namespace
}  // namespace roofline
