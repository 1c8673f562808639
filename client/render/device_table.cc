#include <cmath>

#include "client/render/rate_cell.h"
#include "client/render/report_tables.h"
#include "client/render/report_text.h"

namespace roofline {
namespace {

// The rate that the ridge point belongs to. Its data type is that of the peak as fast; where an
// integer and a float one are, the float one.
Cell MatchedPeak(const v1::DevicePrediction& device) {
  if (!device.has_ridge_point_flops_per_byte()) return Cell::Rate(0);
  constexpr double kRounding = 1e-9;  // of a quotient that is multiplied again
  const double rate = device.ridge_point_flops_per_byte() * device.bandwidth_bytes_per_second();
  Cell cell = Cell::Rate(rate);
  for (const v1::Peak& peak : device.peaks()) {
    if (std::abs(peak.flops_per_second() / rate - 1) > kRounding) continue;
    cell = RateCell(peak.data_type(), rate);
    if (cell.kind == Cell::Kind::kRate) break;
  }
  return cell;
}

}  // namespace

Table DeviceTable(const v1::Report& report) {
  Table table;
  table.columns = {{"device", "device"},
                   {"peak_flops_per_second", "peak"},
                   {"bandwidth_bytes_per_second", "bandwidth"},
                   {"ridge_point_flops_per_byte", "ridge FLOPs/B"},
                   {"compute_seconds", "compute"},
                   {"transfer_seconds", "transfer"},
                   {"floor_seconds", "floor"},
                   {"serial_seconds", "serial"},
                   {"expected_seconds", "expected"},
                   {"expected_low_seconds", "low"},
                   {"expected_high_seconds", "high"},
                   {"bound", "bound"},
                   {"compute_bound_kernels", "kernels by compute"},
                   {"memory_bound_kernels", "kernels by memory"},
                   {"overhead_bound_kernels", "kernels by overhead"}};
  const bool measured = report.has_measured_latency_seconds();
  if (measured) {
    table.columns.push_back({"measured_seconds", "measured"});
    table.columns.push_back({"efficiency", "efficiency"});
  }
  const bool several = report.devices_size() > 1;
  if (several) table.columns.push_back({"speed", "speed"});
  for (const v1::DevicePrediction& device : report.devices()) {
    const v1::DeviceTotals& totals = device.totals();
    auto& row = table.rows.emplace_back();
    row = {Cell::Text(device.name()),
           MatchedPeak(device),
           Cell::Bandwidth(device.bandwidth_bytes_per_second()),
           device.has_ridge_point_flops_per_byte()
               ? Cell::Number(device.ridge_point_flops_per_byte())
               : Cell(),
           Cell::Seconds(totals.compute_seconds()),
           Cell::Seconds(totals.transfer_seconds()),
           Cell::Seconds(totals.floor_seconds()),
           Cell::Seconds(totals.serial_seconds()),
           Cell::Seconds(totals.expected_seconds()),
           Cell::Seconds(totals.expected_low_seconds()),
           Cell::Seconds(totals.expected_high_seconds()),
           Cell::Text(std::string(BoundText(totals.bound()))),
           Cell::Integer(totals.kernels().compute_bound()),
           Cell::Integer(totals.kernels().memory_bound()),
           Cell::Integer(totals.kernels().overhead_bound())};
    if (measured) {
      row.push_back(Cell::Seconds(report.measured_latency_seconds()));
      row.push_back(totals.has_efficiency() ? Cell::Fraction(totals.efficiency()) : Cell());
    }
    if (several) {
      const double first = report.devices(0).totals().expected_seconds();
      row.push_back(totals.expected_seconds() > 0 ? Cell::Ratio(first / totals.expected_seconds())
                                                  : Cell());
    }
  }
  return table;
}

}  // namespace roofline
