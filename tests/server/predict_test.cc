#include "server/handlers/predict.h"

#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <cstddef>
#include <map>
#include <string>

#include "costmodel/onnx/skeleton.h"
#include "roofline/v1/predictor.pb.h"

namespace roofline {
namespace {

// A convolution with what follows it, and an operator nobody knows, twice.
v1::PredictRequest SmallRequest() {
  onnx::ModelProto proto;
  const auto status = onnx::OnnxParser::Parse(
      proto,
      "<ir_version: 8, opset_import: [\"\" : 17, \"a\" : 1]>\n"
      "g (float[1, 8, 16, 16] x, float[8, 8, 3, 3] w) => (float[1, 8, 16, 16] z, u, v) {\n"
      "  c = Conv<pads = [1, 1, 1, 1]>(x, w)\n y = Relu(c)\n z = Exp(y)\n"
      "  u = a.What(z)\n v = a.What(u) }");
  EXPECT_TRUE(status.IsOK()) << status.ErrorMessage();
  v1::PredictRequest request;
  request.set_model(proto.SerializeAsString());
  request.add_devices()->set_id("gtx-1080-ti");
  request.add_devices()->set_id("xeon-platinum-8180");
  return request;
}

const HandlerData& SharedData() {
  static const HandlerData data = [] {
    auto loaded = LoadHandlerData("");
    EXPECT_TRUE(loaded.ok()) << loaded.status();
    return *std::move(loaded);
  }();
  return data;
}

v1::Report Answer(const v1::PredictRequest& request) {
  const auto response = HandlePredict(request, HandlerContext{SharedData()});
  EXPECT_TRUE(response.ok()) << response.status();
  return response.ok() ? response->report() : v1::Report();
}

TEST(PredictHandlerTest, TotalsAreThoseOfTheWholeReport) {
  v1::PredictRequest request = SmallRequest();
  v1::Report whole = Answer(request);
  ASSERT_EQ(whole.layers_size(), 5);
  request.set_detail(v1::REPORT_DETAIL_TOTALS);
  const v1::Report totals = Answer(request);
  whole.clear_layers();
  for (v1::DevicePrediction& device : *whole.mutable_devices()) {
    EXPECT_EQ(device.layers_size(), 5);
    EXPECT_GT(device.kernels_size(), 0);
    device.clear_layers();
    device.clear_kernels();
  }
  EXPECT_EQ(totals.DebugString(), whole.DebugString());
}

TEST(PredictHandlerTest, OperatorsSumTheirLayers) {
  const v1::Report report = Answer(SmallRequest());
  std::map<std::string, v1::OperatorTotals> sums;
  std::map<std::string, double> seconds;
  for (int i = 0; i < report.layers_size(); ++i) {
    const v1::Layer& layer = report.layers(i);
    v1::OperatorTotals& sum = sums[layer.op()];
    sum.set_flops(sum.flops() + layer.flops());
    sum.set_read_bytes(sum.read_bytes() + layer.read_bytes());
    seconds[layer.op()] += report.devices(0).layers(i).expected_seconds();
  }
  ASSERT_EQ(report.operators_size(), 4);
  ASSERT_EQ(report.devices(0).operators_size(), 4);
  for (int i = 0; i < 4; ++i) {
    const v1::OperatorTotals& totals = report.operators(i);
    EXPECT_EQ(totals.flops(), sums[totals.op()].flops()) << totals.op();
    EXPECT_EQ(totals.read_bytes(), sums[totals.op()].read_bytes()) << totals.op();
    EXPECT_DOUBLE_EQ(report.devices(0).operators(i).expected_seconds(), seconds[totals.op()])
        << totals.op();
  }
  // 8 x 16 x 16 outputs, each over 8 x 3 x 3 inputs.
  EXPECT_EQ(report.operators(0).macs(), 2048 * 72);
  EXPECT_EQ(report.operators(3).op(), "What");
  EXPECT_EQ(report.operators(3).layers(), 2);
  EXPECT_EQ(report.operators(3).unknown_layers(), 2);
  EXPECT_EQ(report.operators(0).unknown_layers(), 0);
}

TEST(PredictHandlerTest, CountsKernelsByTheirBound) {
  const v1::Report report = Answer(SmallRequest());
  ASSERT_EQ(report.devices_size(), 2);
  for (const v1::DevicePrediction& device : report.devices()) {
    std::map<v1::Bound, int64_t> by_bound;
    for (const v1::Kernel& kernel : device.kernels()) ++by_bound[kernel.bound()];
    const v1::KernelCounts& counts = device.totals().kernels();
    EXPECT_EQ(counts.total(), device.kernels_size());
    EXPECT_EQ(counts.compute_bound(), by_bound[v1::BOUND_COMPUTE]);
    EXPECT_EQ(counts.memory_bound(), by_bound[v1::BOUND_MEMORY]);
    EXPECT_EQ(counts.overhead_bound(), by_bound[v1::BOUND_OVERHEAD]);
    EXPECT_GT(counts.overhead_bound(), 0) << device.id();  // microseconds of work
  }
}

TEST(PredictHandlerTest, ASkeletonGivesTheSameAnswerUnread) {
  v1::PredictRequest request = SmallRequest();
  const v1::Report read = Answer(request);
  const auto skeleton = ReadSkeletonBytes(request.model(), "m.onnx", ModelLimits());
  ASSERT_TRUE(skeleton.ok()) << skeleton.status();
  request.set_model(skeleton->bytes);
  const auto unread = HandlePredict(request, {.data = SharedData(), .models_are_skeletons = true});
  ASSERT_TRUE(unread.ok()) << unread.status();
  EXPECT_EQ(unread->report().DebugString(), read.DebugString());
}

}  // namespace
}  // namespace roofline
