#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "costmodel/error.h"
#include "costmodel/measurement/read_measured.h"
#include "costmodel/measurement/text_stream.h"
#include "tests/costmodel/measurement/fixture.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(OnnxRuntimeProfileTest, MediansOverRunsAfterWarmup) {
  const MeasuredRun run = ReadFixture("onnxruntime_zfnet.json");
  EXPECT_EQ(run.format, "onnxruntime");
  EXPECT_TRUE(run.profiled);
  EXPECT_EQ(run.warmup_runs_dropped, 1);  // of 4
  EXPECT_EQ(run.runs, 3);
  EXPECT_THAT(run.warnings, IsEmpty());
  // model_run: 111513 (warm-up), 99127, 98968, 100349.
  EXPECT_DOUBLE_EQ(run.latency_median->value(), 99127e-6);
  EXPECT_DOUBLE_EQ(run.latency_minimum->value(), 98968e-6);
  ASSERT_EQ(run.kernels.size(), 20U);
  // n2: 43238 (warm-up), 37798, 37468, 37282.
  const MeasuredKernel& lrn = KernelNamed(run, "n2");
  EXPECT_DOUBLE_EQ(lrn.median.value(), 37468e-6);
  EXPECT_DOUBLE_EQ(lrn.minimum.value(), 37282e-6);
  EXPECT_NEAR(lrn.relative_spread, ((37468 + 37798) / 2. - (37282 + 37468) / 2.) / 37468, 1e-12);
  EXPECT_EQ(lrn.op, "LRN");
  EXPECT_EQ(lrn.provider, "CPUExecutionProvider");
  EXPECT_EQ(lrn.calls_per_run, 1);
  EXPECT_THAT(lrn.input_shapes, ElementsAre(ElementsAre(1, 96, 109, 109)));
  EXPECT_FALSE(lrn.launch_only);
  EXPECT_LE(TotalOf(run), run.latency_median->value());
}

TEST(OnnxRuntimeProfileTest, NamesSayWhatANodeWasMadeFrom) {
  const MeasuredRun run = ReadFixture("onnxruntime_zfnet.json");
  EXPECT_THAT(KernelNamed(run, "r1_nchwc").tensor_names, ElementsAre("r1"));
  EXPECT_THAT(KernelNamed(run, "r1_nchwc").node_names, IsEmpty());
  EXPECT_THAT(KernelNamed(run, "fused n16").node_names, ElementsAre("n16"));
  EXPECT_THAT(KernelNamed(run, "n20").node_names, ElementsAre("n20"));
  EXPECT_TRUE(KernelNamed(run, "ReorderInput_token_6").inserted);
  EXPECT_THAT(KernelNamed(run, "ReorderInput_token_6").node_names, IsEmpty());
}

TEST(OnnxRuntimeProfileTest, BodiesAreNotCountedTwice) {
  const MeasuredRun run = ReadFixture("onnxruntime_silero.json.gz");
  ASSERT_EQ(run.kernels.size(), 89U);
  EXPECT_EQ(KernelNamed(run, "If_25").parent, "");
  EXPECT_EQ(KernelNamed(run, "If_69").parent, "If_25");
  EXPECT_EQ(KernelNamed(run, "Squeeze_71").parent, "If_69");
  EXPECT_EQ(KernelNamed(run, "Conv_73").parent, "If_25");
  EXPECT_LE(TotalOf(run), run.latency_median->value());
  EXPECT_GT(TotalOf(run), 0.3 * run.latency_median->value());
  // The If of all: 1316, 1515, 1806 around 959, 1012, 1311 of the nodes in it.
  EXPECT_DOUBLE_EQ(KernelNamed(run, "If_25").median.value(), (1806 - 1311) * 1e-6);
  EXPECT_DOUBLE_EQ(KernelNamed(run, "If_69").median.value(), (23 - 7) * 1e-6);
}

