#include "client/examples/generator/networks.h"

#include "client/examples/generator/families.h"

namespace roofline::examples {
namespace {

constexpr bool kShipped = true;

constexpr Network kNetworks[] = {
    {"resnet50-v1-original", 13, ResNet50Original, kShipped},
    {"resnet50-v1.5", 13, ResNet50, kShipped},
    {"vgg16", 13, Vgg16, kShipped},
    {"mobilenet-v2", 13, MobileNetV2, kShipped},
    {"bert-base", 14, BertBase, kShipped},
    {"gpt-small", 14, GptSmall, kShipped},
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
