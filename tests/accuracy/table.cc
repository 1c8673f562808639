#include "tests/accuracy/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace roofline::accuracy {
namespace {

std::string StatisticsText(const std::optional<ErrorStatistics>& statistics) {
  if (!statistics) return "- | - | - | - | -";
  const ErrorStatistics& s = *statistics;
  return fmt::format("{:.1f} | {:.1f} | {:.0f} | {:.0f} | {}", s.mean * 100, s.median * 100,
                     s.within_10_percent * 100, s.within_20_percent * 100,
                     s.rank_correlation ? fmt::format("{:.3f}", *s.rank_correlation) : "-");
}

double ErrorOf(Seconds predicted, Seconds measured) { return predicted / measured - 1; }

std::string CalibratedText(const EvaluatedCase& c) {
  if (!c.calibrated) return "- | -";
  return fmt::format("{:+.1f} | {:+.1f}", ErrorOf(c.calibrated->without_network, c.measured) * 100,
                     ErrorOf(c.calibrated->without_family, c.measured) * 100);
}

}  // namespace

std::string TableText(const Evaluation& evaluation) {
  std::string text =
      "| data set | n | floor: mean error % | median % | within 10 % | within 20 % | rank "
      "| expected: mean error % | median % | within 10 % | within 20 % | rank "
      "| calibrated without the network: mean error % | median % | within 10 % | within 20 % | "
      "rank "
      "| ... without its family: mean error % | median % | within 10 % | within 20 % | rank |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const EvaluatedSet& set : evaluation) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", set.name, set.cases.size(),
                        StatisticsText(set.floor), StatisticsText(set.expected),
                        StatisticsText(set.without_network), StatisticsText(set.without_family));
  }
  return text;
}

std::string CasesText(const Evaluation& evaluation, const std::string& set) {
  const auto found = std::find_if(evaluation.begin(), evaluation.end(),
                                  [&](const EvaluatedSet& s) { return s.name == set; });
  if (found == evaluation.end()) {
    std::string names;
    for (const EvaluatedSet& s : evaluation) names += "\n  " + s.name;
    throw std::invalid_argument("no set '" + set + "'; there are:" + names);
  }
  std::string text =
      "| case | measured ms | floor ms | error % | expected ms | error % "
      "| calibrated without the network: error % | without its family: error % |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (const EvaluatedCase& c : found->cases) {
    text += fmt::format("| {} | {:.4g} | {:.4g} | {:+.1f} | {:.4g} | {:+.1f} | {} |\n", c.name,
                        c.measured.value() * 1e3, c.predicted.floor.value() * 1e3,
                        ErrorOf(c.predicted.floor, c.measured) * 100,
                        c.predicted.expected.value() * 1e3,
                        ErrorOf(c.predicted.expected, c.measured) * 100, CalibratedText(c));
  }
  return text;
}

}  // namespace roofline::accuracy
