#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

OperatorCase ScatterCase(const std::string& op, std::vector<int64_t> indices,
                         std::vector<int64_t> updates) {
  const auto count = static_cast<int64_t>(indices.size());
  Shape shape = {count};
  if (op == "ScatterND") shape.push_back(1);
  OperatorCase test(op, 16);
  test.In({1, 2, 3, 4}).InInts(DType::kInt64, shape, std::move(indices)).In(std::move(updates));
  return test;
}

TEST(ScatterTest, ReplacesElements) {
  EXPECT_THAT(ScatterCase("ScatterElements", {1, -1}, {20, 40}).Run().ints(),
              ElementsAre(1, 20, 3, 40));
  EXPECT_THAT(ScatterCase("Scatter", {0}, {9}).Run().ints(), ElementsAre(9, 2, 3, 4));
  EXPECT_THAT(ScatterCase("ScatterND", {3, 0}, {40, 10}).Run().ints(), ElementsAre(10, 2, 3, 40));
  EXPECT_TRUE(ScatterCase("ScatterND", {4}, {40}).Run().ints().empty());
}

TEST(ScatterTest, NdReplacesSlices) {
  EXPECT_THAT(OperatorCase("ScatterND", 13)
                  .InInts(DType::kInt64, {2, 2}, {1, 2, 3, 4})
                  .InInts(DType::kInt64, {1, 1}, {1})
                  .InInts(DType::kInt64, {1, 2}, {7, 8})
                  .Run()
                  .ints(),
              ElementsAre(1, 2, 7, 8));
}

TEST(ScatterTest, ReductionsWorkPerUpdate) {
  const auto work = [](DType dtype, const std::string& reduction) {
    return OperatorCase("ScatterElements", 18)
        .In(dtype, {10, 4})
        .In(DType::kInt64, {3, 4})
        .In(dtype, {3, 4})
        .String("reduction", reduction)
        .Run()
        .work;
  };
  EXPECT_EQ(work(DType::kFloat32, "none").Flops(), Count(0));
  EXPECT_EQ(work(DType::kFloat32, "add").arithmetic, Count(3 * 4));
  EXPECT_EQ(work(DType::kFloat32, "max").comparisons, Count(3 * 4));
  EXPECT_EQ(work(DType::kInt32, "add").integer_ops, Count(3 * 4));
  EXPECT_EQ(work(DType::kFloat32, "none").TotalRead(), Count(4 * 10 * 4 + 8 * 3 * 4 + 4 * 3 * 4));
  EXPECT_EQ(work(DType::kFloat32, "none").TotalWritten(), Count(4 * 10 * 4));
}

TEST(ScatterTest, Contradictions) {
  const auto scatter = [](const std::string& op, Shape indices, Shape updates) {
    return OperatorCase(op, 18)
        .In(DType::kFloat32, {4, 5})
        .In(DType::kInt64, std::move(indices))
        .In(DType::kFloat32, std::move(updates))
        .Run()
        .shape();
  };
  EXPECT_EQ(scatter("ScatterElements", {2, 5}, {2, 5}), "4x5");
  EXPECT_THAT(scatter("ScatterElements", {2, 5}, {2, 4}), HasSubstr("shape of indices"));
  EXPECT_THAT(scatter("ScatterElements", {2, 6}, {2, 6}), HasSubstr("beyond data along axis 1"));
  EXPECT_THAT(scatter("ScatterElements", {2}, {2}), HasSubstr("rank of data"));
  EXPECT_EQ(scatter("ScatterND", {3, 1}, {3, 5}), "4x5");
  EXPECT_THAT(scatter("ScatterND", {3, 1}, {3}), HasSubstr("expected updates of shape 3x5"));
  EXPECT_THAT(scatter("ScatterND", {3, 3}, {3}), HasSubstr("index tuples"));
}

TEST(TensorScatterTest, MovesTheUpdateOnly) {
  const auto scatter = [](Shape update) {
    return OperatorCase("TensorScatter", 24)
        .In(DType::kFloat16, {2, 8, 100, 64})
        .In(DType::kFloat16, std::move(update))
        .In(DType::kInt64, {2})
        .Run();
  };
  const OperatorResult fits = scatter({2, 8, 1, 64});
  EXPECT_EQ(fits.shape(), "2x8x100x64");
  EXPECT_EQ(fits.work.TotalRead(), Count(2 * (2 * 8 * 64) + 8 * 2));
  EXPECT_EQ(fits.work.TotalWritten(), Count(2 * (2 * 8 * 64)));
  EXPECT_THAT(scatter({2, 8, 101, 64}).shape(), HasSubstr("does not fit along axis 2"));
  EXPECT_THAT(scatter({2, 7, 1, 64}).shape(), HasSubstr("does not fit"));
}

}  // namespace
}  // namespace roofline::testing
