// What `explain` writes, against the arithmetic by hand.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "client/commands/command.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;

constexpr char kExplainedModel[] = ROOFLINE_SOURCE_DIR "/client/examples/resnet50-v1-original.onnx";

absl::Status Explain(const std::string& arguments, std::string& out) {
  CLI::App app;
  Action action;
  AddExplainCommand(app, action);
  app.parse(
      fmt::format("explain {} --batch 1 --device gtx-1080-ti {}", kExplainedModel, arguments));
  return action(out);
}

std::string Micro(double seconds) { return fmt::format("{:.3f} us", seconds * 1e6); }

// The first layer: 64 filters of 3x7x7 in steps of 2 over 3x224x224, with a bias.
constexpr int64_t kConv1Outputs = 64 * 112 * 112;          // 802,816
constexpr int64_t kConv1Macs = kConv1Outputs * 3 * 7 * 7;  // 118,013,952
constexpr int64_t kConv1Input = 4 * 3 * 224 * 224;         // 602,112 B
constexpr int64_t kConv1Filters = 4 * 64 * 3 * 7 * 7;      // 37,632 B
constexpr int64_t kConv1Vector = 4 * 64;                   // 256 B
constexpr int64_t kConv1Output = 4 * kConv1Outputs;        // 3,211,264 B
constexpr int64_t kConv1Cache = 2883584;                   // 2.75 MiB of L2
constexpr int64_t kConv1Dram =
    kConv1Input + kConv1Filters + 2 * kConv1Vector + kConv1Output - kConv1Cache;  // 967,936 B

// Of the device: fp32 with FMA and without, memory, L2; 28 SMs.
constexpr double kConv1Peak = 10.6e12;
constexpr double kConv1Single = 5.3e12;
constexpr double kConv1Bandwidth = 484e9;
constexpr double kConv1CacheBandwidth = 1.33e12;

// The batch norm is in the filters and their bias: what is left is the bias and the ReLU.
constexpr double kConv1Compute = 2.0 * kConv1Macs / kConv1Peak + 2.0 * kConv1Outputs / kConv1Single;
constexpr double kConv1CachePasses =
    static_cast<double>(kConv1Dram + kConv1Cache) / kConv1CacheBandwidth;
constexpr double kConv1DramPasses = static_cast<double>(kConv1Dram) / kConv1Bandwidth;

