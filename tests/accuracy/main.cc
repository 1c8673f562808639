// accuracy [--cases SET] [--bars FILE] [--write-bars FILE]: how predictions compare with published
// and recorded measurements. tests/accuracy/run runs it.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "costmodel/data_dir.h"
#include "costmodel/error.h"
#include "tests/accuracy/bars.h"
#include "tests/accuracy/data_sets.h"
#include "tests/accuracy/evaluation.h"
#include "tests/accuracy/table.h"
#include "tests/shared/shared_case.h"

namespace roofline::accuracy {
namespace {

struct Options {
  std::string cases_of;    // a set whose cases are printed instead of the table
  std::string bars;        // committed medians to hold the results against
  std::string write_bars;  // where to write those of this run
};

void Append(Cases more, Cases& cases) {
  cases.insert(cases.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

Cases AllCases() {
  const absl::StatusOr<DeviceCatalog> catalog = DeviceCatalog::OpenDefault();
  if (!catalog.ok()) throw std::invalid_argument(std::string(MessageOf(catalog.status())));
  ModelStore models;
  Cases cases = EpycLatencies(models, *catalog);
  Append(PublishedNetworks(models, *catalog), cases);
  Append(GpuKernels(models, *catalog), cases);
  Append(CpuKernels(models, *catalog), cases);
  Append(TensorRtLayers(models, *catalog), cases);
  return cases;
}

std::shared_ptr<const EfficiencyDefaults> Efficiencies() {
  absl::StatusOr<EfficiencyDefaults> defaults = EfficiencyDefaults::Load(DataDirectory());
  if (!defaults.ok()) throw std::invalid_argument(std::string(MessageOf(defaults.status())));
  return std::make_shared<const EfficiencyDefaults>(*std::move(defaults));
}

int Run(const Options& options) {
  if (!std::filesystem::exists(testing::SharedPath("measured"))) {
    fmt::print("no measurements at {}: nothing to compare with\n", testing::SharedPath("measured"));
    return std::getenv("CI") != nullptr && std::string_view(std::getenv("CI")) == "true" ? 1 : 0;
  }
  const Evaluation evaluation = Evaluate(AllCases(), Efficiencies());
  fmt::print("{}", options.cases_of.empty() ? TableText(evaluation)
                                            : CasesText(evaluation, options.cases_of));
  if (!options.write_bars.empty()) WriteBars(evaluation, options.write_bars);
  if (options.bars.empty()) return 0;
  const std::vector<std::string> worse = WorseThanBars(evaluation, ReadBars(options.bars));
  for (const std::string& line : worse) fmt::print(stderr, "{}\n", line);
  return worse.empty() ? 0 : 1;
}

}  // namespace
}  // namespace roofline::accuracy

int main(int argc, char** argv) {
  roofline::accuracy::Options options;
  CLI::App app("How predictions compare with published and recorded measurements.");
  app.add_option("--cases", options.cases_of, "print the cases of this set, not the table");
  app.add_option("--bars", options.bars, "fail when a median error is a point worse than in FILE");
  app.add_option("--write-bars", options.write_bars, "write the median errors to FILE");
  CLI11_PARSE(app, argc, argv);
  try {
    return roofline::accuracy::Run(options);
  } catch (const std::exception& error) {
    fmt::print(stderr, "accuracy: {}\n", error.what());
    return 1;
  }
}
