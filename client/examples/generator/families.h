#ifndef ROOFLINE_CLIENT_EXAMPLES_GENERATOR_FAMILIES_H_
#define ROOFLINE_CLIENT_EXAMPLES_GENERATOR_FAMILIES_H_

#include <cstdint>

#include "client/examples/generator/graph_builder.h"

// What each file of networks offers to the table in networks.cc. Every function builds one network,
// inputs and outputs included, into an empty builder.
namespace roofline::examples {

// resnet.cc
void ResNet50Original(GraphBuilder& g);
void ResNet18(GraphBuilder& g);
void ResNet34(GraphBuilder& g);
void ResNet50(GraphBuilder& g);
void ResNet101(GraphBuilder& g);
void ResNet152(GraphBuilder& g);
void ResNeXt50(GraphBuilder& g);
void ResNeXt101(GraphBuilder& g);
void WideResNet50(GraphBuilder& g);
void WideResNet101(GraphBuilder& g);

// resnet_v2.cc
void ResNet50V2(GraphBuilder& g);
void ResNet101V2(GraphBuilder& g);
void ResNet152V2(GraphBuilder& g);

// vgg.cc
void Vgg11(GraphBuilder& g);
void Vgg13(GraphBuilder& g);
void Vgg16(GraphBuilder& g);
void Vgg19(GraphBuilder& g);
void Vgg11WithNorm(GraphBuilder& g);
void Vgg13WithNorm(GraphBuilder& g);
void Vgg16WithNorm(GraphBuilder& g);
void Vgg19WithNorm(GraphBuilder& g);

// mobilenet.cc
void MobileNetV1(GraphBuilder& g);
void MobileNetV2(GraphBuilder& g);

// alexnet.cc
void AlexNet(GraphBuilder& g);
void AlexNetOriginal(GraphBuilder& g);

// inception.cc
void GoogLeNet(GraphBuilder& g);
void InceptionBn(GraphBuilder& g);

// squeezenet.cc
void SqueezeNet(GraphBuilder& g);
void SqueezeNet11(GraphBuilder& g);

// densenet.cc
void DenseNet121(GraphBuilder& g);
void DenseNet169(GraphBuilder& g);
void DenseNet201(GraphBuilder& g);

// efficientnet.cc
void EfficientNetB0(GraphBuilder& g);

// bert.cc
void BertBase(GraphBuilder& g);
void BertLarge(GraphBuilder& g);

// gpt.cc
void GptSmall(GraphBuilder& g);

// llama.cc
void Llama3Of8B(GraphBuilder& g);

// vit.cc
void VitB16(GraphBuilder& g);
void VitB16Of384(GraphBuilder& g);

// lstm.cc
void LstmClassifier(GraphBuilder& g);
// One layer, `width` inputs and states, every state an output.
void LstmLayer(GraphBuilder& g, int64_t width);

}  // namespace roofline::examples

#endif  // ROOFLINE_CLIENT_EXAMPLES_GENERATOR_FAMILIES_H_
