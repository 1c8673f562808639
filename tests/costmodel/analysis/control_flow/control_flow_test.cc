#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/error.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline::testing {
namespace {

struct Outcome {
  absl::Status status;
  std::vector<std::string> layers;   // "name shape-of-output0 xrepeat mark" in execution order
  std::vector<std::string> outputs;  // shapes of the model's outputs, with marks that are not exact
  std::vector<std::string> warnings;
  int64_t macs = 0;  // over all executions

  std::string error() const { return status.ok() ? "" : std::string(MessageOf(status)); }
};

std::string FactText(const Fact& fact) {
  if (fact.kind == TypeKind::kSequence)
    return fmt::format("sequence of {}", fact.elements ? fact.elements->size() : 0);
  return fact.shape ? ShapeText(*fact.shape) : "unknown";
}

std::string ShapeAndMark(const Fact& fact) {
  const std::string text = FactText(fact);
  return fact.mark == Mark::kExact ? text : fmt::format("{} {}", text, MarkName(fact.mark));
}

Outcome RunText(const std::string& text, const InferOptions& options = {}, int opset = 17) {
  const Model model = ParseModelText(text, opset);
  Outcome outcome;
  const auto shaped = InferShapes(model, options);
  outcome.status = shaped.status();
  if (!shaped.ok()) return outcome;
  const auto layers = CountLayers(model, *shaped);
  outcome.status = layers.status();
  if (!layers.ok()) return outcome;
  for (const Layer& layer : *layers) {
    outcome.layers.push_back(
        fmt::format("{} {} x{}{}", layer.name, FactText(*layer.outputs[0]), layer.repeat.value(),
                    layer.mark == Mark::kExact ? "" : fmt::format(" {}", MarkName(layer.mark))));
    outcome.macs += (layer.work.macs * layer.repeat).value();
  }
  for (const ValueId id : model.main().outputs)
    outcome.outputs.push_back(ShapeAndMark(shaped->main().facts[id.index()]));
  outcome.warnings = shaped->warnings;
  return outcome;
}

InferOptions Trips(const std::string& name, int64_t trips) {
  InferOptions options;
  options.loop_trips[name] = trips;
  return options;
}

InferOptions Policy(IfPolicy policy) {
  InferOptions options;
  options.if_policy = policy;
  return options;
}

InferOptions WithValue(const std::string& name, std::vector<double> value) {
  InferOptions options;
  options.bindings.values[name] = std::move(value);
  return options;
}

using Strings = std::vector<std::string>;

// A cheap and a dear branch: 2x4 rows of 4, and of 8 MACs.
constexpr char kIf[] =
    R"(g (float[2, 4] x, bool s, float[4, 4] a, float[8, 4] b) => (float[2, N] y) {
  y = If(s) <then_branch = t () => (float[2, 4] u) { u = MatMul(x, a) },
             else_branch = e () => (float[2, 4] v) { w = MatMul(x, a)
                                                     v = MatMul(w, a) }>
})";

TEST(IfTest, AKnownConditionLeavesOneBranch) {
  const Outcome yes = RunText(kIf, WithValue("s", {1}));
  EXPECT_EQ(yes.layers, (Strings{"y/then_branch/u 2x4 x1"})) << yes.error();
  EXPECT_EQ(yes.outputs, (Strings{"2x4"}));
  const Outcome no = RunText(kIf, WithValue("s", {0}));
  EXPECT_EQ(no.layers, (Strings{"y/else_branch/w 2x4 x1", "y/else_branch/v 2x4 x1"}));
}

TEST(IfTest, AnOpenConditionTakesTheDearerBranch) {
  const Outcome outcome = RunText(kIf);
  EXPECT_EQ(outcome.layers,
            (Strings{"y/else_branch/w 2x4 x1 bounded", "y/else_branch/v 2x4 x1 bounded"}))
      << outcome.error();
  EXPECT_EQ(outcome.outputs, (Strings{"2x4"})) << "the same in both branches";
  EXPECT_EQ(outcome.macs, 2 * (2 * 4 * 4));
}

TEST(IfTest, ThePolicyChooses) {
  EXPECT_EQ(RunText(kIf, Policy(IfPolicy::kThen)).macs, 2 * 4 * 4);
  EXPECT_EQ(RunText(kIf, Policy(IfPolicy::kElse)).macs, 2 * (2 * 4 * 4));
  const Outcome mean = RunText(kIf, Policy(IfPolicy::kMean));
  EXPECT_EQ(mean.layers.size(), 3U);
  EXPECT_EQ(mean.macs, 3 * (2 * 4 * 4) / 2);
  EXPECT_EQ(mean.layers[0], "y/then_branch/u 2x4 x1 assumed");
}

