#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <string>

#include "costmodel/error.h"
#include "costmodel/prediction/report.h"

namespace roofline {
namespace {

std::string Bytes(const std::string& graph) {
  onnx::ModelProto proto;
  const auto status = onnx::OnnxParser::Parse(
      proto, ("<ir_version: 8, opset_import: [\"\" : 17, \"com.acme\" : 1]>\n" + graph).c_str());
  if (!status.IsOK()) throw std::invalid_argument(status.ErrorMessage());
  return proto.SerializeAsString();
}

TEST(StrictTest, UnknownWorkIsAnErrorThatNamesTheLayers) {
  const std::string model = Bytes(
      "g (float[2] x) => (float[2] y) { a = Relu(x)\n b = com.acme.Magic(a)\n y = "
      "com.acme.Trick(b) "
      "}");
  PredictOptions options;
  ASSERT_TRUE(Predict(model, "", options).ok());
  options.strict = true;
  const auto report = Predict(model, "", options);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(ReasonOf(report.status()), Reason::kUnknownOperator);
  EXPECT_EQ(MessageOf(report.status()),
            "the work of 2 of 3 layers is unknown: b (Magic), y (Trick)");
}

TEST(StrictTest, AKnownModelPasses) {
  PredictOptions options;
  options.strict = true;
  const auto report = Predict(Bytes("g (float[2] x) => (float[2] y) { y = Relu(x) }"), "", options);
  EXPECT_TRUE(report.ok()) << report.status();
}

}  // namespace
}  // namespace roofline
