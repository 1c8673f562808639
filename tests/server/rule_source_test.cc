#include "server/handlers/rule_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "costmodel/error.h"
#include "roofline/v1/predictor.pb.h"
#include "server/config.h"
#include "server/handlers/infer_shapes.h"
#include "server/handlers/predict.h"
#include "server/limits.h"
#include "server/server.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string ModelBytes() {
  onnx::ModelProto proto;
  const auto status = onnx::OnnxParser::Parse(
      proto,
      "<ir_version: 8, opset_import: [\"\" : 17, \"a\" : 1]>\n"
      "g (float[2, 3] x) => (float[N, M] z) { y = a.Twice(x)\n z = Relu(y) }");
  EXPECT_TRUE(status.IsOK()) << status.ErrorMessage();
  return proto.SerializeAsString();
}

std::string Rule(int flops) {
  return "rules:\n  - op: a/Twice\n    shapes: [[2, 6]]\n    flops: " + std::to_string(flops) +
         "\n";
}

v1::PredictRequest Request() {
  v1::PredictRequest request;
  request.set_model(ModelBytes());
  request.add_devices()->set_id("gtx-1080-ti");
  return request;
}

void AddRules(v1::PredictRequest& request, const std::string& name, const std::string& yaml) {
  v1::RuleFile& file = *request.add_rules();
  file.set_name(name);
  file.set_yaml(yaml);
}

HandlerData Data() {
  auto data = LoadHandlerData("");
  EXPECT_TRUE(data.ok()) << data.status();
  return *std::move(data);
}

// The layer that the rule is for.
v1::Layer FirstLayer(const v1::PredictRequest& request, const HandlerData& data) {
  const auto response = HandlePredict(request, HandlerContext{data});
  EXPECT_TRUE(response.ok()) << response.status();
  return response.ok() ? response->report().layers(0) : v1::Layer();
}

std::string ErrorOf(const v1::PredictRequest& request) {
  const HandlerData data = Data();
  const auto response = HandlePredict(request, HandlerContext{data});
  return response.ok() ? "" : std::string(MessageOf(response.status()));
}

TEST(RuleSourceTest, ARequestBringsRules) {
  v1::PredictRequest request = Request();
  AddRules(request, "own.yaml", Rule(7));
  const HandlerData data = Data();
  const v1::Layer layer = FirstLayer(request, data);
  EXPECT_EQ(layer.flops(), 7);
  EXPECT_EQ(layer.note(), "custom rule own.yaml:2");
  EXPECT_EQ(layer.coverage(), v1::COVERAGE_MARK_EXACT);
  EXPECT_THAT(layer.outputs(0).shape(), ElementsAre(2, 6));
  const auto response = HandlePredict(request, HandlerContext{data});
  EXPECT_THAT(response->report().warnings(0),
              HasSubstr("1 of 2 layers are counted by custom rules (first: y by own.yaml:2)"));
}

TEST(RuleSourceTest, TheirShapesHoldWithoutAPrediction) {
  v1::InferShapesRequest request;
  request.set_model(ModelBytes());
  request.add_rules()->set_yaml(Rule(7));
  const HandlerData data = Data();
  const auto response = HandleInferShapes(request, HandlerContext{data});
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->tensors(1).name(), "y");
  EXPECT_THAT(response->tensors(1).shape(), ElementsAre(2, 6));
}

TEST(RuleSourceTest, TheFirstFileHoldsAndTheServersIsLast) {
  HandlerData data = Data();
  v1::RuleFile& server = data.rules.emplace_back();
  server.set_name("server.yaml");
  server.set_yaml(Rule(9));
  v1::PredictRequest request = Request();
  EXPECT_EQ(FirstLayer(request, data).flops(), 9);
  EXPECT_EQ(FirstLayer(request, data).note(), "custom rule server.yaml:2");
  AddRules(request, "first.yaml", Rule(7));
  AddRules(request, "second.yaml", Rule(8));
  EXPECT_EQ(FirstLayer(request, data).flops(), 7);
}

TEST(RuleSourceTest, ARuleWithoutWorkSaysSo) {
  v1::PredictRequest request = Request();
  AddRules(request, "own.yaml", "rules:\n  - op: a/Twice\n    shapes: [in0]\n");
  const v1::Layer layer = FirstLayer(request, Data());
  EXPECT_EQ(layer.note(), "custom rule own.yaml:2; it states no work: none is counted");
  EXPECT_EQ(layer.coverage(), v1::COVERAGE_MARK_UNKNOWN);
}

TEST(RuleSourceTest, MistakesPointIntoTheFile) {
  v1::PredictRequest request = Request();
  AddRules(request, "own.yaml", "rules:\n  - op: a/Twice\n    flop: 2\n");
  EXPECT_THAT(ErrorOf(request), HasSubstr("own.yaml:3: rules[0].flop: unknown key"));
  request.mutable_rules(0)->set_yaml(Rule(1) + std::string(kMaxRuleBytes, '\n'));
  EXPECT_THAT(ErrorOf(request), HasSubstr("bytes of custom rules; at most 1048576 are read"));
  request.mutable_rules(0)->set_yaml(
      "rules:\n  - op: a/Twice\n    shapes: [in0]\n    flops: attr.points\n");
  EXPECT_THAT(ErrorOf(request), HasSubstr("own.yaml:2: flops: Twice node '': 'attr.points'"));
}

TEST(RuleSourceTest, AServerDoesNotStartOnABrokenFile) {
  const std::string path = ::testing::TempDir() + "/broken_rules.yaml";
  std::ofstream(path) << "rules:\n  - macs: n\n";
  const ServerConfig config{.listen = "127.0.0.1:0", .rules = {path}};
  const auto server = Server::Start(config);
  ASSERT_FALSE(server.ok());
  EXPECT_THAT(std::string(MessageOf(server.status())),
              HasSubstr("broken_rules.yaml:2: rules[0].op: this key is required"));
  std::filesystem::remove(path);
  EXPECT_EQ(ReasonOf(Server::Start(config).status()), Reason::kFileNotFound);
}

}  // namespace
}  // namespace roofline