// Newer versions write events by their start: the run first, then what is in it.
TEST(OnnxRuntimeProfileTest, OrderOfEventsDoesNotMatter) {
  auto stream = TextStream::Open(FixturePath("onnxruntime_silero.json.gz"));
  ASSERT_TRUE(stream.ok()) << stream.status();
  nlohmann::json events = nlohmann::json::parse((*stream)->ReadAll().value());
  std::stable_sort(events.begin(), events.end(),
                   [](const nlohmann::json& a, const nlohmann::json& b) {
                     return a["ts"].get<int64_t>() < b["ts"].get<int64_t>();
                   });
  const auto by_start = ReadMeasuredBytes(events.dump(), "sorted.json");
  ASSERT_TRUE(by_start.ok()) << by_start.status();
  const MeasuredRun by_end = ReadFixture("onnxruntime_silero.json.gz");
  ASSERT_EQ(by_start->kernels.size(), by_end.kernels.size());
  EXPECT_EQ(by_start->latency_median, by_end.latency_median);
  for (size_t i = 0; i < by_end.kernels.size(); ++i) {
    EXPECT_EQ(by_start->kernels[i].name, by_end.kernels[i].name);
    EXPECT_EQ(by_start->kernels[i].parent, by_end.kernels[i].parent);
    EXPECT_EQ(by_start->kernels[i].median, by_end.kernels[i].median) << by_end.kernels[i].name;
  }
}

// The iterations of a Loop are calls of the same kernel, added up within a run.
TEST(OnnxRuntimeProfileTest, IterationsAddUp) {
  const MeasuredRun run = ReadText(
      "[" + Node("add_kernel_time", 11, 5, "Add") + "," +
      Session("SequentialExecutor::Execute", 11, 6) + "," + Node("add_kernel_time", 21, 7, "Add") +
      "," + Session("SequentialExecutor::Execute", 20, 9) + "," +
      Node("loop_kernel_time", 10, 22, "Loop") + "," + Node("relu_kernel_time", 33, 4, "Relu") +
      "," + Session("SequentialExecutor::Execute", 9, 30) + "," + Session("model_run", 8, 40) +
      "]");
  ASSERT_EQ(run.kernels.size(), 3U);
  const MeasuredKernel& add = KernelNamed(run, "add");
  EXPECT_EQ(add.calls_per_run, 2);
  EXPECT_DOUBLE_EQ(add.median.value(), (5 + 7) * 1e-6);
  EXPECT_EQ(add.parent, "loop");
  EXPECT_DOUBLE_EQ(KernelNamed(run, "loop").median.value(), (22 - 5 - 7) * 1e-6);
  EXPECT_EQ(KernelNamed(run, "relu").parent, "");
  EXPECT_THAT(run.warnings, ElementsAre(HasSubstr("one run only")));
}

TEST(OnnxRuntimeProfileTest, NeighboursRoundedToTheSameMicrosecondAreNotNested) {
  const MeasuredRun run = ReadText(
      "[" + Node("a_kernel_time", 10, 0, "Relu") + "," + Node("b_kernel_time", 10, 5, "If") + "," +
      Session("SequentialExecutor::Execute", 9, 30) + "," + Session("model_run", 8, 40) + "]");
  EXPECT_EQ(KernelNamed(run, "a").parent, "");
  EXPECT_DOUBLE_EQ(KernelNamed(run, "b").median.value(), 5e-6);
}

// Kernels of the device follow the node that launched them (docs of ONNX Runtime, GPU profiling).
TEST(OnnxRuntimeProfileTest, DeviceTimesReplaceLaunchTimes) {
  const MeasuredRun run = ReadFixture("onnxruntime_cuda.json");
  EXPECT_DOUBLE_EQ(KernelNamed(run, "Conv_0").median.value(), (120 + 33) * 1e-6);
  EXPECT_THAT(KernelNamed(run, "Conv_0").device_kernels,
              ElementsAre("implicit_convolve_sgemm", "ort_add_bias"));
  EXPECT_FALSE(KernelNamed(run, "Conv_0").launch_only);
  EXPECT_DOUBLE_EQ(KernelNamed(run, "Gather_1").median.value(), 9e-6);  // on the CPU
  EXPECT_TRUE(KernelNamed(run, "Memcpy_token_2").inserted);
  EXPECT_DOUBLE_EQ(KernelNamed(run, "Memcpy_token_2").median.value(), 21e-6);
}

TEST(OnnxRuntimeProfileTest, LaunchTimesAreMarked) {
  const std::string provider = ",\"provider\":\"CUDAExecutionProvider\"";
  const MeasuredRun run = ReadText("[" + Node("c_fence_before", 9, 1, "Conv", provider) + "," +
                                   Node("c_kernel_time", 10, 5, "Conv", provider) + "," +
                                   Node("c_fence_after", 15, 1, "Conv", provider) + "," +
                                   Session("model_run", 8, 40) + "]");
  ASSERT_EQ(run.kernels.size(), 1U);
  EXPECT_TRUE(run.kernels[0].launch_only);
  EXPECT_THAT(run.warnings, ::testing::Contains(HasSubstr("time to launch")));
}

