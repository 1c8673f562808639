// Timings of single kernels that others published.

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "costmodel/error.h"
#include "tests/accuracy/csv_table.h"
#include "tests/accuracy/data_sets.h"
#include "tests/accuracy/kernel_models.h"
#include "tests/shared/shared_case.h"

namespace roofline::accuracy {
namespace {

ProfilePtr Device(const DeviceCatalog& catalog, std::string_view id) {
  absl::StatusOr<ProfilePtr> profile = catalog.Find(id);
  if (!profile.ok()) throw std::invalid_argument(std::string(MessageOf(profile.status())));
  return *std::move(profile);
}

// "M=1760;N=16;ta=N" as numbers; 0 for what is none.
std::map<std::string, int64_t> Sizes(const std::string& shape) {
  std::map<std::string, int64_t> sizes;
  std::istringstream stream(shape);
  for (std::string part; std::getline(stream, part, ';');) {
    const size_t equals = part.find('=');
    if (equals != std::string::npos)
      sizes[part.substr(0, equals)] = std::atoll(part.c_str() + equals + 1);
  }
  return sizes;
}

// DeepBench names the matrix that holds the weights first: M outputs of N samples.
SkeletonPtr DeepBenchModel(ModelStore& models, const CsvRow& row) {
  std::map<std::string, int64_t> s = Sizes(row.at("shape"));
  if (row.at("op") == "gemm") return GemmModel(models, s["N"], s["M"], s["K"]);
  return ConvolutionModel(models, {.batch = s["N"],
                                   .in = s["C"],
                                   .out = s["K"],
                                   .image = {s["H"], s["W"]},
                                   .filter = {s["R"], s["S"]},
                                   .stride = {s["sh"], s["sw"]},
                                   .before = {s["ph"], s["pw"]},
                                   .after = {s["ph"], s["pw"]}});
}

std::optional<Precision> PrecisionNamed(const std::string& name) {
  return name == "fp32" ? std::nullopt : PrecisionFromName(name);
}

// "32x64x56x56"
std::vector<int64_t> Extents(const std::string& text) {
  std::vector<int64_t> extents;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, 'x');) extents.push_back(std::stoll(part));
  return extents;
}

std::string_view TensorRtDevice(const std::string& device) {
  if (device.find("A100") != std::string::npos) return "a100-pcie-80gb";
  if (device.find("3090") != std::string::npos) return "rtx-3090";
  return "titan-rtx";
}

// By the format of its input. TensorRT multiplies fp32 in tf32 where the GPU can.
Precision TensorRtPrecision(const CsvRow& row) {
  const std::string& format = row.at("in_fmt");
  if (format.find("Int8") != std::string::npos) return Precision::kInt8;
  if (format.find("FP16") != std::string::npos) return Precision::kFp16;
  return Precision::kTf32;
}

std::optional<ConvolutionShape> TensorRtConvolution(const CsvRow& row) {
  const std::vector<int64_t> in = Extents(row.at("in_dims"));
  const std::vector<int64_t> out = Extents(row.at("out_dims"));
  const std::vector<int64_t> filter = Extents(row.at("kernel"));
  const std::vector<int64_t> stride = Extents(row.at("stride"));
  if (in.size() != 4 || out.size() != 4 || filter.size() != 2 || stride.size() != 2)
    return std::nullopt;
  const Padding h = PaddingFor(in[2], out[2], filter[0], stride[0]);
  const Padding w = PaddingFor(in[3], out[3], filter[1], stride[1]);
  return ConvolutionShape{.batch = in[0],
                          .in = in[1],
                          .out = out[1],
                          .image = {in[2], in[3]},
                          .filter = {filter[0], filter[1]},
                          .stride = {stride[0], stride[1]},
                          .before = {h.before, w.before},
                          .after = {h.after, w.after},
                          .groups = std::stoll(row.at("groups"))};
}

// Threads of the runs on CPUs; nullopt: not told, or another CPU.
std::optional<int64_t> ThreadsOf(const CsvRow& row) {
  constexpr int64_t kAll = 0;
  if (row.at("algorithm") == "1 thread" || row.at("device").ends_with("(1 core)")) return 1;
  if (row.at("algorithm") == "OpenMP all threads") return kAll;
  if (row.at("device").ends_with("(14 threads)")) return 14;
  return std::nullopt;
}

