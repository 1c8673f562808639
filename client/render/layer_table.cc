#include <fmt/format.h>

#include "client/render/report_tables.h"
#include "client/render/report_text.h"
#include "client/render/selection.h"

namespace roofline {
namespace {

std::vector<TableColumn> LayerColumns(const v1::Report& report) {
  std::vector<TableColumn> columns = {{"name", "layer"},
                                      {"op", "op"},
                                      {"input_shapes", "inputs"},
                                      {"output_shapes", "outputs"},
                                      {"parameters", "parameters"},
                                      {"data_type", "type"},
                                      {"macs", "MACs"},
                                      {"flops", "FLOPs"},
                                      {"flops_share", "FLOPs share"},
                                      {"read_bytes", "read"},
                                      {"write_bytes", "written"},
                                      {"intensity_flops_per_byte", "FLOPs/B"},
                                      {"repeat", "runs"},
                                      {"coverage", "coverage"},
                                      {"note", "note"},
                                      {"source", "source"}};
  for (const v1::DevicePrediction& device : report.devices()) {
    const std::string prefix = report.devices_size() > 1 ? device.id() + "." : "";
    const std::string title = report.devices_size() > 1 ? device.id() + " " : "";
    columns.push_back({prefix + "compute_seconds", title + "compute"});
    columns.push_back({prefix + "transfer_seconds", title + "transfer"});
    columns.push_back({prefix + "floor_seconds", title + "floor"});
    columns.push_back({prefix + "serial_seconds", title + "serial"});
    columns.push_back({prefix + "expected_seconds", title + "expected"});
    columns.push_back({prefix + "bound", title + "bound"});
    columns.push_back({prefix + "kernel", title + "kernel"});
    columns.push_back({prefix + "share", title + "share"});
  }
  if (report.devices_size() == 2) columns.push_back({"speed", "speed"});
  return columns;
}

std::vector<std::string> UsualColumns(const v1::Report& report) {
  std::vector<std::string> keys = {"name",  "op",         "output_shapes",
                                   "flops", "read_bytes", "write_bytes"};
  if (report.devices_size() == 1) {
    keys.insert(keys.end(), {"intensity_flops_per_byte", "compute_seconds", "transfer_seconds",
                             "floor_seconds", "expected_seconds", "bound", "share", "kernel"});
  } else {
    for (const v1::DevicePrediction& device : report.devices()) {
      keys.push_back(device.id() + ".expected_seconds");
      keys.push_back(device.id() + ".bound");
    }
  }
  if (report.devices_size() == 2) keys.emplace_back("speed");
  return keys;
}

double FractionOf(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

Cell Intensity(const v1::Report& report, int layer) {
  if (report.devices().empty()) return {};
  const v1::LayerTime& time = report.devices(0).layers(layer);
  return time.has_arithmetic_intensity_flops_per_byte()
             ? Cell::Number(time.arithmetic_intensity_flops_per_byte())
             : Cell();
}

// Empty for a layer of its own, else the layer at which the times of the kernel stand.
Cell KernelCell(const v1::DevicePrediction& device, const v1::LayerTime& time) {
  const v1::Kernel& kernel = device.kernels(time.kernel());
  return kernel.nodes_size() > 1 ? Cell::Text(kernel.name()) : Cell();
}

std::vector<Cell> LayerRow(const v1::Report& report, int index) {
  const v1::Layer& layer = report.layers(index);
  std::vector<Cell> row = {Cell::Text(layer.name()),
                           Cell::Text(OperatorLabel(layer.domain(), layer.op())),
                           Cell::Text(ShapesText(layer.inputs())),
                           Cell::Text(ShapesText(layer.outputs())),
                           Cell::Text(ParametersText(layer)),
                           Cell::Text(layer.data_type()),
                           Cell::Count(layer.macs()),
                           Cell::Count(layer.flops()),
                           Cell::Fraction(FractionOf(layer.flops(), report.totals().flops())),
                           Cell::Bytes(layer.read_bytes()),
                           Cell::Bytes(layer.write_bytes()),
                           Intensity(report, index),
                           Cell::Integer(layer.repeat()),
                           Cell::Text(std::string(MarkText(layer.coverage()))),
                           Cell::Text(layer.note()),
                           Cell::Text(SourceText(layer))};
  for (const v1::DevicePrediction& device : report.devices()) {
    const v1::LayerTime& time = device.layers(index);
    row.push_back(Cell::Seconds(time.compute_seconds()));
    row.push_back(Cell::Seconds(time.transfer_seconds()));
    row.push_back(Cell::Seconds(time.floor_seconds()));
    row.push_back(Cell::Seconds(time.serial_seconds()));
    row.push_back(Cell::Seconds(time.expected_seconds()));
    row.push_back(Cell::Text(std::string(BoundText(time.bound()))));
    row.push_back(KernelCell(device, time));
    row.push_back(Cell::Fraction(time.share()));
  }
  if (report.devices_size() == 2) {
    const double second = report.devices(1).layers(index).expected_seconds();
    row.push_back(second > 0
                      ? Cell::Ratio(report.devices(0).layers(index).expected_seconds() / second)
                      : Cell());
  }
  return row;
}

}  // namespace

absl::StatusOr<Table> LayerTable(const v1::Report& report, const TableSelection& selection) {
  Table table{.columns = LayerColumns(report)};
  for (int i = 0; i < report.layers_size(); ++i) table.rows.push_back(LayerRow(report, i));
  return Select(std::move(table), selection, UsualColumns(report));
}

}  // namespace roofline