TEST(IfTest, DifferentExtentsAreBounded) {
  const std::string text =
      R"(g (float[2, 4] x, bool s, float[4, 4] a, float[4, 8] b) => (float[M, N] y) {
    y = If(s) <then_branch = t () => (float[2, 4] u) { u = MatMul(x, a) },
               else_branch = e () => (float[2, 8] v) { v = MatMul(x, b) }>
  })";
  EXPECT_EQ(RunText(text).outputs, (Strings{"2x8 bounded"})) << RunText(text).error();
  EXPECT_EQ(RunText(text, Policy(IfPolicy::kThen)).outputs, (Strings{"2x4 assumed"}));
}

TEST(IfTest, DifferentRanksAreUnknown) {
  const Outcome outcome = RunText(R"(g (float[2, 4] x, bool s, float[4] a, float[4, 8] b) => (y) {
    y = If(s) <then_branch = t () => (float[2] u) { u = MatMul(x, a) },
               else_branch = e () => (float[2, 8] v) { v = MatMul(x, b) }>
  })");
  EXPECT_EQ(outcome.outputs, (Strings{"unknown unknown"})) << outcome.error();
}

TEST(IfTest, ABranchThatCannotRunIsNotTaken) {
  const Outcome outcome =
      RunText(R"(g (float[2, 4] x, bool s, float[4, 4] a, float[5, 4] b) => (float[2, 4] y) {
    y = If(s) <then_branch = t () => (float[2, 4] u) { u = MatMul(x, b) },
               else_branch = e () => (float[2, 4] v) { v = MatMul(x, a) }>
  })");
  EXPECT_EQ(outcome.layers, (Strings{"y/else_branch/v 2x4 x1 assumed"})) << outcome.error();
  ASSERT_EQ(outcome.warnings.size(), 1U);
}

constexpr char kLoop[] =
    R"(g (float[2, 4] x, int64 n, bool go, float[4, 4] a) => (float[2, 4] y, float[K, 2, 4] all) {
  y, all = Loop(n, go, x) <body = b (int64 i, bool c, float[2, 4] s) => (bool c, float[2, 4] t, float[2, 4] r) {
    t = MatMul(s, a)
    r = Relu(t)
  }>
})";

InferOptions TripsAndGo(int64_t trips) {
  InferOptions options = WithValue("n", {static_cast<double>(trips)});
  options.bindings.values["go"] = {1};
  return options;
}

TEST(LoopTest, AKnownTripCountMultipliesTheBody) {
  for (const int64_t trips : {1, 7, 64, 65, 1000000}) {
    const Outcome outcome = RunText(kLoop, TripsAndGo(trips));
    EXPECT_EQ(outcome.layers, (Strings{fmt::format("y/body/t 2x4 x{}", trips),
                                       fmt::format("y/body/r 2x4 x{}", trips)}))
        << outcome.error();
    EXPECT_EQ(outcome.outputs, (Strings{"2x4", fmt::format("{}x2x4", trips)}));
    EXPECT_EQ(outcome.macs, trips * (2 * 4 * 4));
  }
}

TEST(LoopTest, NoIterationsLeaveTheInitialValues) {
  const Outcome outcome = RunText(kLoop, TripsAndGo(0));
  EXPECT_EQ(outcome.layers, Strings()) << outcome.error();
  EXPECT_EQ(outcome.outputs, (Strings{"2x4", "0x2x4"}));
  InferOptions stopped = TripsAndGo(5);
  stopped.bindings.values["go"] = {0};
  EXPECT_EQ(RunText(kLoop, stopped).outputs, (Strings{"2x4", "0x2x4"}));
}

TEST(LoopTest, AnUnknownTripCountIsAnErrorThatNamesTheOption) {
  const Outcome outcome = RunText(kLoop);
  EXPECT_EQ(ReasonOf(outcome.status), Reason::kUnresolvedValue);
  EXPECT_EQ(outcome.error(),
            "Loop node '': how often its body runs is not known before the run (input 0, the trip "
            "count, depends on data); give it with --loop-trips y=N");
  const Outcome given = RunText(kLoop, Trips("y", 12));
  EXPECT_EQ(given.layers, (Strings{"y/body/t 2x4 x12 assumed", "y/body/r 2x4 x12 assumed"}));
  EXPECT_EQ(given.outputs, (Strings{"2x4", "12x2x4 assumed"}));
}

