// ResNet-50 and VGG-16 layer by layer, by the rules of chainer_computational_cost (an FMA is one
// operation): the example models must be the networks of that published report.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "tests/generator/trusted_model.h"

namespace roofline::examples {
namespace {

struct Sums {
  int layers = 0;
  int64_t flops = 0;
  int64_t read_bytes = 0;
  int64_t written_bytes = 0;

  bool operator==(const Sums&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Sums& sums) {
  return out << sums.layers << " layers, " << sums.flops << " FLOPs, " << sums.read_bytes
             << " B read, " << sums.written_bytes << " B written";
}

// Elements of the parameters a node reads.
int64_t ParameterElements(const TrustedModel& model, const onnx::NodeProto& node) {
  int64_t elements = 0;
  for (const std::string& input : node.input()) {
    if (model.IsParameter(input)) elements += model.Elements(input);
  }
  return elements;
}

int64_t WindowElements(const onnx::NodeProto& node) {
  const auto kernel = IntegersOf(node, "kernel_shape");
  return kernel[0] * kernel[1];
}

int64_t FlopsOf(const TrustedModel& model, const onnx::NodeProto& node) {
  const std::string& op = node.op_type();
  const int64_t x = model.Elements(node.input(0));
  const int64_t y = model.Elements(node.output(0));
  if (op == "Conv") {
    const auto weight = model.Shape(node.input(1));
    return y * weight[1] * weight[2] * weight[3];
  }
  if (op == "Gemm") return y * model.Shape(node.input(0))[1] + model.Elements(node.input(2));
  if (op == "MaxPool") return y * (WindowElements(node) - 1);
  if (op == "AveragePool") return y * WindowElements(node);
  if (op == "Softmax") return 2 * x + (x - 1);  // one row
  return x;                                     // BatchNormalization, Relu, Add
}

Sums CostOf(const TrustedModel& model, const onnx::NodeProto& node) {
  const std::string& op = node.op_type();
  if (op == "Reshape" || op == "Flatten") return {.layers = 1};
  int64_t read = ParameterElements(model, node);
  for (const std::string& input : node.input()) {
    if (!model.IsParameter(input)) read += model.Elements(input);
  }
  // The report takes the statistics for folded into scale and shift.
  if (op == "BatchNormalization") read -= 2 * model.Elements(node.input(3));
  return {1, FlopsOf(model, node), 4 * read, 4 * model.Elements(node.output(0))};
}

// By operator, and "total".
std::map<std::string, Sums> Report(std::string_view network) {
  const TrustedModel model(Parse(Generate(FindNetwork(network))), {{"batch", 1}});
  std::map<std::string, Sums> report;
  for (const auto& node : model.graph().node()) {
    const Sums cost = CostOf(model, node);
    for (Sums* sums : {&report[node.op_type()], &report["total"]}) {
      sums->layers += cost.layers;
      sums->flops += cost.flops;
      sums->read_bytes += cost.read_bytes;
      sums->written_bytes += cost.written_bytes;
    }
  }
  return report;
}

TEST(ReferenceReport, ResNet50) {
  const std::map<std::string, Sums> expected = {
      {"Conv", {53, 3'855'925'248, 134'362'112, 42'348'544}},
      {"BatchNormalization", {53, 10'587'136, 42'561'024, 42'348'544}},
      {"Relu", {49, 9'081'856, 36'327'424, 36'327'424}},
      {"MaxPool", {1, 1'605'632, 3'211'264, 802'816}},
      {"Add", {16, 5'519'360, 44'154'880, 22'077'440}},
      {"AveragePool", {1, 100'352, 401'408, 8'192}},
      {"Reshape", {1, 0, 0, 0}},
      {"Gemm", {1, 2'049'000, 8'204'192, 4'000}},
      {"Softmax", {1, 2'999, 4'000, 4'000}},
      {"total", {176, 3'884'871'583, 269'226'304, 143'920'960}},
  };
  EXPECT_EQ(Report("resnet50-v1-original"), expected);
}

TEST(ReferenceReport, ResNet50NamesItsLayersAsTheReportDoes) {
  const onnx::ModelProto model = Parse(Generate(FindNetwork("resnet50-v1-original")));
  const auto& nodes = model.graph().node();
  ASSERT_EQ(nodes.size(), 176);
  const auto name = [&nodes](int i) { return nodes[i].name(); };
  EXPECT_EQ(name(0), "Convolution2DFunction-1");
  EXPECT_EQ(name(1), "FixedBatchNormalization-1");
  EXPECT_EQ(name(2), "ReLU-1");
  EXPECT_EQ(name(3), "MaxPooling2D-1");
  // The first block: 1x1, 3x3, 1x1, then the shortcut.
  EXPECT_EQ(name(12), "Convolution2DFunction-5");
  EXPECT_EQ(name(14), "Add-1");
  EXPECT_EQ(name(171), "ReLU-49");
  EXPECT_EQ(name(172), "AveragePooling2D-1");
  EXPECT_EQ(name(173), "Reshape-1");
  EXPECT_EQ(name(174), "LinearFunction-1");
  EXPECT_EQ(name(175), "Softmax-1");
}

TEST(ReferenceReport, ResNet50HalvesTheImageInTheFirst1x1) {
  const TrustedModel model(Parse(Generate(FindNetwork("resnet50-v1-original"))), {{"batch", 1}});
  for (const auto& node : model.graph().node()) {
    if (node.op_type() != "Conv" || IntegersOf(node, "strides")[0] != 2) continue;
    const int64_t kernel = model.Shape(node.input(1))[2];
    EXPECT_TRUE(kernel == 1 || kernel == 7) << node.name();
  }
}

TEST(ReferenceReport, Vgg16) {
  EXPECT_EQ(Report("vgg16")["total"], (Sums{38, 15'488'423'327, 668'603'456, 114'575'168}));
}

}  // namespace
}  // namespace roofline::examples
