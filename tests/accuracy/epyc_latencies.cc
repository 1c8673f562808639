// ONNX Runtime 1.30 on two cores of an EPYC: the least of the latencies of many runs.

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <utility>

#include "costmodel/error.h"
#include "tests/accuracy/csv_table.h"
#include "tests/accuracy/data_sets.h"
#include "tests/shared/shared_case.h"

namespace roofline::accuracy {
namespace {

constexpr std::string_view kProfile = ROOFLINE_SOURCE_DIR "/tests/accuracy/epyc-zen3-2-cores.yaml";

// Models that share their blocks; any other is its own family.
std::string FamilyOf(const std::string& model) {
  static const std::map<std::string, std::string> kFamilies = {
      {"light_bvlc_alexnet", "alexnet"}, {"light_zfnet512", "alexnet"},
      {"light_resnet50", "resnet"},      {"resnet18", "resnet"},
      {"resnet50_qdq_int8", "resnet"},   {"bert_base", "bert"},
      {"msft_fused_2layer", "bert"},     {"mlsd_320x320_large", "mlsd"},
      {"mlsd_512x512_large", "mlsd"},    {"ppocrv2_cls", "ppocr"},
      {"ppocrv4_det", "ppocr"},          {"silero_vad_16k_op15", "silero"},
      {"silero_vad_half", "silero"},     {"silero_vad_v4", "silero"}};
  const auto found = kFamilies.find(model);
  return found == kFamilies.end() ? model : found->second;
}

ProfilePtr Machine(const DeviceCatalog& catalog) {
  absl::StatusOr<ProfilePtr> profile = catalog.ReadFile(std::string(kProfile));
  if (!profile.ok()) throw std::invalid_argument(std::string(MessageOf(profile.status())));
  return *std::move(profile);
}

// Networks under a millisecond are judged apart: there the overheads rule.
std::string SetOf(const CsvRow& row, Seconds latency) {
  return fmt::format("EPYC onnxruntime, {} thread{}, {}", row.at("threads"),
                     row.at("threads") == "1" ? "" : "s",
                     latency < Seconds(1e-3) ? "under 1 ms" : "1 ms and more");
}

// Its kernels, where they were recorded.
std::string ProfileOf(const std::string& name, const std::string& threads) {
  std::string path =
      testing::SharedPath(fmt::format("measured/onnxruntime_epyc/{}.t{}.json.gz", name, threads));
  return std::filesystem::exists(path) ? path : std::string();
}

}  // namespace

Cases EpycLatencies(ModelStore& models, const DeviceCatalog& catalog) {
  const ProfilePtr machine = Machine(catalog);
  std::map<std::string, Bindings> bindings;
  for (const auto& shared : testing::SharedCases()) bindings[shared.Name()] = shared.bindings;
  Cases cases;
  for (const CsvRow& row : ReadCsv(testing::SharedPath("measured/onnxruntime_epyc/latency.csv"))) {
    const std::string name = row.at("model") + "." + row.at("case");
    if (!bindings.contains(name)) throw std::invalid_argument("no inputs for " + name);
    const Seconds latency(std::stod(row.at("min_ms")) * 1e-3);
    Scenario scenario;
    scenario.threads = std::stoll(row.at("threads"));
    cases.push_back(
        {.set = SetOf(row, latency),
         .name = name,
         .network = row.at("model"),
         .family = FamilyOf(row.at("model")),
         .scope = "EPYC, threads: " + row.at("threads"),
         .model = models.File(testing::SharedPath("models/" + row.at("model") + ".onnx")),
         .bindings = bindings.at(name),
         .scenario = scenario,
         .device = machine,
         .measured = latency,
         .profile = ProfileOf(name, row.at("threads"))});
  }
  return cases;
}

}  // namespace roofline::accuracy
