// Latencies of whole networks that others published.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "costmodel/error.h"
#include "tests/accuracy/csv_table.h"
#include "tests/accuracy/data_sets.h"
#include "tests/accuracy/network_names.h"
#include "tests/shared/shared_case.h"

namespace roofline::accuracy {
namespace {

// A device as the table calls it (from the start of the name) and in the catalog.
struct DeviceName {
  std::string_view table;
  std::string_view id;
  int64_t sockets = 1;  // where the profile has one and the machine more
  int64_t threads = 0;  // 0: all cores
};
constexpr DeviceName kDevices[] = {
    {"NVIDIA GeForce GTX 1080 Ti", "gtx-1080-ti"},
    {"NVIDIA GeForce RTX 3090", "rtx-3090"},
    {"NVIDIA Tesla V100-PCIE", "tesla-v100-pcie-16gb"},
    {"NVIDIA Tesla V100", "tesla-v100-sxm2-16gb"},
    {"NVIDIA A100-PCIE-40GB", "a100-pcie-40gb"},
    {"NVIDIA A100-PCIE-80GB", "a100-pcie-80gb"},
    {"NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"},
    {"NVIDIA A100", "a100-sxm4-40gb"},
    {"NVIDIA T4", "tesla-t4"},
    {"NVIDIA Jetson AGX Orin GPU", "jetson-agx-orin-64gb"},
    {"NVIDIA Jetson AGX Xavier GPU", "jetson-agx-xavier"},
    {"NVIDIA Jetson Nano GPU", "jetson-nano"},
    {"NVIDIA Jetson Nano 2GB", "jetson-nano"},
    {"NVIDIA Jetson Orin Nano GPU", "jetson-orin-nano-8gb"},
    {"NVIDIA Jetson TX2", "jetson-tx2"},
    {"2x Intel Xeon Platinum 8180", "xeon-platinum-8180-2s"},
    {"Intel Xeon Platinum 8180 (1 socket", "xeon-platinum-8180"},
    {"2x Intel Xeon Platinum 8124M", "xeon-platinum-8124m", 2},
    {"Intel Xeon Platinum 8124M (AWS c5.9xlarge", "xeon-platinum-8124m"},
    {"Intel Xeon Platinum 8124M (AWS c5.4xlarge", "xeon-platinum-8124m", 1, 8},
    {"Intel Xeon Platinum 8124M (AWS c5.2xlarge", "xeon-platinum-8124m", 1, 4},
    {"Intel Xeon Platinum 8124M (AWS c5.xlarge", "xeon-platinum-8124m", 1, 2},
    {"2x Intel Xeon E5-2630 v3", "xeon-e5-2630-v3", 2},
    {"Intel Core i9-10940X", "core-i9-10940x"},
    {"Raspberry Pi 3B+", "raspberry-pi-3b-plus"},
    {"Raspberry Pi 4", "raspberry-pi-4b"},
    {"Raspberry Pi 5 VideoCore VII", "videocore-vii"},
    {"Raspberry Pi 5", "raspberry-pi-5"},
    {"Raspberry Pi Zero 2 W", "raspberry-pi-zero-2-w"},
};

// Frameworks that start every operator as a kernel of its own.
constexpr std::string_view kEager[] = {"caffe ",     "caffe2",          "mxnet", "pytorch",
                                       "tensorflow", "TensorFlow base", "torch7"};
// ... and those of the same names that compile the network.
constexpr std::string_view kCompiled[] = {"pytorch 2.4.0 cpu torch.compile",
                                          "pytorch 2.1 torch.compile-fused"};

template <class Range>
bool StartsWithAny(const std::string& text, const Range& starts) {
  return std::any_of(std::begin(starts), std::end(starts),
                     [&](std::string_view start) { return text.starts_with(start); });
}

// Formats as the table calls them; nullopt: what a prediction cannot tell.
struct Format {
  std::string_view name;
  std::optional<Precision> precision;  // nullopt: as in the model
};
std::optional<Format> FormatOf(const std::string& dtype) {
  if (dtype.starts_with("tf32") || dtype == "fp32/tf32") return Format{"tf32", Precision::kTf32};
  if (dtype.starts_with("fp32")) return Format{"fp32", std::nullopt};
  if (dtype.starts_with("fp16") || dtype == "amp(fp16)") return Format{"fp16", Precision::kFp16};
  if (dtype.starts_with("int8")) return Format{"int8", Precision::kInt8};
  return std::nullopt;
}

// What the framework column says before its remarks.
std::string FrameworkName(const std::string& framework) {
  std::string name = framework.substr(0, framework.find_first_of("(,"));
  while (name.ends_with(' ')) name.pop_back();
  return name;
}

ProfilePtr Device(const DeviceCatalog& catalog, const DeviceName& name) {
  absl::StatusOr<ProfilePtr> profile =
      name.sockets == 1
          ? catalog.Find(name.id)
          : catalog.Parse(fmt::format("id: {0}-{1}s\nextends: {0}\ncompute: {{sockets: {1}}}\n",
                                      name.id, name.sockets),
                          name.table);
  if (!profile.ok()) throw std::invalid_argument(std::string(MessageOf(profile.status())));
  return *std::move(profile);
}

// FasterTransformer's guide gives sentences per second in some columns of its tables for the V100:
// as milliseconds they would be 200 times what the same network takes in fp16 in the next column.
bool IsThroughput(const CsvRow& row) {
  constexpr double kLeastThroughput = 300;
  return row.at("framework") == "FasterTransformer" &&
         row.at("device").starts_with("NVIDIA Tesla V100") &&
         !row.at("dtype").starts_with("fp32") && std::stod(row.at("latency_ms")) > kLeastThroughput;
}

std::optional<Case> CaseOf(const CsvRow& row, ModelStore& models, const DeviceCatalog& catalog) {
  const std::string& framework = row.at("framework");
  const auto device = std::find_if(std::begin(kDevices), std::end(kDevices), [&](const auto& d) {
    return row.at("device").starts_with(d.table);
  });
  const std::optional<Format> format = FormatOf(row.at("dtype"));
  const std::optional<NetworkName> network = FindNetworkName(row.at("model"), framework);
  if (device == std::end(kDevices) || !format || !network || IsThroughput(row)) return std::nullopt;
  const bool eager = StartsWithAny(framework, kEager) && !StartsWithAny(framework, kCompiled);
  Case c{.set = fmt::format("{} {} {}", device->id, FrameworkName(framework), format->name),
         .name = fmt::format("{} b{}", row.at("model"), row.at("batch")),
         .network = row.at("model"),
         .family = network->family,
         .scope = {},
         .model = models.Network(network->network, eager),
         .bindings = {},
         .scenario = {},
         .device = Device(catalog, *device),
         .measured = Seconds(std::stod(row.at("latency_ms")) * 1e-3),
         .profile = {}};
  c.scope = c.set;
  c.bindings.batch = std::stoll(row.at("batch"));
  c.bindings.dims = network->dims;
  c.scenario.fusion = eager ? Fusion::kNone : Fusion::kRuntime;
  c.scenario.precision = format->precision;
  c.scenario.host_transfer = framework.find("H2D") != std::string::npos;
  c.scenario.channels_last = framework.find("nhwc") != std::string::npos;
  if (device->threads > 0) c.scenario.threads = device->threads;
  if (framework.ends_with(" 1t")) c.scenario.threads = 1;
  return c;
}

}  // namespace

Cases PublishedNetworks(ModelStore& models, const DeviceCatalog& catalog) {
  Cases cases;
  for (const CsvRow& row : ReadCsv(testing::SharedPath("measured/networks.csv"))) {
    if (std::optional<Case> c = CaseOf(row, models, catalog)) cases.push_back(*std::move(c));
  }
  return cases;
}

}  // namespace roofline::accuracy
