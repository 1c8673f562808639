// Kernels of a CPU against those that ONNX Runtime's profiles show.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include "costmodel/device/catalog.h"
#include "costmodel/measurement/read_measured.h"
#include "costmodel/prediction/workload.h"
#include "tests/shared/shared_case.h"

namespace roofline::testing {
namespace {

using KernelCounts = std::map<std::string, int64_t, std::less<>>;

// Operators whose kernels are compared, with the names of the runtime's fused forms.
std::string_view ComparedName(std::string_view op) {
  static const std::map<std::string_view, std::string_view> kNames = {
      {"Conv", "Conv"},         {"FusedConv", "Conv"},    {"Gemm", "Gemm"},
      {"FusedGemm", "Gemm"},    {"MatMul", "MatMul"},     {"FusedMatMul", "MatMul"},
      {"Add", "Add"},           {"Sum", "Add"},           {"Mul", "Mul"},
      {"Div", "Div"},           {"Clip", "Clip"},         {"Relu", "Relu"},
      {"Sigmoid", "Sigmoid"},   {"Softmax", "Softmax"},   {"LRN", "LRN"},
      {"MaxPool", "MaxPool"},   {"Concat", "Concat"},     {"LayerNormalization", "layer_norm"},
      {"Gelu", "gelu"},         {"BiasGelu", "gelu"},     {"FastGelu", "gelu"},
      {"ReorderInput", "copy"}, {"ReorderOutput", "copy"}};
  const auto found = kNames.find(op);
  return found == kNames.end() ? "" : found->second;
}

KernelCounts MeasuredCounts(const MeasuredRun& run) {
  KernelCounts counts;
  for (const MeasuredKernel& kernel : run.kernels) {
    const std::string_view name = ComparedName(kernel.op);
    if (!name.empty()) counts[std::string(name)] += kernel.calls_per_run;
  }
  return counts;
}

KernelCounts PredictedCounts(const Workload& workload) {
  KernelCounts counts;
  for (const Kernel& kernel : workload.For(DeviceKind::kCpu).kernels.plan.kernels) {
    counts["copy"] += static_cast<int64_t>(kernel.reorders.size());
    if (kernel.traffic.empty()) continue;
    const bool whole = kernel.pattern == "gelu" || kernel.pattern == "layer_norm";
    const std::string_view name =
        whole ? kernel.pattern : ComparedName(workload.layers[kernel.main].node->op);
    if (!name.empty()) ++counts[std::string(name)];
  }
  return counts;
}

// Networks in floats without control flow.
constexpr std::array kFloatNetworks = {
    "bert_base",          "blazeface_back256", "light_bvlc_alexnet",
    "light_inception_v1", "light_resnet50",    "light_shufflenet",
    "light_squeezenet",   "light_vgg19",       "light_zfnet512",
    "mobilenet_v2",       "ppocrv2_cls",       "ppocrv4_det",
    "resnet18",           "unet_small",        "vit_b16"};

// Kernels that only one of the two has, of all.
constexpr double kOff = 0.05;

TEST(SharedCpuFusionTest, KernelsAreThoseOfTheProfiles) {
  const auto catalog = DeviceCatalog::Open(ROOFLINE_SOURCE_DIR "/devices");
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const ProfilePtr cpu = *catalog->Parse(
      "id: cpu\nkind: cpu\ncompute: {peak: 1 TFLOPS}\nmemory: {bandwidth: 1 GB/s}\n", "cpu.yaml");
  for (const SharedCase& shared : SharedCases()) {
    if (std::find(kFloatNetworks.begin(), kFloatNetworks.end(), shared.model) ==
        kFloatNetworks.end())
      continue;
    const auto run =
        ReadMeasured(SharedPath("measured/onnxruntime_epyc/" + shared.Name() + ".t1.json.gz"));
    if (!run.ok()) continue;  // not every case was profiled
    const auto report = PredictShared(shared, "flops");
    ASSERT_TRUE(report.ok()) << report.status();
    const auto workload =
        MakeWorkload(*report->model, {.bindings = shared.bindings}, {}, {&cpu, 1});
    ASSERT_TRUE(workload.ok()) << workload.status();
    const KernelCounts measured = MeasuredCounts(*run);
    KernelCounts differing = PredictedCounts(*workload);
    int64_t all = 0;
    int64_t off = 0;
    std::string text;
    for (const auto& [name, count] : measured) {
      all += count;
      differing[name] -= count;
    }
    for (const auto& [name, difference] : differing) {
      off += std::abs(difference);
      if (difference != 0) text += fmt::format(" {} {:+}", name, difference);
    }
    EXPECT_LE(static_cast<double>(off), kOff * static_cast<double>(all))
        << shared.Name() << ":" << text;
  }
}

}  // namespace
}  // namespace roofline::testing
