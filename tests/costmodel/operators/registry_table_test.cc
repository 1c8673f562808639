#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "costmodel/operators/operator_list.h"

namespace roofline {
namespace {

using ::testing::IsEmpty;

constexpr char kOnnx[] = "onnx_versions.txt";
constexpr char kContrib[] = "contrib_versions.txt";

// since_versions by "domain op".
using Table = std::map<std::string, std::set<int>>;

// Lines "domain op v1 v2 ..."; '#' starts a comment line.
Table ReadTable(const std::string& name) {
  std::ifstream file(std::string(ROOFLINE_SOURCE_DIR "/tests/costmodel/operators/") + name);
  EXPECT_TRUE(file.is_open()) << name;
  Table table;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string domain;
    std::string op;
    words >> domain >> op;
    std::set<int>& versions = table[domain + " " + op];
    for (int version = 0; words >> version;) versions.insert(version);
    EXPECT_FALSE(versions.empty()) << name << ": " << line;
  }
  return table;
}

Table RegistryTable() {
  const auto entries = ListOperators({});
  EXPECT_TRUE(entries.ok());
  Table table;
  for (const OperatorEntry& entry : *entries) {
    table[std::string(entry.domain) + " " + std::string(entry.op)].insert(entry.versions.begin(),
                                                                          entry.versions.end());
  }
  return table;
}

// "domain op version" of what is in `wanted` and not in `there`.
std::vector<std::string> Missing(const Table& wanted, const Table& there) {
  std::vector<std::string> missing;
  for (const auto& [name, versions] : wanted) {
    const auto found = there.find(name);
    for (const int version : versions) {
      if (found == there.end() || !found->second.contains(version))
        missing.push_back(name + " " + std::to_string(version));
    }
  }
  return missing;
}

int64_t OperatorsOf(const std::string& domain, const Table& table) {
  int64_t count = 0;
  for (const auto& [name, versions] : table) count += name.starts_with(domain + " ") ? 1 : 0;
  return count;
}

TEST(RegistryTableTest, TheListIsWhole) {
  const Table onnx = ReadTable(kOnnx);
  EXPECT_EQ(OperatorsOf("ai.onnx", onnx), 204);
  EXPECT_EQ(OperatorsOf("ai.onnx.ml", onnx), 19);
}

TEST(RegistryTableTest, EveryVersionOfEveryOnnxOperatorHasARule) {
  EXPECT_THAT(Missing(ReadTable(kOnnx), RegistryTable()), IsEmpty());
}

TEST(RegistryTableTest, TheOperatorsOfOnnxRuntimeHaveRules) {
  EXPECT_THAT(Missing(ReadTable(kContrib), RegistryTable()), IsEmpty());
}

// What ONNX defines is closed: a rule beyond it is for a version that never was, or for an operator
// that ONNX Runtime keeps in the domain of ONNX and that the second list has.
TEST(RegistryTableTest, NoRuleIsForAnOnnxVersionThatDoesNotExist) {
  Table of_onnx;
  for (const auto& [name, versions] : RegistryTable()) {
    if (name.starts_with("ai.onnx ") || name.starts_with("ai.onnx.ml ")) of_onnx[name] = versions;
  }
  Table known = ReadTable(kOnnx);
  for (const auto& [name, versions] : ReadTable(kContrib))
    known[name].insert(versions.begin(), versions.end());
  EXPECT_THAT(Missing(of_onnx, known), IsEmpty());
}

}  // namespace
}  // namespace roofline
