#include "tests/accuracy/bars.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>
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

// Of a percentage; "-" where there is none.
std::optional<double> Fraction(const std::string& percent) {
  if (percent == "-") return std::nullopt;
  return std::stod(percent) / 100;
}

std::string PercentText(const std::optional<ErrorStatistics>& statistics) {
  return statistics ? fmt::format("{:.2f}", statistics->median * 100) : "-";
}

// A calibration that is there on one side only is worse than any.
void CheckCalibrated(const std::string& what, const std::optional<ErrorStatistics>& statistics,
                     const std::optional<double>& bar, std::vector<std::string>& worse) {
  if (statistics && bar) {
    CheckBar(what, statistics->median, *bar, worse);
  } else if (statistics.has_value() != bar.has_value()) {
    worse.push_back(what + ": calibrated on one side only; write the bars anew");
  }
}

}  // namespace

Bars ReadBars(const std::string& path) {
  Bars bars;
  for (const CsvRow& row : ReadCsv(path)) {
    bars[row.at("set")] = {*Fraction(row.at("floor_median_percent")),
                           *Fraction(row.at("expected_median_percent")),
                           Fraction(row.at("network_unseen_median_percent")),
                           Fraction(row.at("family_unseen_median_percent"))};
  }
  return bars;
}

void WriteBars(const Evaluation& evaluation, const std::string& path) {
  std::ofstream file(path);
  file << "set,floor_median_percent,expected_median_percent,network_unseen_median_percent,"
          "family_unseen_median_percent\n";
  for (const EvaluatedSet& set : evaluation) {
    file << fmt::format("\"{}\",{:.2f},{:.2f},{},{}\n", set.name, set.floor.median * 100,
                        set.expected.median * 100, PercentText(set.without_network),
                        PercentText(set.without_family));
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
    CheckCalibrated(set.name + ", network unseen", set.without_network, bar->second.without_network,
                    worse);
    CheckCalibrated(set.name + ", family unseen", set.without_family, bar->second.without_family,
                    worse);
  }
  for (const auto& [name, bar] : bars) {
    if (!seen.contains(name)) worse.push_back(name + ": has a bar and no cases");
  }
  return worse;
}

}  // namespace roofline::accuracy
