#include "costmodel/operators/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace roofline {
namespace {

TEST(RegistryTest, EveryRuleIsComplete) {
  for (const OperatorRule& rule : AllOperatorRules()) {
    EXPECT_FALSE(rule.formula.empty()) << rule.op;
    EXPECT_FALSE(rule.source.empty()) << rule.op;
    EXPECT_FALSE(rule.versions.empty()) << rule.op;
    EXPECT_TRUE(std::is_sorted(rule.versions.begin(), rule.versions.end())) << rule.op;
  }
}

TEST(RegistryTest, NoVersionHasTwoRules) {
  std::set<std::tuple<std::string, std::string, int>> seen;
  for (const OperatorRule& rule : AllOperatorRules()) {
    for (const int version : rule.versions) {
      EXPECT_TRUE(seen.emplace(rule.domain, rule.op, version).second)
          << rule.domain << " " << rule.op << " " << version;
    }
  }
}

TEST(RegistryTest, TheGreatestVersionNotAboveTheOpsetIsTaken) {
  EXPECT_EQ(FindOperatorRule("", "LayerNormalization", 0), nullptr);
  EXPECT_NE(FindOperatorRule("", "Conv", 9), nullptr);
  EXPECT_EQ(FindOperatorRule("", "RMSNormalization", 22), nullptr);
  EXPECT_NE(FindOperatorRule("", "RMSNormalization", 28), nullptr);
  EXPECT_EQ(FindOperatorRule("", "NoSuchOperator", 20), nullptr);
}

}  // namespace
}  // namespace roofline
