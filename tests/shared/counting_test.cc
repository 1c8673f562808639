// Totals, layers, MACs and parameters of real networks, to the unit.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "costmodel/error.h"
#include "tests/costmodel/testing/counted_model.h"
#include "tests/shared/shared_case.h"

namespace roofline::testing {
namespace {

TEST(SharedCountingTest, LightModelsAreCoveredInFull) {
  const std::vector<std::string> models = SharedModels("light_");
  ASSERT_EQ(models.size(), 7U);
  for (const std::string& model : models) {
    const auto report = PredictShared({.model = model, .tag = "", .bindings = {}}, "flops");
    ASSERT_TRUE(report.ok()) << model << ": " << report.status();
    EXPECT_GT(report->workload.coverage.nodes, 0) << model;
    EXPECT_EQ(report->workload.coverage.exact, report->workload.coverage.nodes) << model;
  }
}

// Its 3x3 convolutions take the stride: this is the v1.5 layout, without the bias of conv1.
TEST(SharedCountingTest, LightResNet50UnderTheReportsConvention) {
  const auto report = PredictShared(FindSharedCase("light_resnet50", "b1"), "chainer");
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->layers().size(), 176U);
  EXPECT_EQ(report->total_counts.flops.value(), 4'117'136'287);
  EXPECT_EQ(report->total_counts.read_bytes.value(), 275'548'480 - 64 * 4);
  EXPECT_EQ(report->total_counts.write_bytes.value(), 150'243'136);
}

TEST(SharedCountingTest, EveryLayerOfTheReportsResNet50) {
  auto expected = ReadSharedCsv("reference/resnet50_layers.csv");
  ASSERT_EQ(expected.size(), 177U);
  expected.pop_back();  // the total
  Bindings bindings;
  bindings.batch = 1;
  const CountedModel model =
      CountFile(ROOFLINE_SOURCE_DIR "/client/examples/resnet50-v1-original.onnx", bindings);
  const Convention chainer = Shipped("chainer");
  ASSERT_EQ(model.layers.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto& row = expected[i];
    const Layer& layer = model.layers[i];
    EXPECT_EQ(layer.name, row.at("name"));
    const auto counts = chainer.CountLayer(layer);
    ASSERT_TRUE(counts.ok()) << counts.status();
    EXPECT_EQ(counts->flops.value(), std::stoll(row.at("flops_fma1"))) << layer.name;
    EXPECT_EQ(counts->read_bytes.value(), std::stoll(row.at("mread_bytes"))) << layer.name;
    EXPECT_EQ(counts->write_bytes.value(), std::stoll(row.at("mwrite_bytes"))) << layer.name;
  }
}

TEST(SharedCountingTest, MacsAndParametersFollowTheArchitectures) {
  const auto expected = ReadSharedCsv("models/expected_macs.csv");
  ASSERT_GE(expected.size(), 26U);
  for (const auto& row : expected) {
    const SharedCase shared = FindSharedCase(row.at("model"), row.at("case"));
    const auto report = PredictShared(shared, "macs");
    if (!report.ok()) {
      ADD_FAILURE() << shared.Name() << ": " << report.status();
      continue;
    }
    EXPECT_EQ(report->total_work.macs.value(), std::stoll(row.at("macs"))) << shared.Name();
    EXPECT_EQ(report->workload.footprint.parameters.value(), std::stoll(row.at("parameters")))
        << shared.Name();
  }
}

}  // namespace
}  // namespace roofline::testing
