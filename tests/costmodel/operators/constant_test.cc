#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(ConstantTest, EveryAttributeForm) {
  const OperatorResult tensor =
      OperatorCase("Constant", 9)
          .TensorAttr("value", {DType::kInt32, {2}, std::vector<int64_t>{4, 5}})
          .Run();
  EXPECT_EQ(tensor.shape(), "2");
  EXPECT_EQ(tensor.outputs[0].dtype, DType::kInt32);
  EXPECT_THAT(tensor.ints(), ElementsAre(4, 5));
  EXPECT_EQ(OperatorCase("Constant", 11)
                .TensorAttr("sparse_value", {DType::kFloat32, {100, 100}, {}})
                .Run()
                .shape(),
            "100x100");
  EXPECT_THAT(OperatorCase("Constant", 12).Int("value_int", 3).Run().ints(), ElementsAre(3));
  EXPECT_THAT(OperatorCase("Constant", 13).Ints("value_ints", {3, 4}).Run().ints(),
              ElementsAre(3, 4));
  EXPECT_THAT(OperatorCase("Constant", 13).Float("value_float", 0.5).Run().floats(),
              ElementsAre(0.5));
  EXPECT_EQ(OperatorCase("Constant", 25).Floats("value_floats", {0.5, 1}).Run().shape(), "2");
  EXPECT_EQ(OperatorCase("Constant", 13).String("value_string", "a").Run().outputs[0].dtype,
            DType::kString);
  EXPECT_EQ(OperatorCase("Constant", 13).Strings("value_strings", {"a", "b"}).Run().shape(), "2");
  EXPECT_THAT(OperatorCase("Constant", 13).Run().shape(),
              HasSubstr("expected an attribute that gives the value"));
}

TEST(ConstantOfShapeTest, FillsTheShape) {
  const OperatorResult zeros = OperatorCase("ConstantOfShape", 9).In({2, 2}).Run();
  EXPECT_EQ(zeros.shape(), "2x2");
  EXPECT_THAT(zeros.floats(), ElementsAre(0, 0, 0, 0));
  const OperatorResult ones =
      OperatorCase("ConstantOfShape", 20)
          .TensorAttr("value", {DType::kInt64, {1}, std::vector<int64_t>{1}})
          .In({3})
          .Run();
  EXPECT_THAT(ones.ints(), ElementsAre(1, 1, 1));
  EXPECT_EQ(OperatorCase("ConstantOfShape", 9).In(std::vector<int64_t>{}).Run().shape(), "scalar");
}

TEST(ConstantOfShapeTest, LargeOnesHaveNoContent) {
  const OperatorResult large = OperatorCase("ConstantOfShape", 9).In({1 << 20, 1 << 10}).Run();
  EXPECT_EQ(large.shape(), "1048576x1024");
  EXPECT_THAT(large.floats(), IsEmpty());
}

TEST(ConstantOfShapeTest, Conflicts) {
  EXPECT_THAT(OperatorCase("ConstantOfShape", 9).In({2, -1}).Run().shape(),
              HasSubstr("extent -1 is negative"));
  EXPECT_THAT(OperatorCase("ConstantOfShape", 9).In(DType::kInt64, {2}).Run().shape(),
              HasSubstr("the shape comes from input 0"));
  EXPECT_THAT(OperatorCase("ConstantOfShape", 9).In(DType::kInt64, {2, 2}).Run().shape(),
              HasSubstr("expected the shape as a list of extents"));
  EXPECT_THAT(OperatorCase("ConstantOfShape", 9)
                  .TensorAttr("value", {DType::kInt64, {2}, std::vector<int64_t>{1, 2}})
                  .In({3})
                  .Run()
                  .shape(),
              HasSubstr("expected attribute 'value' to hold one element"));
}

}  // namespace
}  // namespace roofline::testing
