#include "costmodel/onnx/operator_sets.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>

#include <string>

#include "costmodel/error.h"
#include "costmodel/onnx/loader.h"
#include "costmodel/operators/registry.h"
#include "tests/costmodel/testing/counted_model.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

onnx::ModelProto Parsed(const std::string& imports, const std::string& graph) {
  onnx::ModelProto proto;
  const auto status = onnx::OnnxParser::Parse(
      proto, fmt::format("<ir_version: 8, opset_import: [{}]>\n{}", imports, graph).c_str());
  if (!status.IsOK()) throw std::invalid_argument(status.ErrorMessage());
  return proto;
}

absl::StatusOr<Model> LoadProto(const onnx::ModelProto& proto) {
  return LoadModel(proto.SerializeAsString(), ModelLimits());
}

constexpr char kGelus[] =
    "g (float[2,3] x) => (float[2,3] y) "
    "{ t = com.microsoft.Gelu(x)\n y = com.microsoft.FastGelu(t) }";

TEST(OperatorSetsTest, ADomainThatIsNotImportedIsReadInItsNewestVersion) {
  const CountedModel model = CountModel(*LoadProto(Parsed("\"\" : 17", kGelus)));
  ASSERT_EQ(model.layers.size(), 2);
  for (const Layer& layer : model.layers) {
    EXPECT_NE(layer.rule, nullptr) << layer.node->op;
    EXPECT_EQ(layer.opset, 1);
    EXPECT_EQ(layer.mark, Mark::kExact);
  }
  ASSERT_EQ(model.model->warnings.size(), 1);
  EXPECT_THAT(model.model->warnings[0],
              HasSubstr("the model does not import com.microsoft, which its operators are of "
                        "(first: Gelu"));
}

TEST(OperatorSetsTest, AnImportThatIsThereNeedsNoWarning) {
  const auto model = LoadProto(Parsed("\"\" : 17, \"com.microsoft\" : 1", kGelus));
  EXPECT_THAT(model->warnings, IsEmpty());
}

TEST(OperatorSetsTest, ADomainWithoutRulesStaysUnknown) {
  const auto model =
      LoadProto(Parsed("\"\" : 17", "g (float[2] x) => (float[2] y) { y = my.domain.Gelu(x) }"));
  EXPECT_EQ(model->OpsetOf("my.domain"), 0);
  EXPECT_THAT(model->warnings, IsEmpty());
}

TEST(OperatorSetsTest, SubgraphsCountToo) {
  const auto model =
      LoadProto(Parsed("\"\" : 17",
                       "g (bool c, float[2] x) => (float[2] y) { y = If (c) <"
                       "then_branch = a () => (float[2] p) { p = com.microsoft.Gelu(x) }, "
                       "else_branch = b () => (float[2] q) { q = com.microsoft.QuickGelu(x) }> }"));
  EXPECT_EQ(model->OpsetOf("com.microsoft"), 1);
  EXPECT_EQ(model->warnings.size(), 1);
}

TEST(OperatorSetsTest, ChannelsLastOperatorsFollowTheVersionOfOnnx) {
  const auto model =
      LoadProto(Parsed("\"\" : 13",
                       "g (float[1,8,8,3] x, float[4,3,3,3] w) => (float[1,6,6,4] y) "
                       "{ y = com.ms.internal.nhwc.Conv(x, w) }"));
  EXPECT_EQ(model->OpsetOf("com.ms.internal.nhwc"), 13);
}

TEST(OperatorSetsTest, ThousandsOfImportsAreRefused) {
  onnx::ModelProto proto = Parsed("\"\" : 17", "g (float[2] x) => (float[2] y) { y = Relu(x) }");
  for (int i = 1; i < kMaxOperatorSets; ++i) {
    proto.add_opset_import()->set_domain(fmt::format("d{}", i));
  }
  EXPECT_TRUE(LoadProto(proto).ok());
  proto.add_opset_import()->set_domain("one.too.many");
  const absl::Status status = LoadProto(proto).status();
  EXPECT_EQ(ReasonOf(status), Reason::kLimitExceeded);
  EXPECT_EQ(MessageOf(status), "the model imports 1001 operator sets; at most 1000 are accepted");
}

}  // namespace
}  // namespace roofline::testing
