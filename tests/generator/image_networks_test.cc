// Multiply-accumulates and parameters of the networks that classify images, as published.

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "tests/generator/trusted_model.h"

namespace roofline::examples {
namespace {

struct Figures {
  std::string_view network;
  int64_t macs;  // of one image
  int64_t parameters;
};

class ImageNetwork : public testing::TestWithParam<Figures> {};

TEST_P(ImageNetwork, HasThePublishedFigures) {
  const onnx::ModelProto model = Parse(Generate(FindNetwork(GetParam().network)));
  EXPECT_EQ(CountParameters(model.graph()), GetParam().parameters);
  EXPECT_EQ(CountMacs(TrustedModel(model, {{"batch", 1}})), GetParam().macs);
  EXPECT_EQ(CountMacs(TrustedModel(model, {{"batch", 32}})), 32 * GetParam().macs);
}

// The bias of the first convolution is what the original layout has more.
INSTANTIATE_TEST_SUITE_P(Shipped, ImageNetwork,
                         testing::Values(Figures{"resnet50-v1-original", 3'857'973'248,
                                                 25'557'032 + 64},
                                         Figures{"resnet50-v1.5", 4'089'184'256, 25'557'032},
                                         Figures{"vgg16", 15'470'264'320, 138'357'544},
                                         Figures{"mobilenet-v2", 300'774'272, 3'504'872}),
                         [](const auto& param) {
                           std::string name(param.param.network);
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace roofline::examples
