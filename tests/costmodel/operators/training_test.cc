#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

constexpr const char* kDomain = "ai.onnx.preview.training";

OperatorCase Optimizer(const std::string& op, int tensors) {
  OperatorCase node(op, 1, kDomain);
  node.In(DType::kFloat32, {}).In(DType::kInt64, {});
  for (int i = 0; i < tensors; ++i) node.In(DType::kFloat32, {i % 2 + 2});
  return node;
}

TEST(TrainingTest, NewParametersThenNewState) {
  const OperatorResult adagrad = Optimizer("Adagrad", 6).Outputs(4).Run();  // X, G, H of 2 and 3
  EXPECT_EQ(adagrad.shape(0), "2");
  EXPECT_EQ(adagrad.shape(1), "3");
  EXPECT_EQ(adagrad.shape(2), "2");
  EXPECT_EQ(adagrad.shape(3), "3");
  EXPECT_EQ(adagrad.work.fmas, Count(3 * (2 + 3)));
  EXPECT_EQ(adagrad.work.arithmetic, Count(3 * (2 + 3)));
  const OperatorResult adam = Optimizer("Adam", 8).Outputs(6).Run();
  EXPECT_EQ(adam.shape(5), "3");
  EXPECT_EQ(adam.work.fmas, Count(4 * (2 + 3)));
  EXPECT_EQ(adam.work.arithmetic, Count(7 * (2 + 3)));
  const OperatorResult momentum =
      Optimizer("Momentum", 6).String("mode", "nesterov").Outputs(4).Run();
  EXPECT_EQ(momentum.work.fmas, Count(4 * (2 + 3)));
}

TEST(TrainingTest, Conflicts) {
  EXPECT_THAT(Optimizer("Adam", 3).Run().shape(), HasSubstr("expected R, T and 4 tensors"));
  EXPECT_THAT(Optimizer("Momentum", 3).Run().shape(), HasSubstr("expected mode"));
}

TEST(TrainingTest, GradientsHaveTheShapesOfTheirInputs) {
  const OperatorResult result = OperatorCase("Gradient", 1, kDomain)
                                    .Strings("xs", {"a", "b"})
                                    .In(DType::kFloat32, {2, 3})
                                    .In(DType::kFloat32, {4})
                                    .Outputs(2)
                                    .Run();
  EXPECT_EQ(result.shape(0), "2x3");
  EXPECT_EQ(result.shape(1), "4");
}

}  // namespace
}  // namespace roofline::testing