// Operators on vectors that lie in one piece, and convolutions of ResNet-50.
SkeletonPtr CpuModel(ModelStore& models, const CsvRow& row) {
  const std::string& op = row.at("op");
  const std::string& shape = row.at("shape");
  if (shape.ends_with(";contiguous")) {
    const int64_t elements = Sizes(shape)["N"];
    if (op == "add") return ElementwiseModel(models, "Add", 2, elements);
    if (op == "exp") return ElementwiseModel(models, "Exp", 1, elements);
  }
  int64_t batch = 0;
  int64_t in = 0;
  int64_t ih = 0;
  int64_t out = 0;
  int64_t oh = 0;
  int64_t k = 0;
  if (op != "conv" || std::sscanf(shape.c_str(), "mb%ld;ic%ld;ih%ld;oc%ld;oh%ld;k%ld", &batch, &in,
                                  &ih, &out, &oh, &k) != 6) {
    return nullptr;
  }
  const int64_t stride = ih / oh;
  const Padding zeros = PaddingFor(ih, oh, k, stride);
  return ConvolutionModel(models, {.batch = batch,
                                   .in = in,
                                   .out = out,
                                   .image = {ih, ih},
                                   .filter = {k, k},
                                   .stride = {stride, stride},
                                   .before = {zeros.before, zeros.before},
                                   .after = {zeros.after, zeros.after}});
}

}  // namespace

Cases GpuKernels(ModelStore& models, const DeviceCatalog& catalog) {
  Cases cases;
  for (const CsvRow& row : ReadCsv(testing::SharedPath("measured/kernels_nvidia.csv"))) {
    const std::string_view id =
        row.at("device") == "GTX 1080 Ti" ? "gtx-1080-ti" : "tesla-v100-sxm2-16gb";
    Case c{.set = fmt::format("{} {} {}", id, row.at("op"), row.at("dtype")),
           .name = row.at("shape"),
           .family = row.at("op"),
           .model = DeepBenchModel(models, row),
           .bindings = {},
           .scenario = {},
           .device = Device(catalog, id),
           .measured = Seconds(std::stod(row.at("time_ms")) * 1e-3),
           .kernel_only = true};
    c.scenario.precision = PrecisionNamed(row.at("dtype"));
    cases.push_back(std::move(c));
  }
  return cases;
}

Cases CpuKernels(ModelStore& models, const DeviceCatalog& catalog) {
  Cases cases;
  for (const CsvRow& row : ReadCsv(testing::SharedPath("measured/kernels_cpu_8180.csv"))) {
    if (row.at("device").find("8180") == std::string::npos) continue;
    const std::optional<int64_t> threads = ThreadsOf(row);
    SkeletonPtr model = threads ? CpuModel(models, row) : nullptr;
    if (model == nullptr) continue;
    const std::string_view id =
        row.at("device").starts_with("2x") ? "xeon-platinum-8180-2s" : "xeon-platinum-8180";
    Case c{.set = fmt::format("{} {} {}", id, row.at("op"),
                              *threads == 0 ? "all cores" : "few threads"),
           .name = row.at("shape"),
           .family = row.at("op"),
           .model = std::move(model),
           .bindings = {},
           .scenario = {},
           .device = Device(catalog, id),
           .measured = Seconds(std::stod(row.at("time_ms")) * 1e-3),
           .kernel_only = true};
    if (*threads > 0) c.scenario.threads = *threads;
    cases.push_back(std::move(c));
  }
  return cases;
}

Cases TensorRtLayers(ModelStore& models, const DeviceCatalog& catalog) {
  Cases cases;
  for (const CsvRow& row : ReadCsv(testing::SharedPath("measured/layers_tensorrt.csv"))) {
    const Seconds measured(std::stod(row.at("avg_ms")) * 1e-3);
    if (row.at("param_type") != "Convolution" || measured == Seconds(0)) continue;
    const std::optional<ConvolutionShape> shape = TensorRtConvolution(row);
    if (!shape) continue;
    const std::string_view id = TensorRtDevice(row.at("device"));
    const Precision precision = TensorRtPrecision(row);
    Case c{.set = fmt::format("{} TensorRT convolution layers {}", id, PrecisionName(precision)),
           .name = row.at("name"),
           .family = row.at("engine"),
           .model = ConvolutionModel(models, *shape),
           .bindings = {},
           .scenario = {},
           .device = Device(catalog, id),
           .measured = measured,
           .kernel_only = true};
    c.scenario.precision = precision;
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace roofline::accuracy
