#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

OperatorResult Product(Shape a, Shape b) {
  return OperatorCase("MatMul", 13)
      .In(DType::kFloat32, std::move(a))
      .In(DType::kFloat32, std::move(b))
      .Run();
}

struct ProductCase {
  Shape a;
  Shape b;
  std::string shape;
  int64_t macs;
};

TEST(MatMulTest, ShapesAndMacs) {
  for (const ProductCase& test : std::vector<ProductCase>{
           {{8}, {8}, "scalar", 8},
           {{4, 8}, {8}, "4", 4 * 8},
           {{8}, {8, 3}, "3", 3 * 8},
           {{2, 25, 16}, {2, 16, 9}, "2x25x9", 2 * 25 * 16 * 9},
           {{2, 25, 16}, {16, 9}, "2x25x9", 2 * 25 * 16 * 9},
           {{5, 1, 2, 3}, {4, 3, 7}, "5x4x2x7", 5 * 4 * 2 * 3 * 7},
           {{3}, {5, 3, 7}, "5x7", 5 * 3 * 7},
           {{2, 0}, {0, 3}, "2x3", 0},
           {{0, 4}, {4, 3}, "0x3", 0},
       }) {
    const OperatorResult product = Product(test.a, test.b);
    EXPECT_EQ(product.shape(), test.shape);
    EXPECT_EQ(product.work.macs, Count(test.macs)) << test.shape;
  }
}

TEST(MatMulTest, Contradictions) {
  EXPECT_FALSE(Product({2, 3}, {4, 5}).status.ok());
  EXPECT_FALSE(Product({}, {4, 5}).status.ok());
  EXPECT_FALSE(Product({2, 3, 4}, {3, 4, 5}).status.ok());
  EXPECT_FALSE(Product({int64_t{1} << 40, 2}, {2, int64_t{1} << 40}).status.ok());
}

OperatorCase Gemm(Shape a, Shape b, const std::string& domain = "",
                  const std::string& op = "Gemm") {
  OperatorCase gemm(op, domain.empty() ? 13 : 1, domain);
  gemm.In(DType::kFloat32, std::move(a)).In(DType::kFloat32, std::move(b));
  return gemm;
}

TEST(GemmTest, BiasAndFactors) {
  const OperatorResult gemm =
      Gemm({3, 10}, {5, 10}).In(DType::kFloat32, {5}).Int("transB", 1).Run();
  EXPECT_EQ(gemm.shape(), "3x5");
  EXPECT_EQ(gemm.work.macs, Count(3 * 10 * 5));
  EXPECT_EQ(gemm.work.arithmetic, Count(3 * 5));
  EXPECT_EQ(gemm.work.TotalRead(), Count(4 * (3 * 10 + 10 * 5 + 5)));
  EXPECT_EQ(Gemm({10, 3}, {10, 5})
                .In(DType::kFloat32, {})
                .Int("transA", 1)
                .Float("alpha", 0.5)
                .Float("beta", 2)
                .Run()
                .work.arithmetic,
            Count(3 * 5 * 3));
}

TEST(GemmTest, Contradictions) {
  EXPECT_FALSE(Gemm({3, 10}, {5, 10}).Run().status.ok());
  EXPECT_FALSE(Gemm({3, 10, 1}, {10, 5}).Run().status.ok());
  EXPECT_FALSE(Gemm({3, 10}, {10, 5}).In(DType::kFloat32, {4}).Run().status.ok());
  EXPECT_FALSE(Gemm({1, 10}, {10, 5}).In(DType::kFloat32, {2, 5}).Run().status.ok());
}

TEST(GemmTest, FusedActivation) {
  EXPECT_EQ(Gemm({3, 10}, {10, 5}, "com.microsoft", "FusedGemm")
                .String("activation", "Relu")
                .Run()
                .work.comparisons,
            Count(3 * 5));
}

TEST(FusedMatMulTest, TransposesBatchesAndMatrices) {
  // A [d0, d1, d2] with transBatchA is read as [d1, d0, d2].
  const OperatorResult product = Gemm({3, 2, 8}, {2, 5, 8}, "com.microsoft", "FusedMatMul")
                                     .Int("transBatchA", 1)
                                     .Int("transB", 1)
                                     .Float("alpha", 0.125)
                                     .Run();
  EXPECT_EQ(product.shape(), "2x3x5");
  EXPECT_EQ(product.work.macs, Count(2 * 3 * 5 * 8));
  EXPECT_EQ(product.work.arithmetic, Count(2 * 3 * 5));
}

