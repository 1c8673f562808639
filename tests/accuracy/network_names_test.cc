#include "tests/accuracy/network_names.h"

#include <gtest/gtest.h>

namespace roofline::accuracy {
namespace {

TEST(NetworkNames, DependOnTheBenchmark) {
  EXPECT_EQ(FindNetworkName("resnet50", "mxnet git 2017")->network, "resnet50-v2");
  EXPECT_EQ(FindNetworkName("resnet50", "caffe git 2017")->network, "resnet50-v1-original");
  EXPECT_EQ(FindNetworkName("resnet50", "caffe2 0.8.1")->network, "resnet50-v1.5");
  EXPECT_EQ(FindNetworkName("resnet50", "TensorRT 4.0")->family, "resnet");
}

TEST(NetworkNames, MayHoldSizes) {
  const auto bert = FindNetworkName("bert-large(seq384)", "TensorRT");
  EXPECT_EQ(bert->network, "bert-large");
  EXPECT_EQ(bert->dims.at("sequence"), 384);
  EXPECT_EQ(FindNetworkName("bert-base-cased s8", "")->dims.at("sequence"), 8);
  const auto lstm = FindNetworkName("lstm T25 D512 H512", "");
  EXPECT_EQ(lstm->network, "lstm-512");
  EXPECT_EQ(lstm->dims.at("sequence"), 25);
  EXPECT_EQ(FindNetworkName("gpt2 decode past=32", "")->dims.at("past_sequence"), 32);
}

TEST(NetworkNames, AreUnknownWhereNothingStandsForThem) {
  EXPECT_FALSE(FindNetworkName("yolov5n", "pytorch").has_value());
  EXPECT_FALSE(FindNetworkName("bert (variant/seq len not stated)", "").has_value());
}

}  // namespace
}  // namespace roofline::accuracy
