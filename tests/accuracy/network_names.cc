#include "tests/accuracy/network_names.h"

#include <algorithm>
#include <iterator>
#include <regex>
#include <string_view>

namespace roofline::accuracy {
namespace {

struct Entry {
  std::string_view model;      // as published
  std::string_view framework;  // the start of its name; empty: any
  std::string_view network;
  std::string_view family;
};

// The first that fits. nicklhy/DLInfBench (caffe git, mxnet git and 1.1, tensorflow 1.2 and 1.8)
// and the symbols of MXNet 1.2 run layouts of their own.
constexpr Entry kEntries[] = {
    {"alexnet", "caffe git", "alexnet-original", "alexnet"},
    {"alexnet", "mxnet git", "alexnet-original", "alexnet"},
    {"alexnet", "mxnet 1.1", "alexnet-original", "alexnet"},
    {"alexnet", "intel-caffe", "alexnet-original", "alexnet"},
    {"alexnet", "", "alexnet", "alexnet"},
    {"resnet50", "caffe git", "resnet50-v1-original", "resnet"},
    {"resnet50", "mxnet git", "resnet50-v2", "resnet"},
    {"resnet50", "mxnet 1.1", "resnet50-v2", "resnet"},
    {"resnet50", "mxnet 1.2", "resnet50-v2", "resnet"},
    {"resnet50", "", "resnet50-v1.5", "resnet"},
    {"resnet50_v1.5", "", "resnet50-v1.5", "resnet"},
    {"resnet50_v2", "", "resnet50-v2", "resnet"},
    {"resnet50(tf)", "", "resnet50-v1.5", "resnet"},
    {"resnet101", "mxnet git", "resnet101-v2", "resnet"},
    {"resnet101", "mxnet 1.1", "resnet101-v2", "resnet"},
    {"resnet101", "", "resnet101", "resnet"},
    {"resnet101_v2", "", "resnet101-v2", "resnet"},
    {"resnet18", "", "resnet18", "resnet"},
    {"resnet34", "", "resnet34", "resnet"},
    {"resnext50", "", "resnext50", "resnet"},
    {"resnext101_32x8d", "", "resnext101", "resnet"},
    {"wide_resnet50_2", "", "wide-resnet50", "resnet"},
    {"wide_resnet101_2", "", "wide-resnet101", "resnet"},
    {"vgg11", "", "vgg11", "vgg"},
    {"vgg11_bn", "", "vgg11-norm", "vgg"},
    {"vgg13", "", "vgg13", "vgg"},
    {"vgg13_bn", "", "vgg13-norm", "vgg"},
    {"vgg16", "", "vgg16", "vgg"},
    {"vgg16_bn", "", "vgg16-norm", "vgg"},
    {"vgg19_bn", "", "vgg19-norm", "vgg"},
    {"googlenet", "", "googlenet", "inception"},
    {"googlenet-v1", "", "googlenet", "inception"},
    {"inception-bn", "", "inception-bn", "inception"},
    {"squeezenet1_0", "", "squeezenet", "squeezenet"},
    {"squeezenet1_1", "", "squeezenet-1.1", "squeezenet"},
    {"squeezenet1.1", "", "squeezenet-1.1", "squeezenet"},
    {"mobilenet_v1", "", "mobilenet-v1", "mobilenet"},
    {"mobilenet_v1_1.0", "", "mobilenet-v1", "mobilenet"},
    {"mobilenetv1_100", "", "mobilenet-v1", "mobilenet"},
    {"mobilenet_v2", "", "mobilenet-v2", "mobilenet"},
    {"mobilenet_v2_1.0", "", "mobilenet-v2", "mobilenet"},
    {"mobilenetv2_100", "", "mobilenet-v2", "mobilenet"},
    {"densenet121", "", "densenet121", "densenet"},
    {"densenet169", "", "densenet169", "densenet"},
    {"densenet201", "", "densenet201", "densenet"},
    {"efficientnet_b0", "", "efficientnet-b0", "efficientnet"},
    {"efficientnet-b0", "", "efficientnet-b0", "efficientnet"},
    {"vit_base_patch16_224", "", "vit-b16", "vit"},
    {"deit_base_patch16_224", "", "vit-b16", "vit"},
    {"vit_base_patch16_384", "", "vit-b16-384", "vit"},
    {"vit_base(ncnn)", "", "vit-b16-384", "vit"},
};

// Names that hold a size: BERT and its sequence, an LSTM with its steps and width.
std::optional<NetworkName> SizedNetwork(const std::string& model) {
  static const std::regex kBert(R"(bert-(base|large)(?:-cased)?[ (-]s(?:eq)?(\d+)\)?)");
  static const std::regex kLstm(R"(lstm T(\d+) D(\d+) H(\d+))");
  static const std::regex kGptStep(R"(gpt2 decode past=(\d+))");
  std::smatch match;
  if (std::regex_match(model, match, kBert)) {
    return NetworkName{"bert-" + match.str(1), "bert", {{"sequence", std::stoll(match.str(2))}}};
  }
  if (std::regex_match(model, match, kLstm)) {
    return NetworkName{"lstm-" + match.str(3), "lstm", {{"sequence", std::stoll(match.str(1))}}};
  }
  if (std::regex_match(model, match, kGptStep)) {
    return NetworkName{
        "gpt-small", "gpt", {{"sequence", 1}, {"past_sequence", std::stoll(match.str(1))}}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<NetworkName> FindNetworkName(const std::string& model, const std::string& framework) {
  const auto found =
      std::find_if(std::begin(kEntries), std::end(kEntries), [&](const Entry& entry) {
        return entry.model == model && framework.starts_with(entry.framework);
      });
  if (found == std::end(kEntries)) return SizedNetwork(model);
  return NetworkName{std::string(found->network), std::string(found->family)};
}

}  // namespace roofline::accuracy
