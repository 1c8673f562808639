#include "client/render/coverage_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <map>

#include "client/render/report_text.h"
#include "costmodel/counted.h"

namespace roofline {
namespace {

std::string ShareLine(std::string_view of, const v1::CoverageShares& shares) {
  const std::string known =
      fmt::format("{:.2f} % exact, {:.2f} % bounded, {:.2f} % assumed", shares.exact() * 100,
                  shares.bounded() * 100, shares.assumed() * 100);
  const std::string unknown = shares.has_unknown()
                                  ? fmt::format(", {:.2f} % unknown", shares.unknown() * 100)
                                  : "; unknown layers not counted";
  return fmt::format("share of {}: {}{}", of, known, unknown);
}

std::string UnknownLine(const v1::Report& report) {
  std::map<std::string, int64_t> layers;
  for (const v1::OperatorTotals& totals : report.operators()) {
    if (totals.unknown_layers() > 0)
      layers[OperatorLabel(totals.domain(), totals.op())] = totals.unknown_layers();
  }
  std::vector<std::string> texts;
  texts.reserve(layers.size());
  for (const auto& [name, count] : layers)
    texts.push_back(fmt::format("{} ({})", name, Counted(count, "layer")));
  return fmt::format("unknown: {}", fmt::join(texts, ", "));
}

}  // namespace

std::vector<std::string> CoverageLines(const v1::Report& report) {
  const v1::Coverage& coverage = report.coverage();
  std::vector<std::string> lines = {
      fmt::format("coverage: {} of {} exact, {} bounded, {} assumed, {} unknown", coverage.exact(),
                  Counted(coverage.nodes(), "layer"), coverage.bounded(), coverage.assumed(),
                  coverage.unknown())};
  if (coverage.exact() == coverage.nodes()) return lines;
  lines.push_back(ShareLine("operations", coverage.operations()));
  lines.push_back(ShareLine("bytes", coverage.bytes()));
  for (const v1::DevicePrediction& device : report.devices())
    lines.push_back(ShareLine("time on " + device.id(), device.totals().coverage()));
  if (coverage.unknown() > 0) lines.push_back(UnknownLine(report));
  return lines;
}

}  // namespace roofline