TEST(LoopTest, AGivenTripCountMustNameALoop) {
  const Outcome outcome = RunText(kLoop, Trips("z", 12));
  EXPECT_EQ(outcome.error().substr(0, 36), "Loop node '': how often its body run");
  InferOptions options = TripsAndGo(3);
  options.loop_trips["z"] = 12;
  EXPECT_EQ(RunText(kLoop, options).error(),
            "--loop-trips z: no Loop or SequenceMap of that name runs");
  EXPECT_EQ(ReasonOf(RunText(kLoop, Trips("y", -1)).status), Reason::kInvalidArgument);
}

TEST(LoopTest, AConditionFromDataIsBoundedByTheLimit) {
  const std::string text = R"(g (float[2, 4] x, int64 n, float[4, 4] a) => (float[2, 4] y) {
    y = Loop(n, , x) <body = b (int64 i, bool c, float[2, 4] s) => (bool d, float[2, 4] t) {
      t = MatMul(s, a)
      sum = ReduceSum<keepdims = 0>(t)
      zero = Constant<value = float {0}>()
      d = Greater(sum, zero)
    }>
  })";
  const Outcome outcome = RunText(text, WithValue("n", {5}));
  ASSERT_EQ(outcome.error(), "");
  EXPECT_EQ(outcome.layers[0], "y/body/t 2x4 x5 bounded");
  EXPECT_EQ(ReasonOf(RunText(text, WithValue("n", {9.0e18})).status), Reason::kUnresolvedValue);
  InferOptions options = WithValue("n", {9.0e18});
  options.loop_trips["y"] = 3;
  EXPECT_EQ(RunText(text, options).layers[0], "y/body/t 2x4 x3 assumed");
}

TEST(LoopTest, AConditionThatCountsIsFollowed) {
  const Outcome outcome = RunText(R"(g (float[2, 4] x, float[4, 4] a) => (float[2, 4] y) {
    ten = Constant<value_int = 10>()
    endless = Constant<value_int = 9223372036854775807>()
    y = Loop(endless, , x) <body = b (int64 i, bool c, float[2, 4] s) => (bool d, float[2, 4] t) {
      t = MatMul(s, a)
      d = Less(i, ten)
    }>
  })");
  ASSERT_EQ(outcome.error(), "");
  EXPECT_EQ(outcome.layers[0], "y/body/t 2x4 x11");
}

TEST(LoopTest, ALoopWithoutEndIsAnError) {
  const Outcome outcome = RunText(R"(g (float[2] x) => (float[2] y) {
    endless = Constant<value_int = 9223372036854775807>()
    y = Loop(endless, , x) <body = b (int64 i, bool c, float[2] s) => (bool c, float[2] t) { t = Relu(s) }>
  })");
  EXPECT_EQ(ReasonOf(outcome.status), Reason::kUnresolvedValue) << outcome.error();
}

TEST(LoopTest, AGrowingValueHasItsShapeInEachIteration) {
  const Outcome outcome = RunText(R"(g (float[1, 4] x, int64 n) => (float[K, 4] y) {
    y = Loop(n, , x) <body = b (int64 i, bool c, float[L, 4] s) => (bool c, float[P, 4] t) {
      r = Relu(s)
      q = SequenceConstruct(r, x)
      t = ConcatFromSequence<axis = 0>(q)
    }>
  })",
                                  WithValue("n", {3}));
  ASSERT_EQ(outcome.error(), "");
  EXPECT_EQ(outcome.outputs, (Strings{"4x4"}));
  ASSERT_EQ(outcome.layers.size(), 9U);
  EXPECT_EQ(outcome.layers[0], "y/body/r 1x4 x1");
  EXPECT_EQ(outcome.layers[3], "y/body[1]/r 2x4 x1");
  EXPECT_EQ(outcome.layers[6], "y/body[2]/r 3x4 x1");
}

TEST(LoopTest, LoopsInLoopsMultiply) {
  const Outcome outcome = RunText(R"(g (float[2, 4] x, float[4, 4] a) => (float[2, 4] y) {
    five = Constant<value_int = 5>()
    three = Constant<value_int = 3>()
    y = Loop(five, , x) <body = b (int64 i, bool c, float[2, 4] s) => (bool c, float[2, 4] t) {
      t = Loop(three, , s) <body = d (int64 j, bool e, float[2, 4] u) => (bool e, float[2, 4] v) { v = MatMul(u, a) }>
    }>
  })");
  EXPECT_EQ(outcome.layers, (Strings{"y/body/t/body/v 2x4 x15"})) << outcome.error();
}

