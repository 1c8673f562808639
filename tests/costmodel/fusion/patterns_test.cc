#include "costmodel/fusion/patterns.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "tests/costmodel/fusion/plan_check.h"
#include "tests/costmodel/testing/fused_model.h"

namespace roofline::testing {
namespace {

TEST(PatternsTest, EachHasANameAndOneLineOfDoc) {
  std::set<std::string_view> names;
  for (const Pattern& pattern : Patterns()) {
    EXPECT_TRUE(names.insert(pattern.name).second) << pattern.name;
    EXPECT_FALSE(pattern.doc.empty()) << pattern.name;
    EXPECT_EQ(pattern.doc.find('\n'), std::string_view::npos) << pattern.name;
  }
}

struct PatternCase {
  const char* name;
  const char* graph;
  const char* kernels;
  int64_t read;  // elements of 4 bytes, all kernels together
  int64_t written;
};

class PatternKernels : public ::testing::TestWithParam<PatternCase> {};

TEST_P(PatternKernels, AreAsListed) {
  const FusedModel model = FuseText(GetParam().graph);
  EXPECT_EQ(KernelsText(model), GetParam().kernels);
  EXPECT_EQ(PlanFaults(model), "");
  EXPECT_EQ(model.read_bytes(), 4 * GetParam().read);
  EXPECT_EQ(model.write_bytes(), 4 * GetParam().written);
}

INSTANTIATE_TEST_SUITE_P(
    All, PatternKernels,
    ::testing::Values(
        PatternCase{"LayerNorm", R"(
          agraph (float[2,5,16] x) => (float[2,5,16] y)
          <float two = {2.0}, float eps = {0.00001}, float[16] gamma, float[16] beta>
          {
            mean = ReduceMean <axes = [-1]> (x)
            d = Sub (x, mean)
            d2 = Pow (d, two)
            var = ReduceMean <axes = [-1]> (d2)
            ve = Add (var, eps)
            sd = Sqrt (ve)
            n = Div (d, sd)
            g = Mul (n, gamma)
            y = Add (g, beta)
          })",
                    "layer_norm: ReduceMean Sub Pow ReduceMean Add Sqrt Div Mul Add\n",
                    2 * 5 * 16 + 1 + 1 + 16 + 16, 2 * 5 * 16},
        PatternCase{"LayerNormOfASumThatGoesOn", R"(
          agraph (float[2,16] a, float[2,16] b) => (float[2,16] y)
          <float two = {2.0}, float eps = {0.00001}>
          {
            x = Add (a, b)
            mean = ReduceMean <axes = [-1]> (x)
            d = Sub (x, mean)
            d2 = Pow (d, two)
            var = ReduceMean <axes = [-1]> (d2)
            ve = Add (var, eps)
            sd = Sqrt (ve)
            n = Div (d, sd)
            s = Softmax (n)
            y = Add (s, x)
          })",
                    "layer_norm: Add ReduceMean Sub Pow ReduceMean Add Sqrt Div\n"
                    "Softmax\n"
                    "Add\n",
                    // a, b, 2, epsilon; n; s and x
                    2 * 16 + 2 * 16 + 1 + 1 + 2 * 16 + 2 * 16 + 2 * 16,
                    // x and n; s; y
                    2 * 16 + 2 * 16 + 2 * 16 + 2 * 16},
        PatternCase{"RmsNorm", R"(
          agraph (float[2,16] x) => (float[2,16] y)
          <float two = {2.0}, float eps = {0.00001}, float one = {1.0}, float[16] gamma>
          {
            x2 = Pow (x, two)
            ms = ReduceMean <axes = [-1]> (x2)
            me = Add (ms, eps)
            r = Sqrt (me)
            i = Div (one, r)
            n = Mul (x, i)
            y = Mul (n, gamma)
          })",
                    "rms_norm: Pow ReduceMean Add Sqrt Div Mul Mul\n", 2 * 16 + 3 + 16, 2 * 16},
        PatternCase{"Softmax", R"(
          agraph (float[2,16] x) => (float[2,16] y)
          {
            m = ReduceMax <axes = [-1]> (x)
            d = Sub (x, m)
            e = Exp (d)
            s = ReduceSum <axes = [-1]> (e)
            y = Div (e, s)
          })",
                    "softmax: ReduceMax Sub Exp ReduceSum Div\n", 2 * 16, 2 * 16},
        PatternCase{"SkipLayerNorm", R"(
          agraph (float[2,16] a, float[2,16] b) => (float[2,16] y) <float[16] gamma>
          {
            x = Add (a, b)
            y = LayerNormalization (x, gamma)
          })",
                    "skip_layer_norm: Add LayerNormalization\n", 2 * 16 + 2 * 16 + 16, 2 * 16},
        PatternCase{"Gelu", R"(
          agraph (float[2,16] x) => (float[2,16] y)
          <float root2 = {1.4142135}, float one = {1.0}, float half = {0.5}>
          {
            d = Div (x, root2)
            e = Erf (d)
            a = Add (e, one)
            m = Mul (x, a)
            y = Mul (m, half)
          })",
                    "gelu: Div Erf Add Mul Mul\n", 2 * 16 + 3, 2 * 16},
        PatternCase{"Silu", R"(
          agraph (float[2,16] x, float[2,16] up) => (float[2,16] y)
          {
            s = Sigmoid (x)
            g = Mul (x, s)
            y = Mul (g, up)
          })",
                    "silu: Sigmoid Mul Mul\n", 2 * 16 + 2 * 16, 2 * 16},
        PatternCase{"ElementwiseDiamond", R"(
          agraph (float[2,16] x, float[16] b) => (float[2,16] y)
          {
            s = Add (x, b)
            p = Exp (s)
            q = Neg (s)
            y = Max (p, q)
          })",
                    "elementwise chain: Add Exp Neg Max\n", 2 * 16 + 16, 2 * 16},
        PatternCase{"Rotary", R"(
          agraph (float[1,4,8] x, float[1,4,8] c, float[1,4,8] s) => (float[1,4,8] y)
          <int64[1] zero = {0}, int64[1] mid = {4}, int64[1] end = {8}, int64[1] axis = {2}>
          {
            a = Slice (x, zero, mid, axis)
            b = Slice (x, mid, end, axis)
            n = Neg (b)
            r = Concat <axis = -1> (n, a)
            rs = Mul (r, s)
            xc = Mul (x, c)
            y = Add (xc, rs)
          })",
                    "rotary: Slice Slice Neg Concat Mul Mul Add\n",
                    // x, cosines, sines; starts, ends and axes of the slices are int64: 4 x 8 bytes
                    3 * 4 * 8 + 4 * 2, 4 * 8},
        PatternCase{"Attention", R"(
          agraph (float[1,5,4,8] q, float[1,5,4,8] k, float[1,5,4,8] v, float[1,1,5,5] mask)
            => (float[1,5,32] y)
          <float root = {2.8284}, int64[3] flat = {1, 5, 32}>
          {
            qt = Transpose <perm = [0,2,1,3]> (q)
            kt = Transpose <perm = [0,2,3,1]> (k)
            vt = Transpose <perm = [0,2,1,3]> (v)
            s = MatMul (qt, kt)
            d = Div (s, root)
            m = Add (d, mask)
            p = Softmax <axis = -1> (m)
            o = MatMul (p, vt)
            t = Transpose <perm = [0,2,1,3]> (o)
            y = Reshape (t, flat)
          })",
                    "attention: Transpose Transpose Transpose MatMul Div Add Softmax MatMul "
                    "Transpose\n",
                    3 * 5 * 4 * 8 + 5 * 5 + 1, 5 * 4 * 8}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace roofline::testing
