#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(GatherTest, IndicesReplaceTheAxis) {
  const auto gather = [](Shape x, Shape indices, int64_t axis) {
    return OperatorCase("Gather", 13)
        .In(DType::kFloat32, std::move(x))
        .In(DType::kInt64, std::move(indices))
        .Int("axis", axis)
        .Run();
  };
  EXPECT_EQ(gather({5, 6}, {2, 3}, 0).shape(), "2x3x6");
  EXPECT_EQ(gather({5, 6}, {2, 3}, -1).shape(), "5x2x3");
  EXPECT_EQ(gather({5, 6}, {}, 1).shape(), "5");
  EXPECT_EQ(gather({5, 6}, {0}, 1).shape(), "5x0");
  EXPECT_THAT(gather({5, 6}, {1}, 2).shape(), HasSubstr("axis 2 is outside"));
  EXPECT_THAT(gather({}, {1}, 0).shape(), HasSubstr("axis 0 is outside"));
}

TEST(GatherTest, AnEmbeddingReadsOnlyItsRows) {
  const OperatorResult rows = OperatorCase("Gather", 13)
                                  .In(DType::kFloat32, {30'522, 768})
                                  .In(DType::kInt64, {1, 128})
                                  .Run();
  EXPECT_EQ(rows.work.TotalRead(), Count(4 * 128 * 768 + 8 * 128));
  EXPECT_EQ(rows.work.TotalWritten(), Count(4 * 128 * 768));
  EXPECT_EQ(rows.work.Flops(), Count(0));
}

TEST(GatherTest, PicksContent) {
  const auto pick = [](std::vector<int64_t> indices) {
    return OperatorCase("Gather", 13).In({10, 20, 30}).In(std::move(indices)).Run().ints();
  };
  EXPECT_THAT(pick({2, -3}), ElementsAre(30, 10));
  EXPECT_TRUE(pick({3}).empty());  // outside: there is no such element
  EXPECT_THAT(OperatorCase("Gather", 13)
                  .InInts(DType::kInt64, {2, 3}, {1, 2, 3, 4, 5, 6})
                  .InInts(DType::kInt64, {}, {1})
                  .Int("axis", 1)
                  .Run()
                  .ints(),
              ElementsAre(2, 5));
}

TEST(GatherElementsTest, HasTheShapeOfItsIndices) {
  const OperatorResult gather = OperatorCase("GatherElements", 13)
                                    .InInts(DType::kInt64, {2, 2}, {1, 2, 3, 4})
                                    .InInts(DType::kInt64, {2, 2}, {0, 0, -1, 0})
                                    .Int("axis", 1)
                                    .Run();
  EXPECT_EQ(gather.shape(), "2x2");
  EXPECT_THAT(gather.ints(), ElementsAre(1, 1, 4, 3));
  EXPECT_THAT(OperatorCase("GatherElements", 11)
                  .In(DType::kFloat32, {2, 2})
                  .In(DType::kInt64, {3, 2})
                  .Int("axis", 1)
                  .Run()
                  .shape(),
              HasSubstr("beyond data along axis 0"));
  EXPECT_THAT(OperatorCase("GatherElements", 11)
                  .In(DType::kFloat32, {2, 2})
                  .In(DType::kInt64, {2})
                  .Run()
                  .shape(),
              HasSubstr("rank of data"));
}

TEST(GatherNdTest, TuplesPickSlices) {
  const auto gather = [](Shape x, Shape indices, int64_t batch) {
    return OperatorCase("GatherND", 13)
        .In(DType::kFloat32, std::move(x))
        .In(DType::kInt64, std::move(indices))
        .Int("batch_dims", batch)
        .Run()
        .shape();
  };
  EXPECT_EQ(gather({2, 3, 4}, {5, 2}, 0), "5x4");
  EXPECT_EQ(gather({2, 3, 4}, {5, 1}, 0), "5x3x4");
  EXPECT_EQ(gather({2, 3, 4}, {2, 1}, 1), "2x4");
  EXPECT_THAT(gather({2, 3, 4}, {5, 4}, 0), HasSubstr("index tuples of 4"));
  EXPECT_THAT(gather({2, 3, 4}, {3, 1}, 1), HasSubstr("batch extents"));
  EXPECT_THAT(gather({2, 3}, {2, 1}, 2), HasSubstr("batch_dims 2"));
  EXPECT_THAT(OperatorCase("GatherND", 12)
                  .InInts(DType::kInt64, {2, 2}, {1, 2, 3, 4})
                  .InInts(DType::kInt64, {2, 1}, {1, 0})
                  .Int("batch_dims", 1)
                  .Run()
                  .ints(),
              ElementsAre(2, 3));
}

TEST(GatherNdTest, ContribForm) {
  const OperatorResult picked = OperatorCase("GatherND", 1, "com.microsoft")
                                    .In(DType::kFloat32, {4, 5, 6})
                                    .In(DType::kInt64, {7, 2})
                                    .Run();
  EXPECT_EQ(picked.shape(), "7x6");
  EXPECT_EQ(picked.work.read_bytes[0], Count(7 * 6 * 4));
}

}  // namespace
}  // namespace roofline::testing
