#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "costmodel/measurement/read_measured.h"
#include "tests/costmodel/measurement/fixture.h"

namespace roofline::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(TensorRtTest, OldProfilesHaveAverages) {
  const MeasuredRun run = ReadFixture("tensorrt_profile_old.json");
  EXPECT_EQ(run.format, "tensorrt");
  EXPECT_EQ(run.runs, 500);
  ASSERT_EQ(run.kernels.size(), 3U);
  EXPECT_TRUE(run.kernels[0].inserted);
  EXPECT_THAT(run.kernels[1].node_names, ElementsAre("Conv_0", "Relu_1"));
  EXPECT_DOUBLE_EQ(run.kernels[1].median.value(), 0.111616e-3);
  EXPECT_THAT(run.warnings, ElementsAre(HasSubstr("averages")));
}

TEST(TensorRtTest, ProfileWithLayerInformation) {
  const auto run = ReadMeasuredFiles(
      {FixturePath("tensorrt_layers.json"), FixturePath("tensorrt_profile.json")});
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_THAT(run->warnings, IsEmpty());
  ASSERT_EQ(run->kernels.size(), 4U);
  const MeasuredKernel& conv = run->kernels[0];
  EXPECT_DOUBLE_EQ(conv.median.value(), 0.111616e-3);
  EXPECT_EQ(conv.op, "CaskConvolution");
  EXPECT_THAT(conv.node_names, ElementsAre("/conv1/Conv", "/relu/Relu"));
  EXPECT_THAT(conv.tensor_names, ElementsAre("/relu/Relu_output_0"));
  EXPECT_THAT(conv.input_shapes, ElementsAre(ElementsAre(8, 3, 224, 224)));
  EXPECT_THAT(conv.device_kernels, ElementsAre("sm80_xmma_fprop_implicit_gemm"));
  EXPECT_THAT(run->kernels[2].node_names, ElementsAre("/block/Mul", "/block/Add"));
  EXPECT_TRUE(run->kernels[3].node_range);
}

TEST(TensorRtTest, NamesAlone) {
  const struct {
    std::string name;
    std::vector<std::string> nodes;
    bool range = false;
    bool inserted = false;
  } cases[] = {
      {"Conv_4 + PWN(Clip_7)", {"Conv_4", "Clip_7"}},
      {"PWN(PWN(/a/Sigmoid), /a/Mul)", {"/a/Sigmoid", "/a/Mul"}},
      {"w.0.weight + QuantizeLinear_8 + Conv_12", {"w.0.weight", "QuantizeLinear_8", "Conv_12"}},
      {"Conv_1 || Conv_2", {"Conv_1", "Conv_2"}},
      {"Conv_1 + (Unnamed Layer* 12) [Shuffle]", {"Conv_1"}},
      {"/fc/MatMul_myl3_2", {"/fc/MatMul"}},
      {"__myl_MulAdd_myl3_3", {}},
      {"{ForeignNode[/a/b.c...d.e/f]}", {"/a/b.c", "d.e/f"}, true},
      {"{ForeignNode[/only]}", {"/only"}},
      {"Reformatting CopyNode for Output Tensor 0 to Conv_1", {}, false, true},
      {"a(b, c) + d", {"a(b, c)", "d"}},
      {"PWN(", {}},
      {")))((( + x", {")))((( + x"}},
  };
  for (const auto& expected : cases) {
    const MeasuredRun run = ReadText("[{\"name\": \"" + expected.name + "\", \"averageMs\": 1}]");
    ASSERT_EQ(run.kernels.size(), 1U) << expected.name;
    EXPECT_EQ(run.kernels[0].node_names, expected.nodes) << expected.name;
    EXPECT_EQ(run.kernels[0].node_range, expected.range) << expected.name;
    EXPECT_EQ(run.kernels[0].inserted, expected.inserted) << expected.name;
  }
}

TEST(TensorRtTest, TimesOfInferences) {
  const MeasuredRun run = ReadText(
      R"([{"startComputeMs": 1, "computeMs": 2.5, "latencyMs": 3},
          {"startComputeMs": 4, "computeMs": 2.25, "latencyMs": 3},
          {"startComputeMs": 7, "computeMs": 2.75, "latencyMs": 3}])");
  EXPECT_DOUBLE_EQ(run.latency_median->value(), 2.5e-3);
  EXPECT_DOUBLE_EQ(run.latency_minimum->value(), 2.25e-3);
  EXPECT_EQ(run.runs, 3);
}

