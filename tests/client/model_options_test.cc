#include "client/commands/model_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "client/backend.h"
#include "client/render/inferred_shapes.h"
#include "costmodel/error.h"
#include "roofline/v1/predictor.pb.h"

namespace roofline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ModelArguments Example() {
  ModelArguments arguments;
  arguments.model = ROOFLINE_SOURCE_DIR "/client/examples/resnet50-v1.5.onnx";
  return arguments;
}

std::string ErrorText(const ModelArguments& arguments) {
  v1::InferShapesRequest request;
  const absl::Status status = FillModel(arguments, request);
  return status.ok() ? "" : std::string(MessageOf(status));
}

TEST(ModelOptionsTest, FillTheRequest) {
  ModelArguments arguments = Example();
  arguments.batch = 4;
  arguments.dims = {"seq=128"};
  arguments.inputs = {"a=b=2x3", "s=scalar"};
  arguments.values = {"sr=16000", "sizes=1,-2.5,3e2", "flag=true"};
  arguments.loop_trips = {"decode=20"};
  arguments.if_policy = v1::IF_POLICY_MEAN;
  v1::PredictRequest request;
  const absl::Status status = FillModel(arguments, request);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(request.model_name(), "resnet50-v1.5.onnx");
  EXPECT_EQ(request.batch(), 4);
  EXPECT_EQ(request.dimensions().at("seq"), 128);
  EXPECT_EQ(request.input_shapes(0).name(), "a=b");
  EXPECT_THAT(request.input_shapes(0).dimensions(), ElementsAre(2, 3));
  EXPECT_EQ(request.input_shapes(1).dimensions_size(), 0);
  EXPECT_THAT(request.input_values(0).numbers(), ElementsAre(16000));
  EXPECT_THAT(request.input_values(1).numbers(), ElementsAre(1, -2.5, 300));
  EXPECT_THAT(request.input_values(2).numbers(), ElementsAre(1));
  EXPECT_EQ(request.loop_trips().at("decode"), 20);
  EXPECT_EQ(request.if_policy(), v1::IF_POLICY_MEAN);
}

TEST(ModelOptionsTest, MistakesNameTheOption) {
  const auto with = [](auto member, const std::string& text) {
    ModelArguments arguments = Example();
    arguments.*member = {text};
    return ErrorText(arguments);
  };
  EXPECT_EQ(with(&ModelArguments::values, "sr"),
            "--value sr: expected NAME=V or NAME=V,V,..., e.g. sr=16000");
  EXPECT_EQ(with(&ModelArguments::values, "sr=fast"), "--value sr=fast: 'fast' is no number");
  EXPECT_EQ(with(&ModelArguments::values, "sr=nan"), "--value sr=nan: 'nan' is no number");
  EXPECT_EQ(with(&ModelArguments::values, "sr=1,"), "--value sr=1,: '' is no number");
  EXPECT_EQ(with(&ModelArguments::loop_trips, "l=-1"),
            "--loop-trips l=-1: '-1' is no whole number");
  EXPECT_EQ(with(&ModelArguments::dims, "n=x"), "--dim n=x: 'x' is no whole number");
  EXPECT_THAT(with(&ModelArguments::inputs, "x=1xax3"), HasSubstr("'a' is no extent"));
  ModelArguments missing;
  missing.model = "no such file.onnx";
  EXPECT_THAT(ErrorText(missing), HasSubstr("no such file.onnx"));
}

TEST(ModelOptionsTest, ANameIsGivenOnce) {
  const auto with = [](auto member, const std::string& first, const std::string& second) {
    ModelArguments arguments = Example();
    arguments.*member = {first, second};
    return ErrorText(arguments);
  };
  EXPECT_EQ(with(&ModelArguments::dims, "n=1", "n=2"), "--dim n: given twice; once is enough");
  EXPECT_EQ(with(&ModelArguments::inputs, "x=1x2", "x=3x4"),
            "--input x: given twice; once is enough");
  EXPECT_EQ(with(&ModelArguments::values, "x=1", "x=2"), "--value x: given twice; once is enough");
  EXPECT_EQ(with(&ModelArguments::loop_trips, "l=1", "l=2"),
            "--loop-trips l: given twice; once is enough");
}

