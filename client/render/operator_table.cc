#include <utility>

#include "client/render/report_tables.h"
#include "client/render/report_text.h"
#include "client/render/selection.h"

namespace roofline {
namespace {

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
  for (const v1::DevicePrediction& device : report.devices()) {
    const bool several = report.devices_size() > 1;
    table.columns.push_back({several ? device.id() + ".expected_seconds" : "expected_seconds",
                             several ? device.id() + " expected" : "expected"});
    usual.push_back(table.columns.back().key);
    table.columns.push_back(
        {several ? device.id() + ".share" : "share", several ? device.id() + " share" : "share"});
    usual.push_back(table.columns.back().key);
  }
  const auto total_flops = static_cast<double>(report.totals().flops());
  for (int i = 0; i < report.operators_size(); ++i) {
    const v1::OperatorTotals& totals = report.operators(i);
    auto& row = table.rows.emplace_back();
    row = {Cell::Text(OperatorLabel(totals.domain(), totals.op())),
           Cell::Integer(totals.layers()),
           Cell::Count(totals.macs()),
           Cell::Count(totals.flops()),
           Cell::Fraction(FractionOf(static_cast<double>(totals.flops()), total_flops)),
           Cell::Bytes(totals.read_bytes()),
           Cell::Bytes(totals.write_bytes())};
    for (const v1::DevicePrediction& device : report.devices()) {
      const double time = device.operators(i).expected_seconds();
      row.push_back(Cell::Seconds(time));
      row.push_back(Cell::Fraction(FractionOf(time, device.totals().expected_seconds())));
    }
  }
  return Select(std::move(table), selection, usual);
}

}  // namespace roofline
