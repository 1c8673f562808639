#include "costmodel/analysis/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/costmodel/testing/counted_model.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Coverage CoverageOfText(const std::string& graph) {
  return CoverageOf(testing::CountModel(testing::ParseModelText(graph)).layers);
}

TEST(CoverageTest, AModelOfExactLayers) {
  const Coverage coverage = CoverageOfText(
      "g (float[2,3] x, float[3,5] w) => (float[2,5] y) { m = MatMul(x, w)\n y = Relu(m) }");
  EXPECT_EQ(coverage.nodes, 2);
  EXPECT_EQ(coverage.exact, 2);
  EXPECT_EQ(coverage.operations.exact, 1);
  EXPECT_EQ(coverage.bytes.exact, 1);
  EXPECT_EQ(coverage.operations.unknown, 0);
  EXPECT_THAT(coverage.unknown_layers, IsEmpty());
}

TEST(CoverageTest, SharesOfOperationsAndBytes) {
  // MatMul: 2*2*3*5 operations; Relu of 2x5: 10. NonZero of 2x5 is bounded by its elements.
  const Coverage coverage = CoverageOfText(
      "g (float[2,3] x, float[3,5] w) => (int64[2,N] y) { m = MatMul(x, w)\n r = Relu(m)\n"
      "y = NonZero(r) }");
  EXPECT_EQ(coverage.exact, 2);
  EXPECT_EQ(coverage.bounded, 1);
  const double exact = 2 * 2 * 3 * 5 + 2 * 5;
  const double non_zero = 2 * 5;  // a comparison for each element
  EXPECT_DOUBLE_EQ(coverage.operations.exact, exact / (exact + non_zero));
  EXPECT_DOUBLE_EQ(coverage.operations.bounded, non_zero / (exact + non_zero));
  const double exact_bytes = 4 * (2 * 3 + 3 * 5 + 2 * 5) + 4 * (2 * 5 + 2 * 5);
  const double non_zero_bytes = 4 * 2 * 5 + 8 * 2 * 10;  // reads floats, writes int64 [2,10]
  EXPECT_DOUBLE_EQ(coverage.bytes.exact, exact_bytes / (exact_bytes + non_zero_bytes));
  EXPECT_DOUBLE_EQ(coverage.bytes.bounded, non_zero_bytes / (exact_bytes + non_zero_bytes));
}

TEST(CoverageTest, UnknownLayersAreListedAndTheirOperationsAreNotGuessed) {
  // The output of the model declares its shape, that of the first Magic is unknown.
  const Coverage coverage = CoverageOfText(
      "g (float[8] x) => (float[8] y) { r = Relu(x)\n a = com.acme.Magic(r)\n b = Relu(a)\n"
      "y = com.acme.Magic(b) }");
  EXPECT_EQ(coverage.nodes, 4);
  EXPECT_EQ(coverage.exact, 1);
  EXPECT_EQ(coverage.unknown, 3);
  EXPECT_THAT(coverage.unknown_layers, ElementsAre("a", "b", "y"));
  EXPECT_THAT(coverage.unknown_operators, ElementsAre("com.acme.Magic"));
  EXPECT_EQ(coverage.operations.exact, 1);
  EXPECT_FALSE(coverage.operations.unknown.has_value());
  // Relu moves 4*8 in and out, the first Magic reads 4*8, the second writes as much.
  EXPECT_DOUBLE_EQ(coverage.bytes.exact, 64.0 / (64 + 32 + 32));
  EXPECT_DOUBLE_EQ(*coverage.bytes.unknown, 64.0 / (64 + 32 + 32));
}

TEST(CoverageTest, NothingToShare) {
  const Coverage coverage = CoverageOfText("g (float[0] x) => (float[0] y) { y = Relu(x) }");
  EXPECT_EQ(coverage.exact, 1);
  EXPECT_EQ(coverage.operations.exact, 0);
  EXPECT_EQ(coverage.bytes.exact, 0);
}

}  // namespace
}  // namespace roofline
