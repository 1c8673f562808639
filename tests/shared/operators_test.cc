#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "tests/shared/shared_case.h"

namespace roofline::testing {
namespace {

// "domain op version" of every line.
std::set<std::string> OwnList() {
  std::ifstream file(ROOFLINE_SOURCE_DIR "/tests/costmodel/operators/onnx_versions.txt");
  std::set<std::string> versions;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string domain;
    std::string op;
    words >> domain >> op;
    for (std::string version; words >> version;) versions.insert(domain + " " + op + " " + version);
  }
  return versions;
}

TEST(OperatorsTest, OurListOfOnnxOperatorsIsThatOfTheReference) {
  std::set<std::string> reference;
  for (const auto& entry : ReadSharedJson("reference/onnx_operators.json")) {
    reference.insert(entry.at("domain").get<std::string>() + " " +
                     entry.at("op").get<std::string>() + " " +
                     std::to_string(entry.at("since").get<int>()));
  }
  EXPECT_GE(reference.size(), 204U + 19U);
  EXPECT_THAT(OwnList(), ::testing::ContainerEq(reference));
}

}  // namespace
}  // namespace roofline::testing