TEST(OpenVinoTest, BlocksAreRuns) {
  const MeasuredRun run = ReadFixture("openvino_detailed_counters.csv");
  EXPECT_EQ(run.format, "openvino");
  EXPECT_EQ(run.runs, 2);
  EXPECT_EQ(run.warmup_runs_dropped, 0);
  ASSERT_EQ(run.kernels.size(), 3U);
  const MeasuredKernel& conv = KernelNamed(run, "/conv1/Conv");
  EXPECT_DOUBLE_EQ(conv.median.value(), (1.512e-3 + 1.712e-3) / 2);
  EXPECT_DOUBLE_EQ(conv.minimum.value(), 1.512e-3);
  EXPECT_EQ(conv.op, "Convolution");
  EXPECT_THAT(conv.device_kernels, ElementsAre("jit_avx2_FP32"));
  EXPECT_TRUE(KernelNamed(run, "/fc/Gemm_abcd_reorder").inserted);
  EXPECT_THAT(run.warnings, IsEmpty());
}

// GoogLeNet on Skylake: scalar, 128, 256 and 512 bit weigh 1, 4, 8 and 16.
TEST(PerfStatTest, FloatingPointEventsBecomeFlops) {
  const MeasuredRun run = ReadFixture("perf_stat.csv", {.inferences = 1});
  EXPECT_EQ(run.format, "perf-stat");
  EXPECT_EQ(run.flops->value(), 85'770'094. + 4 * 47'396'811. + 8 * 372'309'776. + 16 * 0.);
  EXPECT_EQ(run.flops->value(), 3'253'835'546.);
  EXPECT_THAT(run.warnings, IsEmpty());
}

TEST(PerfStatTest, NamesSeparatorsIntervalsAndUncounted) {
  const MeasuredRun run = ReadText(
      "1.001;1000;;cpu_core/fp_arith_inst_retired.256b_packed_single/u;5;100.00;;\n"
      "2.002;500;;cpu_core/fp_arith_inst_retired.256b_packed_single/u;5;100.00;;\n"
      "2.002;<not counted>;;fp_arith_inst_retired.scalar_single;0;0.00;;\n");
  EXPECT_EQ(run.flops->value(), (1000 + 500) * 8.);
  EXPECT_THAT(
      run.warnings,
      ElementsAre(HasSubstr("text:3: fp_arith_inst_retired.scalar_single was <not counted>"),
                  HasSubstr("one inference")));
}

TEST(PerfStatTest, TotalsAreDividedByInferences) {
  const MeasuredRun run = ReadText("1000,,fp_ret_sse_avx_ops.all,5,100.00,,\n", {.inferences = 10});
  EXPECT_EQ(run.flops->value(), 1000. / 10);
  EXPECT_EQ(run.runs, 10);
}

TEST(NvprofTest, MetricsAreInvocationsTimesAverage) {
  const MeasuredRun run = ReadFixture("nvprof_metrics.csv", {.inferences = 2});
  ASSERT_EQ(run.kernels.size(), 2U);
  EXPECT_EQ(run.kernels[0].name, "void winograd<float, int=4>(float*, int)");
  EXPECT_EQ(run.kernels[0].flops->value(), 6 * 120.5 / 2);
  EXPECT_EQ(run.kernels[0].dram_bytes->value(), 6 * 32. / 2);
  EXPECT_EQ(run.kernels[0].calls_per_run, 3);
  EXPECT_EQ(run.flops->value(), (6 * 120.5 + 2 * 1000.) / 2);
}

TEST(NvprofTest, SummaryOfActivities) {
  const MeasuredRun run = ReadFixture("nvprof_summary.csv", {.inferences = 10});
  ASSERT_EQ(run.kernels.size(), 2U);  // API calls are the host's
  EXPECT_DOUBLE_EQ(run.kernels[0].median.value(), 12e-3 / 10);
  EXPECT_DOUBLE_EQ(run.kernels[0].minimum.value(), 580e-6 * 20 / 10);
  EXPECT_TRUE(run.kernels[1].inserted);
}

TEST(NcuTest, LaunchesOfAFunctionAddUp) {
  const MeasuredRun run = ReadFixture("ncu.csv", {.inferences = 1});
  ASSERT_EQ(run.kernels.size(), 1U);
  const MeasuredKernel& kernel = run.kernels[0];
  EXPECT_EQ(kernel.name, "void sgemm<float, 4>(int)");
  EXPECT_EQ(kernel.calls_per_run, 2);
  EXPECT_DOUBLE_EQ(kernel.median.value(), 211.94e-6 + 1205e-6);
  EXPECT_DOUBLE_EQ(kernel.dram_bytes->value(), 2 * 10.24e6);
  EXPECT_EQ(kernel.flops->value(), 2 * 1'000'000. + 500);
}

TEST(NcuTest, RawPage) {
  const MeasuredRun run = ReadFixture("ncu_raw.csv", {.inferences = 1});
  ASSERT_EQ(run.kernels.size(), 2U);
  EXPECT_DOUBLE_EQ(run.kernels[0].median.value(), 40e-6);
  EXPECT_DOUBLE_EQ(run.kernels[1].dram_bytes->value(), 5.12e6);
}

TEST(PlainCsvTest, UnitsOfTheHeader) {
  const struct {
    const char* text;
    double seconds;
  } cases[] = {
      {"layer,latency_ns\nconv,1500\n", 1500e-9},
      {"layer,latency_us\nconv,12.5\n", 12.5e-6},
      {"name;time (ms)\nconv;0.25\n", 0.25e-3},
      {"node\tduration_s\nconv\t2\n", 2},
      {"op_type,layer,avg_ms\r\nConv,conv,0.5\r\n", 0.5e-3},
      {"layer,time [\u00b5s]\n\"conv\",\"1,250\"\n", 1250e-6},
      {"layer,min_ms,median_ms\nconv,1,2\n", 2e-3},
  };
  for (const auto& expected : cases) {
    const MeasuredRun run = ReadText(expected.text);
    EXPECT_EQ(run.format, "csv");
    EXPECT_DOUBLE_EQ(KernelNamed(run, "conv").median.value(), expected.seconds) << expected.text;
  }
  EXPECT_DOUBLE_EQ(ReadText(cases[6].text).kernels[0].minimum.value(), 1e-3);
}

TEST(PlainCsvTest, RunsAndTotal) {
  const MeasuredRun run = ReadText(
      "run,layer,op,latency_us\n"
      "1,conv,Conv,90\n1,total,,200\n"
      "2,conv,Conv,30\n2,total,,100\n"
      "3,conv,Conv,50\n3,total,,120\n");
  EXPECT_EQ(run.warmup_runs_dropped, 1);
  EXPECT_EQ(run.runs, 2);
  ASSERT_EQ(run.kernels.size(), 1U);
  EXPECT_EQ(run.kernels[0].op, "Conv");
  EXPECT_DOUBLE_EQ(run.kernels[0].median.value(), (30e-6 + 50e-6) / 2);
  EXPECT_DOUBLE_EQ(run.latency_median->value(), (100e-6 + 120e-6) / 2);
}

TEST(PlainCsvTest, EqualNamesAreKernelsOfTheirOwn) {
  const MeasuredRun run = ReadText("layer,latency_us\nadd,1\nadd,2\n");
  ASSERT_EQ(run.kernels.size(), 2U);
  EXPECT_DOUBLE_EQ(TotalOf(run), 3e-6);
}

TEST(NumbersTest, OneOrMany) {
  EXPECT_DOUBLE_EQ(ReadText("2.41957ms\n").latency_median->value(), 2.41957e-3);
  EXPECT_EQ(ReadText("30.656 ms").runs, 1);
  const MeasuredRun run = ReadText("9 ms\n2 ms\n3 ms\n4 ms\n");
  EXPECT_EQ(run.warmup_runs_dropped, 1);
  EXPECT_DOUBLE_EQ(run.latency_median->value(), 3e-3);
  EXPECT_DOUBLE_EQ(run.latency_minimum->value(), 2e-3);
}

TEST(JsonLinesTest, MarkedWarmup) {
  const MeasuredRun run = ReadText(
      R"({"latency_ms": 9, "warmup": true, "layers": [{"name": "conv", "time_us": 90}]}
{"latency_ms": 2, "layers": [{"name": "conv", "time_us": 30, "op": "Conv"}]}
{"latency_ms": 4, "layers": [{"name": "conv", "time_us": 50}, {"name": "relu", "time_us": 8}]}
)");
  EXPECT_EQ(run.warmup_runs_dropped, 1);
  EXPECT_DOUBLE_EQ(run.latency_median->value(), 3e-3);
  EXPECT_DOUBLE_EQ(KernelNamed(run, "conv").median.value(), 40e-6);
  EXPECT_DOUBLE_EQ(KernelNamed(run, "relu").median.value(), (0 + 8e-6) / 2);
}

TEST(ReadMeasuredFilesTest, LatencyBesideKernels) {
  const std::string latency = ::testing::TempDir() + "/latency.txt";
  FILE* file = std::fopen(latency.c_str(), "w");
  std::fputs("90 ms\n", file);
  std::fclose(file);
  const auto run = ReadMeasuredFiles({FixturePath("onnxruntime_zfnet.json"), latency});
  ASSERT_TRUE(run.ok()) << run.status();
  EXPECT_EQ(run->kernels.size(), 20U);
  EXPECT_DOUBLE_EQ(run->latency_median->value(), 90e-3);
}

}  // namespace
}  // namespace roofline::testing
