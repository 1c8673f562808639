#include <map>
#include <utility>

#include "client/render/report_tables.h"
#include "client/render/report_text.h"
#include "client/render/selection.h"

namespace roofline {
namespace {

using TimeByOperator = std::map<std::pair<std::string, std::string>, double>;

TimeByOperator SumExpected(const v1::Report& report, const v1::DevicePrediction& device) {
  TimeByOperator times;
  for (int i = 0; i < report.layers_size(); ++i) {
    times[{report.layers(i).domain(), report.layers(i).op()}] +=
        device.layers(i).expected_seconds();
  }
  return times;
}

double FractionOf(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace

absl::StatusOr<Table> OperatorTable(const v1::Report& report, const TableSelection& selection) {
  Table table{.columns = {{"op", "op"},
                          {"layers", "layers"},
                          {"macs", "MACs"},
                          {"flops", "FLOPs"},
                          {"flops_share", "FLOPs share"},
                          {"read_bytes", "read"},
                          {"write_bytes", "written"}}};
  std::vector<std::string> usual = {"op",          "layers",     "flops",
                                    "flops_share", "read_bytes", "write_bytes"};
  std::vector<TimeByOperator> times;
  for (const v1::DevicePrediction& device : report.devices()) {
    const bool several = report.devices_size() > 1;
    table.columns.push_back({several ? device.id() + ".expected_seconds" : "expected_seconds",
                             several ? device.id() + " expected" : "expected"});
    usual.push_back(table.columns.back().key);
    table.columns.push_back(
        {several ? device.id() + ".share" : "share", several ? device.id() + " share" : "share"});
    usual.push_back(table.columns.back().key);
    times.push_back(SumExpected(report, device));
  }
  const auto total_flops = static_cast<double>(report.totals().flops());
  for (const v1::OperatorTotals& totals : report.operators()) {
    auto& row = table.rows.emplace_back();
    row = {Cell::Text(OperatorLabel(totals.domain(), totals.op())),
           Cell::Integer(totals.layers()),
           Cell::Count(totals.macs()),
           Cell::Count(totals.flops()),
           Cell::Fraction(FractionOf(static_cast<double>(totals.flops()), total_flops)),
           Cell::Bytes(totals.read_bytes()),
           Cell::Bytes(totals.write_bytes())};
    for (int d = 0; d < report.devices_size(); ++d) {
      const double time = times[static_cast<size_t>(d)][{totals.domain(), totals.op()}];
      row.push_back(Cell::Seconds(time));
      row.push_back(
          Cell::Fraction(FractionOf(time, report.devices(d).totals().expected_seconds())));
    }
  }
  return Select(std::move(table), selection, usual);
}

}  // namespace roofline
