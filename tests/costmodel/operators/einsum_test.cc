#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

struct EinsumCase {
  std::string equation;
  std::vector<Shape> operands;
  std::string shape;
  int64_t macs;
  int64_t arithmetic;
};

OperatorResult Einsum(const std::string& equation, const std::vector<Shape>& operands) {
  OperatorCase einsum("Einsum", 12);
  for (const Shape& operand : operands) einsum.In(DType::kFloat32, operand);
  return einsum.String("equation", equation).Run();
}

TEST(EinsumTest, ShapesAndWork) {
  const std::vector<EinsumCase> cases = {
      {"bij, bjk -> bik", {{2, 25, 16}, {2, 16, 9}}, "2x25x9", 2 * 25 * 16 * 9, 0},
      {"ij,jk", {{2, 3}, {3, 4}}, "2x4", 2 * 3 * 4, 0},
      {"i,i", {{5}, {5}}, "scalar", 5, 0},
      {"ij->i", {{3, 4}}, "3", 0, 3 * 4 - 3},
      {"ij->ji", {{3, 4}}, "4x3", 0, 0},
      {"ba", {{3, 4}}, "4x3", 0, 0},  // implicit output is alphabetical
      {"...ii->...i", {{3, 5, 5}}, "3x5", 0, 0},
      {"ii", {{5, 5}}, "scalar", 0, 5 - 1},
      {"i,j->ij", {{3}, {4}}, "3x4", 0, 3 * 4},  // nothing is summed
      {"...ij,...jk", {{7, 1, 2, 3}, {8, 3, 4}}, "7x8x2x4", 7 * 8 * 2 * 3 * 4, 0},
      {"...,...", {{2, 3}, {3}}, "2x3", 0, 2 * 3},
      {"ij,k->k", {{3, 4}, {5}}, "5", 0, (3 * 4 - 1) + 5},
      {"ij,jk,kl->il", {{2, 3}, {3, 4}, {4, 5}}, "2x5", 2 * 3 * 4 + 2 * 4 * 5, 0},
      {"bhqd,bhkd->bhqk", {{2, 8, 16, 64}, {2, 8, 32, 64}}, "2x8x16x32", 2 * 8 * 16 * 32 * 64, 0},
      {",ij->ij", {{}, {2, 3}}, "2x3", 0, 2 * 3},
      {"ij,jk->ik", {{0, 3}, {3, 4}}, "0x4", 0, 0},
  };
  for (const EinsumCase& c : cases) {
    const OperatorResult result = Einsum(c.equation, c.operands);
    EXPECT_EQ(result.shape(), c.shape) << c.equation;
    EXPECT_EQ(result.work.macs, Count(c.macs)) << c.equation;
    EXPECT_EQ(result.work.arithmetic, Count(c.arithmetic)) << c.equation;
  }
}

TEST(EinsumTest, DiagonalReadsItsElements) {
  EXPECT_EQ(Einsum("ii->i", {{100, 100}}).work.read_bytes[0], Count(4 * 100));
}

TEST(EinsumTest, IntermediatesAreInnerTraffic) {
  EXPECT_EQ(Einsum("ij,jk,kl->il", {{2, 3}, {3, 4}, {4, 5}}).work.inner_bytes, Count(4 * 2 * 4));
}

TEST(EinsumTest, Contradictions) {
  const std::vector<std::pair<std::string, std::vector<Shape>>> cases = {
      {"ij,jk->ik", {{2, 3}}},
      {"ij,jk->ik", {{2, 3}, {4, 5}}},
      {"ij->i", {{2, 3, 4}}},
      {"ij->k", {{2, 3}}},
      {"ij->ii", {{2, 3}}},
      {"i.j->i", {{2, 3}}},
      {"......->", {{2, 3}}},
      {"ii->i", {{2, 3}}},
      {"i1->i", {{2, 3}}},
      {"i->i->i", {{2}}},
      {"", {{2}}},
  };
  for (const auto& [equation, operands] : cases)
    EXPECT_FALSE(Einsum(equation, operands).status.ok()) << equation;
}

TEST(EinsumTest, HugeExtentsDoNotWrap) {
  const int64_t huge = int64_t{1} << 40;
  EXPECT_FALSE(Einsum("ij,jk->ik", {{huge, 1}, {1, huge}}).status.ok());
}

}  // namespace
}  // namespace roofline::testing
