#include <fmt/format.h>
#include <fmt/ranges.h>

#include "client/render/report_tables.h"
#include "client/render/report_text.h"
#include "client/render/selection.h"

namespace roofline {
namespace {

const std::vector<TableColumn> kColumns = {{"device", "device"},
                                           {"name", "kernel"},
                                           {"pattern", "pattern"},
                                           {"layers", "layers"},
                                           {"nodes", "nodes"},
                                           {"operator_class", "class"},
                                           {"executions", "runs"},
                                           {"compute_seconds", "compute"},
                                           {"transfer_seconds", "transfer"},
                                           {"floor_seconds", "floor"},
                                           {"serial_seconds", "serial"},
                                           {"overhead_seconds", "overhead"},
                                           {"expected_seconds", "expected"},
                                           {"expected_low_seconds", "low"},
                                           {"expected_high_seconds", "high"},
                                           {"bound", "bound"},
                                           {"bound_by", "by"},
                                           {"margin", "margin"},
                                           {"double_bandwidth_seconds", "2x bandwidth"},
                                           {"double_peak_seconds", "2x peak"},
                                           {"compute_efficiency", "compute eff."},
                                           {"memory_efficiency", "memory eff."},
                                           {"basis", "basis"}};

const std::vector<std::string> kUsualKernelColumns = {"name",
                                                      "pattern",
                                                      "layers",
                                                      "compute_seconds",
                                                      "transfer_seconds",
                                                      "overhead_seconds",
                                                      "expected_seconds",
                                                      "bound",
                                                      "bound_by",
                                                      "margin",
                                                      "double_bandwidth_seconds",
                                                      "double_peak_seconds"};

Cell EfficiencyCell(bool there, const v1::EfficiencyUse& use) {
  return there ? Cell::Fraction(use.value()) : Cell();
}

std::vector<Cell> KernelRow(const v1::DevicePrediction& device, const v1::Kernel& kernel) {
  const bool works = kernel.has_compute_efficiency();
  return {Cell::Text(device.id()),
          Cell::Text(kernel.name()),
          Cell::Text(kernel.pattern()),
          Cell::Integer(kernel.nodes_size()),
          Cell::Text(fmt::format("{}", fmt::join(kernel.nodes(), " "))),
          Cell::Text(kernel.operator_class()),
          Cell::Integer(kernel.executions()),
          Cell::Seconds(kernel.compute_seconds()),
          Cell::Seconds(kernel.transfer_seconds()),
          Cell::Seconds(kernel.floor_seconds()),
          Cell::Seconds(kernel.serial_seconds()),
          Cell::Seconds(kernel.overhead_seconds()),
          Cell::Seconds(kernel.expected_seconds()),
          Cell::Seconds(kernel.expected_low_seconds()),
          Cell::Seconds(kernel.expected_high_seconds()),
          Cell::Text(std::string(BoundText(kernel.bound()))),
          Cell::Text(kernel.bound_by()),
          kernel.has_margin() ? Cell::Ratio(kernel.margin()) : Cell(),
          Cell::Seconds(kernel.double_bandwidth_seconds()),
          Cell::Seconds(kernel.double_peak_seconds()),
          EfficiencyCell(works, kernel.compute_efficiency()),
          EfficiencyCell(works, kernel.memory_efficiency()),
          Cell::Text(works ? kernel.compute_efficiency().basis() : "")};
}

}  // namespace

absl::StatusOr<Table> KernelTable(const v1::Report& report, const TableSelection& selection) {
  Table table{.columns = kColumns};
  for (const v1::DevicePrediction& device : report.devices()) {
    for (const v1::Kernel& kernel : device.kernels())
      table.rows.push_back(KernelRow(device, kernel));
  }
  std::vector<std::string> usual = kUsualKernelColumns;
  if (report.devices_size() > 1) usual.insert(usual.begin(), "device");
  return Select(std::move(table), selection, usual);
}

}  // namespace roofline
