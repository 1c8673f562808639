#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;

TEST(IdentityTest, KeepsWhatIsKnown) {
  const OperatorResult same = OperatorCase("Identity", 16).In({4, 5}).Run();
  EXPECT_EQ(same.shape(), "2");
  EXPECT_THAT(same.ints(), ElementsAre(4, 5));
  EXPECT_EQ(same.work.TotalRead(), Count(0));
}

TEST(IdentityTest, PassesSequences) {
  Fact sequence;
  sequence.kind = TypeKind::kSequence;
  sequence.elements =
      std::make_shared<const std::vector<Fact>>(2, TensorFact(DType::kFloat32, {3}));
  const OperatorResult same = OperatorCase("Identity", 14).InFact(sequence).Run();
  ASSERT_TRUE(same.status.ok());
  EXPECT_EQ(same.outputs[0].kind, TypeKind::kSequence);
  EXPECT_EQ(same.outputs[0].elements->size(), 2U);
}

TEST(DropoutTest, IsAViewInInference) {
  const OperatorResult dropout =
      OperatorCase("Dropout", 13).In(DType::kFloat32, {2, 8}).Outputs(2).Run();
  EXPECT_EQ(dropout.shape(0), "2x8");
  EXPECT_EQ(dropout.shape(1), "2x8");
  EXPECT_EQ(dropout.outputs[1].dtype, DType::kBool);
  EXPECT_EQ(dropout.work.TotalRead(), Count(0));
  EXPECT_EQ(dropout.work.TotalWritten(), Count(2 * 8));  // the mask, a byte each
}

TEST(DropoutTest, OldMasksHaveTheTypeOfTheData) {
  EXPECT_EQ(OperatorCase("Dropout", 7).In(DType::kFloat16, {2}).Outputs(2).Run().outputs[1].dtype,
            DType::kFloat16);
}

TEST(DropoutTest, TrainingScalesAndMasks) {
  const OperatorResult dropout = OperatorCase("Dropout", 12)
                                     .In(DType::kFloat32, {2, 8})
                                     .InFloats(DType::kFloat32, {}, {0.5})
                                     .InInts(DType::kBool, {}, {1})
                                     .Run();
  EXPECT_EQ(dropout.work.arithmetic, Count(2 * 2 * 8));
}

}  // namespace
}  // namespace roofline::testing
