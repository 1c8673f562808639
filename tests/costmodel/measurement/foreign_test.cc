// Files that are wrong, cut off, foreign or hostile: a clear error, soon, in little memory.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "costmodel/error.h"
#include "costmodel/measurement/read_measured.h"
#include "tests/costmodel/measurement/fixture.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

struct ForeignRefused {
  std::string name;
  std::string text;
  std::string message;
};

class ForeignFileTest : public ::testing::TestWithParam<ForeignRefused> {};

TEST_P(ForeignFileTest, IsRefused) {
  const auto run = ReadMeasuredBytes(GetParam().text, "file.x");
  ASSERT_FALSE(run.ok());
  const std::string message(MessageOf(run.status()));
  EXPECT_THAT(message, HasSubstr("file.x"));
  EXPECT_THAT(message, HasSubstr(GetParam().message));
  EXPECT_LT(message.size(), 700U);
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

std::string Times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

INSTANTIATE_TEST_SUITE_P(
    All, ForeignFileTest,
    ::testing::Values(
        ForeignRefused{"Empty", "", "empty"},
        ForeignRefused{"Blank", " \n\t\n", "nothing but blanks"},
        ForeignRefused{"Nul", std::string("a\0b", 3), "binary data"},
        ForeignRefused{"Zip", "PK\x03\x04rest", "a zip archive"},
        ForeignRefused{"Html", "<!doctype html>", "HTML or XML"},
        ForeignRefused{"NotUtf8", "layer,latency_us\nca\xf1on,1\n", "not UTF-8"},
        ForeignRefused{"Prose", "it took a while", "begins with 'it took a while'"},
        ForeignRefused{"Chrome", R"({"traceEvents": []})", "another profiler"},
        ForeignRefused{"OtherTrace", R"([{"ph": "X", "ts": 1}])", "not of ONNX Runtime"},
        ForeignRefused{"OtherList", "[1, 2]", "something else"},
        ForeignRefused{"LayerInfoAlone", R"({"Layers": []})", "has no times"},
        ForeignRefused{"GzipOfNothing", Gzip(""), "gzip of nothing"},
        ForeignRefused{"GzipHeaderOnly", std::string("\x1f\x8b\x08", 3), "gzip"},
        ForeignRefused{"GzipBroken",
                       Gzip("layer,latency_us\nconv,1\n").replace(12, 4, "\xff\xff\xff\xff"),
                       "gzip"},
        ForeignRefused{"GzipCut", Gzip("layer,latency_us\nconv,1\n").substr(0, 30),
                       "ends in the middle"},
        ForeignRefused{"GzipBomb",
                       Gzip("layer,latency_us\n" + Times(1 << 20, "a,1                  \n")),
                       "expands more than 250 times"},
        ForeignRefused{"OneEndlessString", "[{\"cat\":\"" + std::string(8 << 20, 'a'), "too long"},
        ForeignRefused{"NoUnit", "layer,latency\nconv,1\n", "column 'latency' has no unit"},
        ForeignRefused{"NoName", "a,latency_us\nconv,1\n", "no column of layer names"},
        ForeignRefused{"NoTime", "layer,flops\nconv,1\n", "no column of times"},
        ForeignRefused{"NoRows", "layer,latency_us\n", "a header and no rows"},
        ForeignRefused{"BadNumber", "layer,latency_us\nconv,fast\n",
                       "file.x:2: 'fast' is not a number"},
        ForeignRefused{"CutRow", "layer,latency_us\na,1\nconv", "file.x:3: '' is not a number"},
        ForeignRefused{"Negative", "layer,latency_us\nconv,-4\n", "file.x:2: '-4' is negative"},
        ForeignRefused{"NaN", "layer,latency_us\nconv,nan\n", "'nan' is not a number"},
        ForeignRefused{"Huge", "layer,latency_us\nconv,1e999\n", "'1e999' is not a number"},
        ForeignRefused{"OpenQuote", "layer,latency_us\n\"conv,1\n", "file.x:2: a quote opens"},
        ForeignRefused{"NumberWithoutUnit", "2 ms\n3\n", "file.x:2: "},
        ForeignRefused{"JsonLine", "{\"latency_ms\": 1}\n{\"latency_ms\": }\n", "file.x:2: "},
        ForeignRefused{"JsonNoUnit", R"({"latency": 1})", "'latency' has no unit"},
        ForeignRefused{"JsonNothing", R"({"a": 1})", "neither latency_ms nor layers"},
        ForeignRefused{"JsonNegative", R"({"latency_ms": -1})", "not a number from 0"},
        ForeignRefused{"JsonHuge", R"({"latency_ms": 1e400})", "number overflow"},
        ForeignRefused{"JsonDeep", "{\"a\":" + std::string(200000, '['), "file.x:1"},
        ForeignRefused{"JsonDeepClosed",
                       "{\"a\":" + std::string(5000, '[') + std::string(5000, ']') + "}", "nested"},
        ForeignRefused{"TensorRtNoTime", R"([{"name": "a", "timeMs": 1}])", "no averageMs"},
        ForeignRefused{"TensorRtNegative", R"([{"name": "a", "averageMs": -1}])",
                       "not a number from 0"},
        ForeignRefused{"TensorRtNoName", R"([{"count": 1}, {"averageMs": 1}])", "layer 1: no name"},
        ForeignRefused{"TensorRtCut", R"([{"count": 1}, {"name": "a", "averageMs")", "parse error"},
        ForeignRefused{
            "OpenVinoNoUnit",
            "layerName;execStatus;layerType;execType;realTime;cpuTime;\nconv;EXECUTED;C;x;1;1;\n",
            "without execStatus or 'realTime (ms)'"},
        ForeignRefused{
            "OpenVinoCut",
            "layerName;execStatus;layerType;execType;realTime (ms);cpuTime (ms);\nconv;EXEC",
            "file.x:2: status 'EXEC'"},
        ForeignRefused{"PerfNoFp", "1000,,cycles,5,100.00,,\n", "none of floating-point"},
        ForeignRefused{"NvprofNoMetric",
                       "\"Device\",\"Kernel\",\"Invocations\",\"Metric Name\",\"Metric "
                       "Description\",\"Min\",\"Max\",\"Avg\"\n\"d\",\"k\",1,\"ipc\",\"i\",1,1,1\n",
                       "without GPU activities"},
        ForeignRefused{"NvprofUnit",
                       "\"Type\",\"Time(%)\",\"Time\",\"Calls\",\"Avg\",\"Min\",\"Max\",\"Name\"\n"
                       ",%,h,,us,us,us,\n\"GPU activities\",1,1,1,1,1,1,\"k\"\n",
                       "file.x:2: unit 'h' of column Time"},
        ForeignRefused{"NcuUnit",
                       "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                       "\"0\",\"k\",\"gpu__time_duration.sum\",\"hour\",\"1\"\n",
                       "unit 'hour'"},
        ForeignRefused{"NcuCut",
                       "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric "
                       "Value\"\n\"0\",\"k\"\n",
                       "file.x:2: 2 fields"},
        ForeignRefused{"NcuNothing",
                       "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                       "\"0\",\"k\",\"ipc\",\"\",\"1\"\n",
                       "without a metric that is used"}),
    [](const auto& case_info) { return case_info.param.name; });

TEST(ForeignFileTest, MissingFilesAndFolders) {
  EXPECT_EQ(ReasonOf(ReadMeasured("/nowhere/profile.json").status()), Reason::kFileNotFound);
  EXPECT_EQ(ReasonOf(ReadMeasured(FixturePath("")).status()), Reason::kIoError);
}

TEST(ForeignFileTest, LayersOfAnotherEngine) {
  const auto run = ReadMeasuredFiles(
      {FixturePath("tensorrt_profile_old.json"), FixturePath("tensorrt_layers.json")});
  ASSERT_FALSE(run.ok());
  EXPECT_THAT(std::string(MessageOf(run.status())), HasSubstr("of the same engine"));
}

TEST(ForeignFileTest, TwoFilesOfKernels) {
  const auto run =
      ReadMeasuredFiles({FixturePath("tensorrt_profile.json"), FixturePath("nvprof_summary.csv")});
  ASSERT_FALSE(run.ok());
  EXPECT_THAT(std::string(MessageOf(run.status())), HasSubstr("both have times per kernel"));
}

// A profile of 200 MB is read piece by piece; here 24 MB out of 0.3 MB, all events distinct runs.
TEST(StreamedProfileTest, ManyRunsInLittleMemory) {
  std::string events = "[";
  for (int i = 0; i < 100'000; ++i) {
    events += Node("a_kernel_time", 100 * i + 2, 5, "Relu") + ",\n" +
              Session("model_run", 100 * i, 50) + (i + 1 < 100'000 ? ",\n" : "]");
  }
  const MeasuredRun run = ReadText(Gzip(events));
  EXPECT_EQ(run.runs, 90'000);
  EXPECT_DOUBLE_EQ(run.kernels[0].median.value(), 5e-6);
}

}  // namespace
}  // namespace roofline::testing