TEST(OnnxRuntimeProfileTest, NodesOfWorkerThreadsBelongToTheRun) {
  const std::string on_worker = Node("b_kernel_time", 12, 6, "Relu", "", 7);
  const MeasuredRun run = ReadText("[" + Node("a_kernel_time", 10, 5, "Relu") + "," + on_worker +
                                   "," + Session("SequentialExecutor::Execute", 9, 30) + "," +
                                   Session("model_run", 8, 40) + "]");
  EXPECT_EQ(run.kernels.size(), 2U);
  EXPECT_THAT(run.warnings, ::testing::Contains(HasSubstr("several threads")));
}

TEST(OnnxRuntimeProfileTest, ChangingShapesAreNoted) {
  const std::string two = R"(,"input_type_shape":[{"float":[2,3]}])";
  const std::string four = R"(,"input_type_shape":[{"float":[4,3]}])";
  const MeasuredRun run = ReadText(
      "[" + Node("a_kernel_time", 10, 5, "Relu", two) + "," + Session("model_run", 8, 40) + "," +
      Node("a_kernel_time", 60, 5, "Relu", four) + "," + Session("model_run", 55, 40) + "]");
  EXPECT_THAT(run.warnings, ElementsAre(HasSubstr("several shapes")));
}

TEST(OnnxRuntimeProfileTest, AFileThatJustEndsGivesTheRunsThatFinished) {
  const std::string whole = FixtureText("onnxruntime_zfnet.json");
  const size_t last_run = whole.rfind("model_run");
  const auto run = ReadMeasuredBytes(std::string_view(whole).substr(0, last_run), "cut.json");
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->runs + run->warmup_runs_dropped, 3);
  EXPECT_THAT(run->warnings, ::testing::Contains(HasSubstr("ends in the middle of event 90")));
}

struct OnnxruntimeRefused {
  std::string name;
  std::string text;
  std::string message;
};

class OnnxRuntimeRefusalTest : public ::testing::TestWithParam<OnnxruntimeRefused> {};

TEST_P(OnnxRuntimeRefusalTest, SaysWhereAndWhat) {
  const auto run = ReadMeasuredBytes(GetParam().text, "p.json");
  ASSERT_FALSE(run.ok());
  EXPECT_EQ(ReasonOf(run.status()), Reason::kInvalidMeasurement);
  EXPECT_THAT(std::string(MessageOf(run.status())), HasSubstr(GetParam().message));
  EXPECT_THAT(std::string(MessageOf(run.status())), HasSubstr("p.json"));
}

INSTANTIATE_TEST_SUITE_P(
    All, OnnxRuntimeRefusalTest,
    ::testing::Values(
        OnnxruntimeRefused{"NoRun", "[" + Node("a_kernel_time", 1, 2, "Relu") + "]",
                           "no finished 'model_run'"},
        OnnxruntimeRefused{"NoNodes", "[" + Session("model_run", 1, 2) + "]",
                           "no '..._kernel_time' event"},
        OnnxruntimeRefused{"NegativeDuration", "[" + Node("a_kernel_time", 1, -2, "Relu") + "]",
                           "event 1: dur is negative"},
        OnnxruntimeRefused{"TextDuration", R"([{"cat":"Node","dur":"5","ts":1}])",
                           "dur is not a number"},
        OnnxruntimeRefused{"HugeDuration", R"([{"cat":"Node","dur":1e300,"ts":1}])",
                           "dur is out of range"},
        OnnxruntimeRefused{"OverflowingDuration",
                           R"([{"cat":"Node","dur":18446744073709551615,"ts":1}])",
                           "dur is out of range"},
        OnnxruntimeRefused{"NotANumber", R"([{"cat":"Node","dur":NaN,"ts":1}])",
                           "event 1: parse error"},
        OnnxruntimeRefused{"NoDuration", R"([{"cat":"Node","name":"a","ts":1}])",
                           "lacks cat, ts or dur"},
        OnnxruntimeRefused{"Scalar", R"([{"cat":"Node","dur":1,"ts":1}, 5])", "event 2: a number"},
        OnnxruntimeRefused{"Deep", R"([{"cat":"Node","args":)" + std::string(10000, '['),
                           "nested too deep"},
        OnnxruntimeRefused{"Garbage", "[" + Session("model_run", 1, 2) + "] x \"cat\"",
                           "parse error"}),
    [](const auto& case_info) { return case_info.param.name; });

}  // namespace
}  // namespace roofline::testing