TEST(LoopTest, CollectedTensorsMakeASequence) {
  const Outcome outcome = RunText(R"(g (float[2] x) => (y, float[N] z) {
    hundred = Constant<value_int = 100>()
    none = SequenceEmpty()
    y = Loop(hundred, , none) <body = b (int64 i, bool c, s) => (bool c, t) {
      r = Relu(x)
      t = SequenceInsert(s, r)
    }>
    z = ConcatFromSequence<axis = 0>(y)
  })");
  EXPECT_EQ(outcome.outputs, (Strings{"sequence of 100", "200"})) << outcome.error();
}

TEST(LoopTest, HostileNestingEndsAtTheBudget) {
  std::string text = "o0 = Relu(s1)";
  for (int depth = 1; depth < 8; ++depth) {
    text = fmt::format(
        "o{0} = Loop(n, , s{1}) <body = b{0} (int64 i{0}, bool c{0}, float[2] s{0}) => (bool c{0}, "
        "float[2] o{2}) {{ {3} }}>",
        depth, depth + 1, depth - 1, text);
  }
  InferOptions options = WithValue("n", {60});
  options.limits.max_nodes = 10000;
  const Outcome outcome =
      RunText("g (float[2] s8, int64 n) => (float[2] o7) { " + text + " }", options);
  EXPECT_EQ(ReasonOf(outcome.status), Reason::kLimitExceeded) << outcome.error();
}

TEST(ScanTest, StatesAndSlicesAlongAnyAxis) {
  const Outcome outcome = RunText(
      R"(g (float[3, 4] h, float[3, 7, 4] x, float[4, 4] w) => (float[3, 4] y, float[3, 4, 7] all) {
    y, all = Scan(h, x) <num_scan_inputs = 1, scan_input_axes = [1], scan_output_axes = [-1],
      body = b (float[3, 4] s, float[3, 4] e) => (float[3, 4] t, float[3, 4] o) {
        m = MatMul(s, w)
        t = Add(m, e)
        o = Relu(t)
      }>
  })");
  EXPECT_EQ(outcome.layers, (Strings{"y/body/m 3x4 x7", "y/body/t 3x4 x7", "y/body/o 3x4 x7"}))
      << outcome.error();
  EXPECT_EQ(outcome.outputs, (Strings{"3x4", "3x4x7"}));
}

TEST(ScanTest, ScannedInputsMustAgree) {
  const Outcome outcome = RunText(R"(g (float[7, 4] x, float[8, 4] z) => (float[K, 4] all) {
    all = Scan(x, z) <num_scan_inputs = 2, body = b (float[4] e, float[4] f) => (float[4] o) { o = Add(e, f) }>
  })");
  EXPECT_EQ(ReasonOf(outcome.status), Reason::kShapeConflict) << outcome.error();
}

TEST(ScanTest, Version8HasABatchAndLengths) {
  const std::string text =
      R"(g (int64[3] lens, float[3, 4] h, float[3, 7, 4] x) => (float[3, 4] y, float[3, 7, 4] all) {
    y, all = Scan(lens, h, x) <num_scan_inputs = 1,
      body = b (float[4] s, float[4] e) => (float[4] t, float[4] o) {
        t = Add(s, e)
        o = Relu(t)
      }>
  })";
  const Outcome known = RunText(text, WithValue("lens", {7, 3, 5}), 8);
  EXPECT_EQ(known.layers, (Strings{"y/body/t 4 x15", "y/body/o 4 x15"})) << known.error();
  EXPECT_EQ(known.outputs, (Strings{"3x4", "3x7x4"}));
  const Outcome open = RunText(text, {}, 8);
  EXPECT_EQ(open.layers, (Strings{"y/body/t 4 x21 bounded", "y/body/o 4 x21 bounded"}))
      << open.error();
  EXPECT_EQ(ReasonOf(RunText(text, WithValue("lens", {8, 3, 5}), 8).status),
            Reason::kShapeConflict);
}

TEST(SequenceMapTest, TheBodyRunsForEachElement) {
  const Outcome outcome = RunText(R"(g (float[2, 4] x, float[3, 4] z, float[4, 4] a) => (y) {
    s = SequenceConstruct(x, x, z)
    y = SequenceMap(s, a) <body = b (float[K, 4] e, float[4, 4] w) => (float[K, 4] o) { o = MatMul(e, w) }>
  })");
  ASSERT_EQ(outcome.error(), "");
  EXPECT_EQ(outcome.layers,
            (Strings{"s sequence of 3 x1", "y/body/o 2x4 x2", "y/body[2]/o 3x4 x1"}));
  EXPECT_EQ(outcome.outputs, (Strings{"sequence of 3"}));
}

}  // namespace
}  // namespace roofline::testing
