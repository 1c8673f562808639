#include "client/render/sweep_findings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "client/render/report_text.h"

namespace roofline {
namespace {

std::string PointText(const SweepResult& sweep, const v1::SweepPoint& point) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < sweep.axes.size(); ++i)
    texts.push_back(fmt::format("{}={}", sweep.axes[i], point.values(static_cast<int>(i))));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// Neighbours along the last axis.
bool SameLine(const v1::SweepPoint& a, const v1::SweepPoint& b) {
  return std::equal(a.values().begin(), a.values().end() - 1, b.values().begin());
}

int FastestDevice(const v1::SweepPoint& point) {
  int best = 0;
  for (int i = 1; i < point.times_size(); ++i) {
    if (point.times(i).expected_seconds() < point.times(best).expected_seconds()) best = i;
  }
  return best;
}

void AddChanges(const SweepResult& sweep, int device, std::vector<std::string>& lines) {
  for (size_t i = 1; i < sweep.points.size(); ++i) {
    if (!SameLine(sweep.points[i - 1], sweep.points[i])) continue;
    const v1::SweepTime& before = sweep.points[i - 1].times(device);
    const v1::SweepTime& after = sweep.points[i].times(device);
    if (before.bound() != after.bound()) {
      lines.push_back(fmt::format("{}: bound by {} up to {}, by {} from {}", after.device(),
                                  BoundText(before.bound()), PointText(sweep, sweep.points[i - 1]),
                                  BoundText(after.bound()), PointText(sweep, sweep.points[i])));
    }
    if (before.has_fits() && before.fits() && !after.fits()) {
      lines.push_back(fmt::format("{}: does not fit in memory from {}", after.device(),
                                  PointText(sweep, sweep.points[i])));
    }
  }
}

void AddOptimum(const SweepResult& sweep, int device, std::vector<std::string>& lines) {
  const v1::SweepPoint* best = nullptr;
  double most = 0;
  for (const v1::SweepPoint& point : sweep.points) {
    const auto throughput = sweep.Throughput(point, device);
    const bool fits = !point.times(device).has_fits() || point.times(device).fits();
    if (!throughput || !fits || *throughput <= most) continue;
    most = *throughput;
    best = &point;
  }
  if (best == nullptr) return;
  lines.push_back(fmt::format("{}: most throughput at {}: {:.4g} items/s",
                              best->times(device).device(), PointText(sweep, *best), most));
}

void AddCrossovers(const SweepResult& sweep, std::vector<std::string>& lines) {
  for (size_t i = 1; i < sweep.points.size(); ++i) {
    if (!SameLine(sweep.points[i - 1], sweep.points[i])) continue;
    const int before = FastestDevice(sweep.points[i - 1]);
    const int after = FastestDevice(sweep.points[i]);
    if (before == after) continue;
    lines.push_back(
        fmt::format("{} is fastest up to {}, {} from {}", sweep.points[i].times(before).device(),
                    PointText(sweep, sweep.points[i - 1]), sweep.points[i].times(after).device(),
                    PointText(sweep, sweep.points[i])));
  }
}

}  // namespace

std::optional<size_t> SweepResult::batch_axis() const {
  const auto found = std::find(axes.begin(), axes.end(), "batch");
  if (found == axes.end()) return std::nullopt;
  return static_cast<size_t>(found - axes.begin());
}

std::optional<double> SweepResult::Throughput(const v1::SweepPoint& point, int device) const {
  const auto axis = batch_axis();
  const double seconds = point.times(device).expected_seconds();
  if (!axis || seconds <= 0) return std::nullopt;
  return static_cast<double>(point.values(static_cast<int>(*axis))) / seconds;
}

std::vector<std::string> SweepFindings(const SweepResult& sweep) {
  std::vector<std::string> lines;
  for (int device = 0; device < static_cast<int>(sweep.devices.size()); ++device) {
    AddChanges(sweep, device, lines);
    AddOptimum(sweep, device, lines);
  }
  if (sweep.devices.size() > 1) AddCrossovers(sweep, lines);
  return lines;
}

}  // namespace roofline
