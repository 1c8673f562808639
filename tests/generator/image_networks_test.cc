// Multiply-accumulates and parameters of the networks that classify images, as published.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
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

std::string TestName(const testing::TestParamInfo<Figures>& param) {
  std::string name(param.param.network);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

// The bias of the first convolution is what the original layout has more.
INSTANTIATE_TEST_SUITE_P(Shipped, ImageNetwork,
                         testing::Values(Figures{"resnet50-v1-original", 3'857'973'248,
                                                 25'557'032 + 64},
                                         Figures{"resnet50-v1.5", 4'089'184'256, 25'557'032},
                                         Figures{"vgg16", 15'470'264'320, 138'357'544},
                                         Figures{"mobilenet-v2", 300'774'272, 3'504'872}),
                         TestName);

// Those that torchvision has round to the GFLOPS (there, multiply-accumulates) and agree with the
// parameters of its table of weights: https://pytorch.org/vision/stable/models.html. GoogLeNet has
// the parameters of bvlc_googlenet, MobileNet v1 the 569 M and 4.2 M of table 8 of its paper.
INSTANTIATE_TEST_SUITE_P(ForTests, ImageNetwork,
                         testing::Values(Figures{"alexnet", 714'188'480, 61'100'840},
                                         Figures{"densenet121", 2'834'161'664, 7'978'856},
                                         Figures{"efficientnet-b0", 385'814'752, 5'288'548},
                                         Figures{"googlenet", 1'582'671'872, 6'998'552},
                                         Figures{"inception-bn", 2'032'600'064, 11'295'240},
                                         Figures{"mobilenet-v1", 568'740'352, 4'231'976},
                                         Figures{"resnet18", 1'814'073'344, 11'689'512},
                                         Figures{"resnet34", 3'663'761'408, 21'797'672},
                                         Figures{"resnet101", 7'801'405'440, 44'549'160},
                                         Figures{"resnet152", 11'513'626'624, 60'192'808},
                                         Figures{"resnext50", 4'230'479'872, 25'028'904},
                                         Figures{"squeezenet", 818'924'576, 1'248'424},
                                         Figures{"vgg19", 19'632'062'464, 143'667'240},
                                         Figures{"wide-resnet50", 11'398'021'120, 68'883'240}),
                         TestName);

}  // namespace
}  // namespace roofline::examples
