#include "tests/hostile/hostile_test_case.h"

#include <fmt/format.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>
#include <sys/resource.h>
#include <unistd.h>

#include <stdexcept>

#include "costmodel/onnx/skeleton.h"
#include "costmodel/prediction/report.h"

namespace roofline::testing {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMeasuresMemory = false;
#else
constexpr bool kMeasuresMemory = true;
#endif

constexpr unsigned kSecondsToLive = 120;
constexpr long kMaxKibibytes = 1024 * 1024;

long PeakKibibytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

void HostileTest::SetUp() { alarm(kSecondsToLive); }

void HostileTest::TearDown() {
  alarm(0);
  if (kMeasuresMemory) {
    EXPECT_LT(PeakKibibytes(), kMaxKibibytes);
  }
}

absl::Status PredictBytes(std::string_view onnx, const Bindings& bindings) {
  PredictOptions options;
  options.infer.bindings = bindings;
  ASSIGN_OR_RETURN(const Skeleton skeleton,
                   ReadSkeletonBytes(onnx, "m.onnx", options.infer.limits));
  return Predict(skeleton.bytes, skeleton.sha256_hex, options).status();
}

absl::Status PredictText(const std::string& graph_text, int opset) {
  const std::string text = fmt::format(
      "<ir_version: 8, opset_import: [\"\" : {}, \"com.microsoft\" : 1]>\n{}", opset, graph_text);
  onnx::ModelProto model;
  const auto parsed = onnx::OnnxParser::Parse(model, text.c_str());
  if (!parsed.IsOK()) throw std::invalid_argument(parsed.ErrorMessage());
  return PredictBytes(model.SerializeAsString());
}

std::string Repeated(std::string_view text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

}  // namespace roofline::testing
