// Shape arithmetic on content chosen to divide by zero, to overflow, to reach outside, or to ask
// for tensors that fit no machine.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "costmodel/error.h"
#include "tests/hostile/hostile_test_case.h"

namespace roofline::testing {
namespace {

#define INT64_MIN_TEXT "-9223372036854775808"
#define INT64_MAX_TEXT "9223372036854775807"

struct Values {
  std::string name;
  std::string constants;  // nodes before
  std::string node;       // makes y
};

std::string Constant(const std::string& name, const std::string& list) {
  const auto count = list.empty() ? 0 : std::count(list.begin(), list.end(), ',') + 1;
  return name + " = Constant <value = int64[" + std::to_string(count) + "] {" + list + "}> ()\n";
}

class HostileValuesTest : public HostileTest, public ::testing::WithParamInterface<Values> {};

// Whatever it ends in, it ends.
TEST_P(HostileValuesTest, Ends) {
  PredictText("agraph (float[4, 6] x) => (float[N] y) {\n" + GetParam().constants +
              GetParam().node + "\n}")
      .IgnoreError();
}

const std::string kShapeValuesHuge = "4611686018427387904";

INSTANTIATE_TEST_SUITE_P(
    All, HostileValuesTest,
    ::testing::Values(
        Values{"DivByZero", Constant("a", "1, 2") + Constant("b", "0, 0") + "s = Div (a, b)",
               "y = ConstantOfShape (s)"},
        Values{"DivOverflow",
               Constant("a", INT64_MIN_TEXT) + Constant("b", "-1") + "s = Div (a, b)",
               "y = ConstantOfShape (s)"},
        Values{"ModByZero", Constant("a", "1") + Constant("b", "0") + "s = Mod (a, b)",
               "y = ConstantOfShape (s)"},
        Values{"ModOverflow",
               Constant("a", INT64_MIN_TEXT) + Constant("b", "-1") + "s = Mod (a, b)",
               "y = ConstantOfShape (s)"},
        Values{"MulOverflow", Constant("a", INT64_MAX_TEXT) + "s = Mul (a, a)",
               "y = ConstantOfShape (s)"},
        Values{"AddOverflow", Constant("a", INT64_MAX_TEXT) + "s = Add (a, a)",
               "y = ConstantOfShape (s)"},
        Values{"SubOverflow", Constant("a", INT64_MIN_TEXT) + Constant("b", "1") + "s = Sub (a, b)",
               "y = ConstantOfShape (s)"},
        Values{"NegOverflow", Constant("a", INT64_MIN_TEXT) + "s = Neg (a)",
               "y = ConstantOfShape (s)"},
        Values{"AbsOverflow", Constant("a", INT64_MIN_TEXT) + "s = Abs (a)",
               "y = ConstantOfShape (s)"},
        Values{"PowOverflow", Constant("a", "10") + Constant("b", "1000") + "s = Pow (a, b)",
               "y = ConstantOfShape (s)"},
        Values{"ReduceProdOverflow",
               Constant("a", kShapeValuesHuge + ", 4, 4") + "s = ReduceProd (a)",
               "y = ConstantOfShape (s)"},
        Values{"ReduceSumOverflow",
               Constant("a", INT64_MAX_TEXT ", " INT64_MAX_TEXT) + "s = ReduceSum (a)",
               "y = ConstantOfShape (s)"},
        Values{"CumSumOverflow",
               Constant("a", INT64_MAX_TEXT ", " INT64_MAX_TEXT) + Constant("k", "0") +
                   "s = CumSum (a, k)",
               "y = ConstantOfShape (s)"},
        Values{"CastOfHugeFloat",
               "a = Constant <value = float[1] {1e38}> ()\ns = Cast <to = 7> (a)",
               "y = ConstantOfShape (s)"},
        Values{"ShiftTooFar",
               Constant("a", "1") + Constant("b", "64") +
                   "c = Cast <to = 13> (a)\nd = Cast <to = 13> (b)\n"
                   "e = BitShift <direction = \"LEFT\"> (c, d)\ns = Cast <to = 7> (e)",
               "y = ConstantOfShape (s)"},
        Values{"NegativeShape", Constant("s", "-3, -3"), "y = ConstantOfShape (s)"},
        Values{"GiantConstantOfShape", Constant("s", kShapeValuesHuge + ", 1"),
               "y = ConstantOfShape (s)"},
        Values{"GiantExpand", Constant("s", kShapeValuesHuge + ", 1, 1"), "y = Expand (x, s)"},
        Values{"GiantTile", Constant("s", kShapeValuesHuge + ", 3"), "y = Tile (x, s)"},
        Values{"NegativeTile", Constant("s", "-1, " INT64_MIN_TEXT), "y = Tile (x, s)"},
        Values{"GiantRange",
               Constant("b", kShapeValuesHuge) + Constant("z", "0") + Constant("o", "1") +
                   Constant("k", "0") + "l = Squeeze (b)\nf = Squeeze (z)\nd = Squeeze (o)",
               "y = Range (f, l, d)"},
        Values{"RangeStepZero",
               Constant("b", "5") + Constant("z", "0") + "l = Squeeze (b)\nf = Squeeze (z)",
               "y = Range (f, l, f)"},
        Values{"RangeOverflow",
               Constant("b", INT64_MAX_TEXT) + Constant("z", INT64_MIN_TEXT) + Constant("o", "1") +
                   "l = Squeeze (b)\nf = Squeeze (z)\nd = Squeeze (o)",
               "y = Range (f, l, d)"},
        Values{"RangeOfNan", "f = Constant <value = float {0.0}> ()\nz = Div (f, f)",
               "y = Range (f, z, z)"},
        Values{"GiantPad", Constant("p", kShapeValuesHuge + ", 0, " + kShapeValuesHuge + ", 0"),
               "y = Pad (x, p)"},
        Values{"NegativePad", Constant("p", INT64_MIN_TEXT ", 0, -9, 0"), "y = Pad (x, p)"},
        Values{"GiantResize", "c = Constant <value = float[2] {1e30, 1.0}> ()",
               "y = Resize (x, , c)"},
        Values{"NanResize", "f = Constant <value = float[2] {0.0, 0.0}> ()\nc = Div (f, f)",
               "y = Resize (x, , c)"},
        Values{"NegativeResize", "c = Constant <value = float[2] {-1.0, -0.0}> ()",
               "y = Resize (x, , c)"},
        Values{"GiantResizeSizes", Constant("p", kShapeValuesHuge + ", " + kShapeValuesHuge),
               "y = Resize (x, , , p)"},
        Values{"SliceStepZero", Constant("a", "0") + Constant("b", "5") + Constant("k", "0"),
               "y = Slice (x, a, b, k, a)"},
        Values{"SliceStepMin",
               Constant("a", INT64_MAX_TEXT) + Constant("b", INT64_MIN_TEXT) + Constant("k", "0") +
                   Constant("d", INT64_MIN_TEXT),
               "y = Slice (x, a, b, k, d)"},
        Values{"SliceOfSliceStepMin",
               Constant("a", INT64_MAX_TEXT) + Constant("b", INT64_MIN_TEXT) + Constant("k", "0") +
                   Constant("d", INT64_MIN_TEXT) + "h = Shape (x)\ns = Slice (h, a, b, k, d)",
               "y = ConstantOfShape (s)"},
        Values{"SliceAxisOutside", Constant("a", "0") + Constant("k", "99"),
               "y = Slice (x, a, a, k)"},
        Values{"GatherOutside", Constant("i", "99") + "h = Shape (x)\ns = Gather (h, i)",
               "y = ConstantOfShape (s)"},
        Values{"GatherMin", Constant("i", INT64_MIN_TEXT) + "h = Shape (x)\ns = Gather (h, i)",
               "y = ConstantOfShape (s)"},
        Values{"GatherElementsOutside",
               Constant("i", "7, " INT64_MIN_TEXT) + "h = Shape (x)\ns = GatherElements (h, i)",
               "y = ConstantOfShape (s)"},
        Values{"ScatterOutside",
               Constant("i", "7, " INT64_MIN_TEXT) + "h = Shape (x)\ns = ScatterElements (h, i, h)",
               "y = ConstantOfShape (s)"},
        Values{"ReshapeTwoMinusOnes", Constant("s", "-1, -1"), "y = Reshape (x, s)"},
        Values{"ReshapeZeroAndMinusOne", Constant("s", "0, 0, 0, -1"), "y = Reshape (x, s)"},
        Values{"ReshapeToHuge", Constant("s", kShapeValuesHuge + ", " + kShapeValuesHuge),
               "y = Reshape (x, s)"},
        Values{"ReshapeNegative", Constant("s", INT64_MIN_TEXT ", -1"), "y = Reshape (x, s)"},
        Values{"SplitSizesWrong", Constant("s", "-4, 8"), "y, z = Split (x, s)"},
        Values{"SplitSizesOverflow", Constant("s", INT64_MAX_TEXT ", " INT64_MAX_TEXT),
               "y, z = Split (x, s)"},
        Values{"UnsqueezeOutside", Constant("k", INT64_MIN_TEXT ", 99"), "y = Unsqueeze (x, k)"},
        Values{"SqueezeOutside", Constant("k", INT64_MIN_TEXT ", 99"), "y = Squeeze (x, k)"},
        Values{"TopKMoreThanThereAre", Constant("k", INT64_MAX_TEXT), "y, z = TopK (x, k)"},
        Values{"TopKNegative", Constant("k", "-1"), "y, z = TopK (x, k)"},
        Values{"OneHotHuge",
               Constant("d", kShapeValuesHuge) + Constant("v", "0, 1") + "i = Cast <to = 7> (x)",
               "y = OneHot (i, d, v)"},
        Values{"ReduceAxisOutside", Constant("k", INT64_MIN_TEXT), "y = ReduceSum (x, k)"}),
    [](const auto& values) { return values.param.name; });

// A value that doubles again and again: its content stops being propagated, it does not eat memory.
TEST_F(HostileTest, ConcatThatDoublesItsContent) {
  std::string nodes = Constant("v0", "1, 1");
  for (int i = 0; i < 40; ++i) {
    const std::string from = "v" + std::to_string(i);
    nodes += "v" + std::to_string(i + 1) + " = Concat <axis = 0> (" + from + ", " + from + ")\n";
  }
  PredictText("agraph (float[2] x) => (float[N] y) {\n" + nodes + "y = Cast <to = 1> (v40)\n}")
      .IgnoreError();
}

// Sixteen nodes, each of them as large as content is propagated, must not add up to minutes.
TEST_F(HostileTest, ManyValuesAtTheSizeLimit) {
  std::string nodes = Constant("s", "65536") + "v0 = ConstantOfShape <value = int64[1] {1}> (s)\n";
  for (int i = 0; i < 16; ++i) {
    const std::string from = "v" + std::to_string(i);
    nodes += "v" + std::to_string(i + 1) + " = Add (" + from + ", " + from + ")\n";
  }
  PredictText("agraph (float[65536] x) => (float[N] y) {\n" + nodes +
              "c = Cast <to = 1> (v16)\ny = Add (x, c)\n}")
      .IgnoreError();
}

}  // namespace
}  // namespace roofline::testing
