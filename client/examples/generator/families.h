#ifndef ROOFLINE_CLIENT_EXAMPLES_GENERATOR_FAMILIES_H_
#define ROOFLINE_CLIENT_EXAMPLES_GENERATOR_FAMILIES_H_

#include "client/examples/generator/graph_builder.h"

// What each file of networks offers to the table in networks.cc. Every function builds one network,
// inputs and outputs included, into an empty builder.
namespace roofline::examples {

// resnet.cc
void ResNet50Original(GraphBuilder& g);
void ResNet50(GraphBuilder& g);

// vgg.cc
void Vgg16(GraphBuilder& g);

// mobilenet.cc
void MobileNetV2(GraphBuilder& g);

// bert.cc
void BertBase(GraphBuilder& g);

// gpt.cc
void GptSmall(GraphBuilder& g);

}  // namespace roofline::examples

#endif  // ROOFLINE_CLIENT_EXAMPLES_GENERATOR_FAMILIES_H_