TEST(QuantizedMatMulTest, IntegerProductsAreInt32) {
  const OperatorResult product = OperatorCase("MatMulInteger", 10)
                                     .In(DType::kUint8, {4, 3})
                                     .In(DType::kInt8, {3, 2})
                                     .In(DType::kUint8, {})
                                     .Run();
  EXPECT_EQ(product.shape(), "4x2");
  EXPECT_EQ(product.outputs[0].dtype, DType::kInt32);
  EXPECT_EQ(product.work.macs, Count(4 * 3 * 2));
  EXPECT_EQ(product.work.math, DType::kUint8);
}

TEST(QuantizedMatMulTest, QLinearRequantises) {
  const OperatorResult product = OperatorCase("QLinearMatMul", 10)
                                     .In(DType::kInt8, {2, 4, 3})
                                     .In(DType::kFloat32, {})
                                     .In(DType::kInt8, {})
                                     .In(DType::kInt8, {3, 2})
                                     .In(DType::kFloat32, {})
                                     .In(DType::kInt8, {})
                                     .In(DType::kFloat32, {})
                                     .In(DType::kInt8, {})
                                     .Run();
  EXPECT_EQ(product.shape(), "2x4x2");
  EXPECT_EQ(product.outputs[0].dtype, DType::kInt8);
  EXPECT_EQ(product.work.arithmetic, Count(3 * 2 * 4 * 2));
  EXPECT_EQ(product.work.comparisons, Count(2 * 2 * 4 * 2));
}

TEST(QuantizedMatMulTest, DynamicQuantisationMultipliesInTheWeightsType) {
  const OperatorResult product = OperatorCase("DynamicQuantizeMatMul", 1, "com.microsoft")
                                     .In(DType::kFloat32, {1, 4, 8})
                                     .In(DType::kInt8, {8, 6})
                                     .In(DType::kFloat32, {})
                                     .In(DType::kInt8, {})
                                     .In(DType::kFloat32, {6})
                                     .Run();
  EXPECT_EQ(product.shape(), "1x4x6");
  EXPECT_EQ(product.work.math, DType::kInt8);
  EXPECT_EQ(product.work.macs, Count(4 * 8 * 6));
  EXPECT_EQ(product.work.arithmetic, Count(3 * 4 * 8 + 4 * 6 + 4 * 6));
}

TEST(QuantizedMatMulTest, QGemmIsFloatWithoutAnOutputZeroPoint) {
  OperatorCase gemm("QGemm", 1, "com.microsoft");
  gemm.In(DType::kUint8, {4, 8})
      .In(DType::kFloat32, {})
      .In(DType::kUint8, {})
      .In(DType::kInt8, {6, 8})
      .In(DType::kFloat32, {})
      .In(DType::kInt8, {})
      .In(DType::kInt32, {6})
      .Int("transB", 1);
  const OperatorResult product = gemm.Run();
  EXPECT_EQ(product.shape(), "4x6");
  EXPECT_EQ(product.outputs[0].dtype, DType::kFloat32);
  EXPECT_EQ(product.work.macs, Count(4 * 8 * 6));
  EXPECT_EQ(product.work.integer_ops, Count(4 * 6));
}

TEST(WeightOnlyMatMulTest, ReadsFewBitsAndMultipliesInFloat) {
  const OperatorResult product = OperatorCase("MatMulNBits", 1, "com.microsoft")
                                     .In(DType::kFloat16, {1, 1, 4096})
                                     .In(DType::kUint8, {11008, 128, 16})
                                     .In(DType::kFloat16, {11008 * 128})
                                     .Int("K", 4096)
                                     .Int("N", 11008)
                                     .Int("bits", 4)
                                     .Int("block_size", 32)
                                     .Run();
  EXPECT_EQ(product.shape(), "1x1x11008");
  EXPECT_EQ(product.work.math, DType::kFloat16);
  EXPECT_EQ(product.work.macs, Count(int64_t{4096} * 11008));
  EXPECT_EQ(product.work.read_bytes[1], Count(int64_t{11008} * 4096 / 2));
}

TEST(WeightOnlyMatMulTest, Contradictions) {
  EXPECT_FALSE(OperatorCase("MatMulNBits", 1, "com.microsoft")
                   .In(DType::kFloat16, {1, 1, 4000})
                   .In(DType::kUint8, {8, 128, 16})
                   .Int("K", 4096)
                   .Int("N", 8)
                   .Run()
                   .status.ok());
  EXPECT_FALSE(OperatorCase("MatMulFpQ4", 1, "com.microsoft")
                   .In(DType::kFloat32, {1, 64})
                   .In(DType::kUint8, {100})
                   .In(DType::kInt64, {2})
                   .Run()
                   .status.ok());
  EXPECT_EQ(OperatorCase("MatMulFpQ4", 1, "com.microsoft")
                .In(DType::kFloat32, {1, 64})
                .In(DType::kUint8, {100})
                .In({64, 5})
                .Run()
                .shape(),
            "1x5");
}

}  // namespace
}  // namespace roofline::testing
