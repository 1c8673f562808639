// The ResNet-50 of the report that chainer_computational_cost prints: names and strides are its
// own.

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/generator/trusted_model.h"

namespace roofline::examples {
namespace {

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

}  // namespace
}  // namespace roofline::examples
