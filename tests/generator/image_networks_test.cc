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

class ImageNetwork : public ::testing::TestWithParam<Figures> {};

TEST_P(ImageNetwork, HasThePublishedFigures) {
  const onnx::ModelProto model = Parse(Generate(FindNetwork(GetParam().network)));
  EXPECT_EQ(CountParameters(model.graph()), GetParam().parameters);
  EXPECT_EQ(CountMacs(TrustedModel(model, {{"batch", 1}})), GetParam().macs);
  EXPECT_EQ(CountMacs(TrustedModel(model, {{"batch", 32}})), 32 * GetParam().macs);
}

// The work stays, each bias of a convolution is an Add.
TEST(BiasesApart, AreNodesOfTheirOwn) {
  const Network& network = FindNetwork("vgg16");
  const onnx::ModelProto model = Parse(Generate(network, Biases::kApart));
  EXPECT_EQ(CountNodes(model.graph())["Add"], 13);
  EXPECT_EQ(CountParameters(model.graph()), 138'357'544);
  EXPECT_EQ(CountMacs(TrustedModel(model, {{"batch", 1}})), 15'470'264'320);
}

std::string TestName(const ::testing::TestParamInfo<Figures>& param) {
  std::string name(param.param.network);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
}

// The bias of the first convolution is what the original layout has more.
INSTANTIATE_TEST_SUITE_P(Shipped, ImageNetwork,
                         ::testing::Values(Figures{"resnet50-v1-original", 3'857'973'248,
                                                   25'557'032 + 64},
                                           Figures{"resnet50-v1.5", 4'089'184'256, 25'557'032},
                                           Figures{"vgg16", 15'470'264'320, 138'357'544},
                                           Figures{"mobilenet-v2", 300'774'272, 3'504'872}),
                         TestName);

// Those that torchvision has round to the GFLOPS (there, multiply-accumulates) and agree with the
// parameters of its table of weights: https://pytorch.org/vision/stable/models.html. GoogLeNet has
// the parameters of bvlc_googlenet, the original AlexNet those of bvlc_alexnet, MobileNet v1 the
// 569 M and 4.2 M of table 8 of its paper.
INSTANTIATE_TEST_SUITE_P(ForTests, ImageNetwork,
                         ::testing::Values(Figures{"alexnet", 714'188'480, 61'100'840},
                                           Figures{"alexnet-original", 724'406'816, 60'965'224},
                                           Figures{"densenet121", 2'834'161'664, 7'978'856},
                                           Figures{"densenet169", 3'359'843'328, 14'149'480},
                                           Figures{"densenet201", 4'291'365'888, 20'013'928},
                                           Figures{"efficientnet-b0", 385'814'752, 5'288'548},
                                           Figures{"googlenet", 1'582'671'872, 6'998'552},
                                           Figures{"inception-bn", 2'032'600'064, 11'295'240},
                                           Figures{"mobilenet-v1", 568'740'352, 4'231'976},
                                           Figures{"resnet18", 1'814'073'344, 11'689'512},
                                           Figures{"resnet34", 3'663'761'408, 21'797'672},
                                           Figures{"resnet101", 7'801'405'440, 44'549'160},
                                           Figures{"resnet152", 11'513'626'624, 60'192'808},
                                           Figures{"resnext50", 4'230'479'872, 25'028'904},
                                           Figures{"resnext101", 16'414'015'488, 88'791'336},
                                           Figures{"squeezenet", 818'924'576, 1'248'424},
                                           Figures{"squeezenet-1.1", 349'151'936, 1'235'496},
                                           Figures{"vgg11", 7'609'090'048, 132'863'336},
                                           Figures{"vgg11-norm", 7'609'090'048, 132'868'840},
                                           Figures{"vgg13", 11'308'466'176, 133'047'848},
                                           Figures{"vgg13-norm", 11'308'466'176, 133'053'736},
                                           Figures{"vgg16-norm", 15'470'264'320, 138'365'992},
                                           Figures{"vgg19", 19'632'062'464, 143'667'240},
                                           Figures{"vgg19-norm", 19'632'062'464, 143'678'248},
                                           Figures{"wide-resnet50", 11'398'021'120, 68'883'240},
                                           Figures{"wide-resnet101", 22'753'050'624, 126'886'696}),
                         TestName);

// The convolutions of v1.5. Keras counts 25,568,360 trainable parameters of a 50-layer v2 with
// biases in the first convolution, the last of each unit and the shortcuts; here none has one, and
// the image and the first convolution have a batch norm.
constexpr int64_t kKerasBiases =
    64 + (3 * 256 + 4 * 512 + 6 * 1024 + 3 * 2048) + (256 + 512 + 1024 + 2048);
INSTANTIATE_TEST_SUITE_P(PreActivation, ImageNetwork,
                         ::testing::Values(Figures{"resnet50-v2", 4'089'184'256,
                                                   25'568'360 - kKerasBiases + 2 * 64 + 2 * 3},
                                           Figures{"resnet101-v2", 7'801'405'440, 44'541'614},
                                           Figures{"resnet152-v2", 11'513'626'624, 60'185'262}),
                         TestName);

}  // namespace
}  // namespace roofline::examples