TEST(InferShapesTest, InThisProcess) {
  ModelArguments arguments = Example();
  arguments.batch = 2;
  v1::InferShapesRequest request;
  ASSERT_TRUE(FillModel(arguments, request).ok());
  const auto backend = MakeBackend("");
  ASSERT_TRUE(backend.ok()) << backend.status();
  const auto response = (*backend)->InferShapes(request);
  ASSERT_TRUE(response.ok()) << response.status();
  ASSERT_GT(response->tensors_size(), 100);
  EXPECT_THAT(response->tensors(0).shape(), ElementsAre(2, 3, 224, 224));
  EXPECT_EQ(response->tensors(0).mark(), v1::COVERAGE_MARK_EXACT);
  request.mutable_input_values()->Add()->set_name("nope");
  const auto wrong = (*backend)->InferShapes(request);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(ReasonOf(wrong.status()), Reason::kUnknownInput);
}

v1::InferShapesResponse SmallResponse() {
  v1::InferShapesResponse response;
  v1::InferredTensor& x = *response.add_tensors();
  x.set_name("x");
  x.set_data_type("float32");
  x.add_shape(1);
  x.add_shape(3);
  x.set_shape_known(true);
  x.set_mark(v1::COVERAGE_MARK_BOUNDED);
  v1::InferredTensor& k = *response.add_tensors();
  k.set_name("k");
  k.set_scope("loop/body");
  k.set_data_type("int64");
  k.set_shape_known(true);
  k.set_mark(v1::COVERAGE_MARK_EXACT);
  k.mutable_integers()->add_values(5);
  v1::InferredTensor& s = *response.add_tensors();
  s.set_name("s");
  s.set_data_type("sequence(float32)");
  s.set_mark(v1::COVERAGE_MARK_UNKNOWN);
  return response;
}

TEST(InferredShapesTest, Json) {
  EXPECT_EQ(InferredShapesJson(SmallResponse()), R"json([
  {
    "name": "x",
    "scope": "",
    "dtype": "float32",
    "shape": [
      1,
      3
    ],
    "mark": "bounded"
  },
  {
    "name": "k",
    "scope": "loop/body",
    "dtype": "int64",
    "shape": [],
    "mark": "exact",
    "value": 5
  },
  {
    "name": "s",
    "scope": "",
    "dtype": "sequence(float32)",
    "shape": null,
    "mark": "unknown"
  }
]
)json");
}

TEST(InferredShapesTest, Text) {
  const std::string text = InferredShapesText(SmallResponse());
  EXPECT_THAT(text, HasSubstr("1x3"));
  EXPECT_THAT(text, HasSubstr("scalar"));
  EXPECT_THAT(text, HasSubstr("loop/body"));
}

TEST(InferredShapesTest, TextShowsTheFirstOfALongValue) {
  v1::InferShapesResponse response;
  v1::InferredTensor& eight = *response.add_tensors();
  eight.add_shape(8);
  eight.set_shape_known(true);
  v1::InferredTensor& nine = *response.add_tensors();
  nine = eight;
  nine.set_shape(0, 9);
  for (int64_t i = 1; i <= 9; ++i) {
    if (i <= 8) eight.mutable_integers()->add_values(i);
    nine.mutable_integers()->add_values(i);
  }
  const std::string text = InferredShapesText(response);
  EXPECT_THAT(text, HasSubstr("[1,2,3,4,5,6,7,8]\n"));
  EXPECT_THAT(text, HasSubstr("[1,2,3,4,5,6,7,8,... 9 in all]\n"));
}

}  // namespace
}  // namespace roofline
