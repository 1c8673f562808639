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
    {"alexnet-original", 13, AlexNetOriginal, kForTests},
    {"bert-large", 14, BertLarge, kForTests},
    {"densenet121", 13, DenseNet121, kForTests},
    {"densenet169", 13, DenseNet169, kForTests},
    {"densenet201", 13, DenseNet201, kForTests},
    {"efficientnet-b0", 13, EfficientNetB0, kForTests},
    {"googlenet", 13, GoogLeNet, kForTests},
    {"inception-bn", 13, InceptionBn, kForTests},
    {"llama-3-8b", 17, Llama3Of8B, kForTests, onnx::TensorProto::FLOAT16},
    {"lstm", 13, LstmClassifier, kForTests},
    {"lstm-500", 13, [](GraphBuilder& g) { LstmLayer(g, 500); }, kForTests},
    {"lstm-512", 13, [](GraphBuilder& g) { LstmLayer(g, 512); }, kForTests},
    {"lstm-1024", 13, [](GraphBuilder& g) { LstmLayer(g, 1024); }, kForTests},
    {"lstm-2048", 13, [](GraphBuilder& g) { LstmLayer(g, 2048); }, kForTests},
    {"lstm-4096", 13, [](GraphBuilder& g) { LstmLayer(g, 4096); }, kForTests},
    {"mobilenet-v1", 13, MobileNetV1, kForTests},
    {"resnet18", 13, ResNet18, kForTests},
    {"resnet34", 13, ResNet34, kForTests},
    {"resnet50-v2", 13, ResNet50V2, kForTests},
    {"resnet101", 13, ResNet101, kForTests},
    {"resnet101-v2", 13, ResNet101V2, kForTests},
    {"resnet152", 13, ResNet152, kForTests},
    {"resnet152-v2", 13, ResNet152V2, kForTests},
    {"resnext50", 13, ResNeXt50, kForTests},
    {"resnext101", 13, ResNeXt101, kForTests},
    {"squeezenet", 13, SqueezeNet, kForTests},
    {"squeezenet-1.1", 13, SqueezeNet11, kForTests},
    {"vgg11", 13, Vgg11, kForTests},
    {"vgg11-norm", 13, Vgg11WithNorm, kForTests},
    {"vgg13", 13, Vgg13, kForTests},
    {"vgg13-norm", 13, Vgg13WithNorm, kForTests},
    {"vgg16-norm", 13, Vgg16WithNorm, kForTests},
    {"vgg19", 13, Vgg19, kForTests},
    {"vgg19-norm", 13, Vgg19WithNorm, kForTests},
    {"vit-b16", 14, VitB16, kForTests},
    {"vit-b16-384", 14, VitB16Of384, kForTests},
    {"wide-resnet50", 13, WideResNet50, kForTests},
    {"wide-resnet101", 13, WideResNet101, kForTests},
};

}  // namespace

std::span<const Network> Networks() { return kNetworks; }

std::string Generate(const Network& network, Biases biases) {
  GraphBuilder builder(network.name, network.opset, network.float_type);
  builder.PlaceBiases(biases);
  network.build(builder);
  // Without map fields, protobuf writes a message in one way only.
  return builder.model().SerializeAsString();
}

}  // namespace roofline::examples
