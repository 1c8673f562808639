#include "tests/accuracy/bars.h"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <stdexcept>

#include "tests/accuracy/csv_table.h"

namespace roofline::accuracy {
namespace {

constexpr double kPoint = 0.01;

void CheckBar(const std::string& what, double median, double bar, std::vector<std::string>& worse) {
  if (median <= bar + kPoint) return;
  worse.push_back(
      fmt::format("{}: median error {:.1f} %, committed {:.1f} %", what, median * 100, bar * 100));
}

}  // namespace

Bars ReadBars(const std::string& path) {
  Bars bars;
  for (const CsvRow& row : ReadCsv(path)) {
    bars[row.at("set")] = {std::stod(row.at("floor_median_percent")) / 100,
                           std::stod(row.at("expected_median_percent")) / 100};
  }
  return bars;
}

void WriteBars(const Evaluation& evaluation, const std::string& path) {
  std::ofstream file(path);
  file << "set,floor_median_percent,expected_median_percent\n";
  for (const EvaluatedSet& set : evaluation) {
    file << fmt::format("\"{}\",{:.2f},{:.2f}\n", set.name, set.floor.median * 100,
                        set.expected.median * 100);
  }
  file.close();
  if (file.fail()) throw std::invalid_argument(path + ": cannot be written");
}

std::vector<std::string> WorseThanBars(const Evaluation& evaluation, const Bars& bars) {
  std::vector<std::string> worse;
  std::set<std::string> seen;
  for (const EvaluatedSet& set : evaluation) {
    seen.insert(set.name);
    const auto bar = bars.find(set.name);
    if (bar == bars.end()) {
      worse.push_back(set.name + ": has no bar; write the bars anew");
      continue;
    }
    CheckBar(set.name + ", floor", set.floor.median, bar->second.floor, worse);
    CheckBar(set.name + ", expected", set.expected.median, bar->second.expected, worse);
  }
  for (const auto& [name, bar] : bars) {
    if (!seen.contains(name)) worse.push_back(name + ": has a bar and no cases");
  }
  return worse;
}

}  // namespace roofline::accuracy
