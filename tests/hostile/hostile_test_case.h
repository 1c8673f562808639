#ifndef ROOFLINE_TESTS_HOSTILE_HOSTILE_TEST_CASE_H_
#define ROOFLINE_TESTS_HOSTILE_HOSTILE_TEST_CASE_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "costmodel/analysis/bindings.h"

namespace roofline::testing {

// A case that must come to an end without eating the machine: one that hangs is killed after two
// minutes, and one that takes more than a gigabyte fails (not under sanitizers, which take their
// own).
class HostileTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
};

// What a prediction from these bytes ends in, ok included.
absl::Status PredictBytes(std::string_view onnx, const Bindings& bindings = {});
// The same for a graph in ONNX text syntax: "agraph (float[2] x) => (float[2] y) {...}".
absl::Status PredictText(const std::string& graph_text, int opset = 17);

// `text` `count` times in a row.
std::string Repeated(std::string_view text, int count);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_HOSTILE_HOSTILE_TEST_CASE_H_
