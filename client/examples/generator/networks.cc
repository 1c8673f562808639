#include "client/examples/generator/networks.h"

#include "client/examples/generator/families.h"

namespace roofline::examples {
namespace {

constexpr bool kShipped = true;
constexpr bool kForTests = false;

constexpr Network kNetworks[] = {
    {"resnet50-v1-original", 13, ResNet50Original, kShipped},
    {"resnet50-v1.5", 13, ResNet50, kShipped},
    {"vgg16", 13, Vgg16, kShipped},
    {"mobilenet-v2", 13, MobileNetV2, kShipped},
    {"bert-base", 14, BertBase, kShipped},
    {"gpt-small", 14, GptSmall, kShipped},

    {"alexnet", 13, AlexNet, kForTests},
    {"densenet121", 13, DenseNet121, kForTests},
    {"efficientnet-b0", 13, EfficientNetB0, kForTests},
    {"googlenet", 13, GoogLeNet, kForTests},
    {"inception-bn", 13, InceptionBn, kForTests},
    {"llama-3-8b", 17, Llama3Of8B, kForTests, onnx::TensorProto::FLOAT16},
    {"lstm", 13, LstmClassifier, kForTests},
    {"mobilenet-v1", 13, MobileNetV1, kForTests},
    {"resnet18", 13, ResNet18, kForTests},
    {"resnet34", 13, ResNet34, kForTests},
    {"resnet101", 13, ResNet101, kForTests},
    {"resnet152", 13, ResNet152, kForTests},
    {"resnext50", 13, ResNeXt50, kForTests},
    {"squeezenet", 13, SqueezeNet, kForTests},
    {"vgg19", 13, Vgg19, kForTests},
    {"vit-b16", 14, VitB16, kForTests},
    {"wide-resnet50", 13, WideResNet50, kForTests},
};

}  // namespace

std::span<const Network> Networks() { return kNetworks; }

std::string Generate(const Network& network) {
  GraphBuilder builder(network.name, network.opset, network.float_type);
  network.build(builder);
  // Without map fields, protobuf writes a message in one way only.
  return builder.model().SerializeAsString();
}

}  // namespace roofline::examples