TEST(ExplainTest, ShapesFormulaAndWork) {
  std::string out;
  ASSERT_TRUE(Explain("--layer Convolution2DFunction-1", out).ok());
  for (const std::string line :
       {"layer      Convolution2DFunction-1 (Conv, exact)\n",
        "input      input float32 1x3x224x224\n", "input      conv1.weight float32 64x3x7x7\n",
        "input      conv1.bias float32 64\n",
        "output     Convolution2DFunction-1_output_0 float32 1x64x112x112\n",
        "kernel 7x7, stride 2x2, pads 3x3x3x3, dilation 1x1, groups 1, bias yes\n",
        "formula    MACs = y * (Cin/group) * prod(kernel)",
        "work       118,013,952 MACs, 802,816 additions and the like\n",
        "118,013,952 MACs = 802,816 outputs x 147\n",
        "bytes      640,000 read, 3,211,264 written by the layer on its own\n"}) {
    EXPECT_THAT(out, HasSubstr(line));
  }
  EXPECT_EQ(kConv1Macs, 118'013'952);
  EXPECT_EQ(kConv1Input + kConv1Filters + kConv1Vector, 640'000);
  EXPECT_EQ(kConv1Output, 3'211'264);
}

TEST(ExplainTest, BytesByLevel) {
  std::string out;
  ASSERT_TRUE(Explain("--layer Convolution2DFunction-1", out).ok());
  EXPECT_THAT(out, HasSubstr("kernel     conv chain of 3 layers: Convolution2DFunction-1, "
                             "FixedBatchNormalization-1, ReLU-1\n"));
  // The output is read by the next kernel: as much as L2 holds is found there.
  EXPECT_EQ(kConv1Output - kConv1Cache, 327'680);
  EXPECT_THAT(out, HasSubstr("operand          role        direction  bytes of L2  bytes of DRAM\n"
                             "---------------  ----------  ---------  -----------  -------------\n"
                             "input            input       read       0            602,112\n"
                             "conv1.weight     weight      read       0            37,632\n"
                             "conv1.bias       weight      read       0            256\n"
                             "bn1.bias         weight      read       0            256\n"
                             "ReLU-1_output_0  activation  written    2,883,584    327,680\n"));
}

TEST(ExplainTest, TimesAtPeakRates) {
  std::string out;
  ASSERT_TRUE(Explain("--layer Convolution2DFunction-1", out).ok());
  const std::string compute = Micro(kConv1Compute);
  const std::string transfer = Micro(std::max(kConv1CachePasses, kConv1DramPasses));
  for (const std::string& line :
       {fmt::format("vector fp32: 236,027,904 operations / 10.600 TFLOPS = {}\n",
                    Micro(2.0 * kConv1Macs / kConv1Peak)),
        fmt::format("non_fma fp32: 1,605,632 operations / 5.300 TFLOPS = {:.3f} ns\n",
                    2.0 * kConv1Outputs / kConv1Single * 1e9),
        fmt::format("DRAM: 967,936 B / 484.000 GB/s = {}\n", Micro(kConv1DramPasses)),
        fmt::format("L2: 3,851,520 B / 1.330 TB/s = {}\n", Micro(kConv1CachePasses)),
        fmt::format("compute = {} ", compute), fmt::format("transfer = {} ", transfer),
        fmt::format("floor = max({0}, {1}) = {0}\n", compute, transfer),
        fmt::format("serial = {} + {} = {}\n", compute, transfer,
                    Micro(kConv1Compute + kConv1CachePasses))}) {
    EXPECT_THAT(out, HasSubstr(line));
  }
  EXPECT_EQ(kConv1Dram + kConv1Cache, 3'851'520);
  EXPECT_THAT(out, HasSubstr(fmt::format("bound by compute (vector fp32), {:.2f} x the other",
                                         kConv1Compute / kConv1CachePasses)));
}

TEST(ExplainTest, ExpectedTime) {
  std::string out;
  ASSERT_TRUE(Explain("--layer Convolution2DFunction-1", out).ok());
  EXPECT_THAT(out, HasSubstr("compute efficiency 1 (0.7 to 1.15; convolution, default: "));
  EXPECT_THAT(out, HasSubstr("memory efficiency 0.82 (0.5 to 0.9; convolution, default: "));
  EXPECT_THAT(out, HasSubstr("overlap 0.5: "));
  EXPECT_THAT(out, HasSubstr("overhead 6.000 us\n"));
  // Half of the SMs' rate at 5700 outputs for each.
  const double filled = kConv1Outputs / (kConv1Outputs + 5700.0 * 28);
  EXPECT_THAT(out, HasSubstr(fmt::format("the shapes fill {:.1f} % of", filled * 100)));
  const double c = 2.0 * kConv1Macs / kConv1Peak / filled + 2.0 * kConv1Outputs / kConv1Single;
  const double m = kConv1CachePasses;  // shorter than c: half of it is hidden
  EXPECT_THAT(out, HasSubstr(fmt::format("expected = c + m - overlap x min(c, m) + overhead = {} "
                                         "({} to {})\n",
                                         Micro(c + m / 0.82 / 2 + 6e-6),
                                         Micro(c / 1.15 + m / 0.9 / 2 + 6e-6),
                                         Micro(c / 0.7 + m / 0.5 / 2 + 6e-6))));
  EXPECT_THAT(out, HasSubstr(fmt::format("with twice the bandwidth {}, with twice the peaks {}\n",
                                         Micro(c + m / 2 / 0.82 / 2 + 6e-6),
                                         Micro(c / 2 + m / 0.82 / 2 + 6e-6))));
}

TEST(ExplainTest, TheEndOfANameIsEnoughWhereNoOtherEndsSo) {
  std::string whole;
  std::string ending;
  ASSERT_TRUE(Explain("--layer Convolution2DFunction-3", whole).ok());
  ASSERT_TRUE(Explain("--layer DFunction-3", ending).ok());
  EXPECT_EQ(whole, ending);
}

TEST(ExplainTest, ALayerThatIsNotThere) {
  const struct {
    std::string layer;
    std::string message;
  } cases[] = {
      {"Convolution2DFunction-1x",
       "there is no layer 'Convolution2DFunction-1x' (`predict --view layers` lists the names); "
       "did "
       "you mean 'Convolution2DFunction-1' or 'Convolution2DFunction-10' or "
       "'Convolution2DFunction-11'?"},
      // Far from any: 3 edits, e.g. "Re" in front and a 9 that becomes 1.
      {"LU-99",
       "there is no layer 'LU-99' (`predict --view layers` lists the names); the nearest are "
       "'ReLU-19', 'ReLU-29', 'ReLU-39'"},
      {"tion-1",
       "3 layers end with 'tion-1': 'Convolution2DFunction-1', 'FixedBatchNormalization-1', "
       "'LinearFunction-1'; give more of the name (`predict --view layers` lists the names)"},
      {"ReLU-",
       "there is no layer 'ReLU-' (`predict --view layers` lists the names); did you mean "
       "'ReLU-1' or 'ReLU-2' or 'ReLU-3'?"},
  };
  for (const auto& c : cases) {
    std::string out;
    const absl::Status status = Explain("--layer " + c.layer, out);
    EXPECT_EQ(ReasonOf(status), Reason::kInvalidArgument) << c.layer;
    EXPECT_EQ(MessageOf(status), c.message);
    EXPECT_EQ(out, "");
  }
}

}  // namespace
}  // namespace roofline
