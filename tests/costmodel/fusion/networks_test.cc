#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>

#include "tests/costmodel/fusion/plan_check.h"
#include "tests/costmodel/testing/fused_model.h"

namespace roofline::testing {
namespace {

constexpr int64_t kFloat = 4;  // bytes

struct Moved {
  int64_t read = 0;
  int64_t written = 0;
};

// Of a convolution with batch norm: image, weights, offset, and what else it adds.
void AddConv(int64_t in, int64_t in_size, int64_t out, int64_t out_size, int64_t kernel,
             int64_t added, Moved& sum) {
  sum.read += in * in_size * in_size + out * in * kernel * kernel + out + added;
  sum.written += out * out_size * out_size;
}

// ResNet-50 with the stride in the first 1x1 of a stage, as its paper draws it.
Moved ResNet50() {
  Moved sum;
  AddConv(3, 224, 64, 112, 7, 64, sum);  // the first has a bias as well
  sum.read += 64 * 112 * 112;            // maximum pooling
  sum.written += 64 * 56 * 56;
  constexpr std::array<int64_t, 4> kBlocks = {3, 4, 6, 3};
  int64_t in = 64;
  int64_t in_size = 56;
  for (size_t stage = 0; stage < kBlocks.size(); ++stage) {
    const int64_t width = int64_t{64} << stage;
    const int64_t size = int64_t{56} >> stage;
    for (int64_t block = 0; block < kBlocks[stage]; ++block) {
      AddConv(in, in_size, width, size, 1, 0, sum);
      AddConv(width, size, width, size, 3, 0, sum);
      AddConv(width, size, 4 * width, size, 1, 4 * width * size * size, sum);  // and the shortcut
      if (block == 0) AddConv(in, in_size, 4 * width, size, 1, 0, sum);
      in = 4 * width;
      in_size = size;
    }
  }
  sum.read += 2048 * 7 * 7;  // average pooling
  sum.written += 2048;
  sum.read += 2048 + 2048 * 1000 + 1000;  // fully connected
  sum.written += 1000;
  sum.read += 1000;  // softmax
  sum.written += 1000;
  return sum;
}

TEST(NetworksTest, ResNet50) {
  const FusedModel model = Fuse(CountNetwork("resnet50-v1-original", {.batch = 1}));
  EXPECT_EQ(PlanFaults(model), "");
  // 1 + 3 * (3 + 4 + 6 + 3) + 4 convolutions, two poolings, Gemm, Softmax
  EXPECT_EQ(model.started(), 53U + 4U);
  EXPECT_EQ(model.read_bytes(), kFloat * ResNet50().read);
  EXPECT_EQ(model.write_bytes(), kFloat * ResNet50().written);
}

// A CPU fuses all of it too. The image is read as it is, and between the convolutions stay blocks
// of channels: only the averages are copied out of them.
TEST(NetworksTest, ResNet50OnACpu) {
  const FusedModel model = Fuse(CountNetwork("resnet50-v1-original", {.batch = 1}), Runtime::kCpu);
  EXPECT_EQ(PlanFaults(model), "");
  EXPECT_EQ(model.started(), 53U + 4U);
  EXPECT_EQ(model.read_bytes(), kFloat * ResNet50().read);
  EXPECT_EQ(model.write_bytes(), kFloat * ResNet50().written);
  int64_t copied = 0;
  for (const Kernel& kernel : model.plan.kernels) {
    for (const Traffic& reorder : kernel.reorders) copied += reorder.bytes.value();
  }
  EXPECT_EQ(copied, kFloat * 2048);
}

TEST(NetworksTest, EncoderLayerOfBert) {
  constexpr int64_t kTokens = 128;
  constexpr int64_t kWidth = 768;
  constexpr int64_t kInner = 3072;
  constexpr int64_t kRows = kTokens * kWidth;
  const FusedModel model =
      Fuse(CountNetwork("bert-base", {.batch = 1, .dims = {{"sequence", kTokens}}}));
  EXPECT_EQ(PlanFaults(model), "");
  std::map<std::string_view, int> patterns;
  int64_t read = 0;
  int64_t written = 0;
  for (const Kernel& kernel : model.plan.kernels) {
    if (model.counted.layers[kernel.main].name.find("layer.5/") == std::string::npos &&
        model.counted.layers[kernel.main].name.find("layer.5.") == std::string::npos)
      continue;
    if (kernel.traffic.empty()) continue;
    ++patterns[kernel.pattern];
    read += ReadBytes(kernel);
    written += WriteBytes(kernel);
  }
  EXPECT_EQ(patterns, (std::map<std::string_view, int>{
                          {"matmul chain", 6}, {"attention", 1}, {"layer_norm", 2}}));
  const int64_t projection = kRows + kWidth * kWidth + kWidth;  // rows, weight, bias
  const int64_t attention = 3 * kRows + kTokens + 1;            // Q, K, V, mask, scale
  const int64_t norm = kRows + 2 + 2 * kWidth;                  // exponent, epsilon, gain, offset
  const int64_t inner = kRows + kWidth * kInner + kInner + 3;   // three constants of GELU
  const int64_t outer = kTokens * kInner + kInner * kWidth + kWidth + kRows;  // and the residual
  EXPECT_EQ(read, kFloat * (3 * projection + attention + projection + kRows + norm + inner + outer +
                            norm));
  EXPECT_EQ(written,
            kFloat * (3 * kRows + kRows + kRows + kRows + kTokens * kInner + kRows + kRows));
}

// Kernels of the sixth layer by what they are: the pattern, else the operator.
std::map<std::string, int> KernelsOfLayer5(const FusedModel& model) {
  std::map<std::string, int> kernels;
  for (const Kernel& kernel : model.plan.kernels) {
    const Layer& main = model.counted.layers[kernel.main];
    const bool here = main.name.find("layer.5/") != std::string::npos ||
                      main.name.find("layer.5.") != std::string::npos;
    if (!here || kernel.traffic.empty()) continue;
    ++kernels[kernel.pattern.empty() ? std::string(main.node->op) : std::string(kernel.pattern)];
  }
  return kernels;
}

TEST(NetworksTest, EncoderLayerOfBertOnACpu) {
  const FusedModel model =
      Fuse(CountNetwork("bert-base", {.batch = 1, .dims = {{"sequence", 128}}}), Runtime::kCpu);
  EXPECT_EQ(PlanFaults(model), "");
  EXPECT_EQ(KernelsOfLayer5(model),
            (std::map<std::string, int>{{"MatMul", 4 + 2 + 1},   // Q, K, V, output; MLP; scores x V
                                        {"matmul chain", 1},     // Q K^T, scaled
                                        {"Add", 4 + 1 + 1 + 2},  // biases, mask, residuals
                                        {"Softmax", 1},
                                        {"Transpose", 4},
                                        {"gelu", 1},  // with the bias in front
                                        {"layer_norm", 2}}));
}

TEST(NetworksTest, PlansOfExamplesHold) {
  for (const char* name : {"mobilenet-v2", "vgg16", "resnet50-v1.5", "densenet121", "vit-b16"}) {
    for (const Runtime runtime : {Runtime::kCompiler, Runtime::kCpu}) {
      const FusedModel model = Fuse(CountNetwork(name, {.batch = 1}), runtime);
      EXPECT_EQ(PlanFaults(model), "") << name;
      EXPECT_LT(model.started(), model.counted.layers.size()) << name;
    }
  }
}

}  // namespace
}  // namespace roofline::testing
