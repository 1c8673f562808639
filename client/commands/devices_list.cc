#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "client/commands/device_commands.h"
#include "client/render/device_json.h"
#include "client/render/rate_cell.h"
#include "costmodel/error.h"
#include "costmodel/utf8.h"

namespace roofline {
namespace {

Cell PeakCell(const v1::Device& device, std::string_view precision) {
  double best = 0;
  for (const v1::DevicePeak& peak : device.peaks()) {
    const bool multiplies = peak.unit() == "vector" || peak.unit() == "matrix";
    if (multiplies && peak.precision() == precision) best = std::max(best, peak.flops_per_second());
  }
  return best > 0 ? RateCell(precision, best) : Cell();
}

std::vector<Cell> Row(const v1::Device& device) {
  return {Cell::Text(device.id()),
          Cell::Text(device.display_name()),
          Cell::Text(device.vendor()),
          device.has_year() ? Cell::Integer(device.year()) : Cell(),
          PeakCell(device, "fp32"),
          PeakCell(device, "fp16"),
          PeakCell(device, "int8"),
          Cell::Bandwidth(device.bandwidth_bytes_per_second()),
          device.has_ridge_point_flops_per_byte()
              ? Cell::Number(device.ridge_point_flops_per_byte())
              : Cell(),
          Cell::Text(device.verified() ? "" : "unverified")};
}

absl::StatusOr<std::vector<v1::Device>> AllPages(const Backend& backend,
                                                 v1::ListDevicesRequest request) {
  std::vector<v1::Device> devices;
  do {
    ASSIGN_OR_RETURN(const v1::ListDevicesResponse page, backend.ListDevices(request));
    devices.insert(devices.end(), page.devices().begin(), page.devices().end());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  return devices;
}

absl::StatusOr<std::vector<v1::Device>> FindDevices(const DeviceFlags& flags) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  v1::ListDevicesRequest request;
  request.set_filter(EscapeInvalidUtf8(flags.filter));
  request.set_search(EscapeInvalidUtf8(fmt::format("{}", fmt::join(flags.search, " "))));
  request.set_order_by(EscapeInvalidUtf8(flags.sort));
  return AllPages(*backend, request);
}

std::string DevicesText(const std::vector<v1::Device>& devices, DeviceFormat format) {
  if (format == DeviceFormat::kJson) return DevicesJson(devices);
  Table table{.columns = {{"id", "id"},
                          {"name", "name"},
                          {"vendor", "vendor"},
                          {"year", "year"},
                          {"fp32_flops_per_second", "fp32"},
                          {"fp16_flops_per_second", "fp16"},
                          {"int8_flops_per_second", "int8"},
                          {"bandwidth_bytes_per_second", "bandwidth"},
                          {"ridge_point_flops_per_byte", "ridge"},
                          {"verified", "note"}}};
  for (const v1::Device& device : devices) table.rows.push_back(Row(device));
  return DeviceTableText(table, format);
}

}  // namespace

absl::Status ListDevices(const DeviceFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const std::vector<v1::Device> devices, FindDevices(flags));
  out = DevicesText(devices, flags.format);
  return absl::OkStatus();
}

absl::Status SearchDevices(const DeviceFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const std::vector<v1::Device> devices, FindDevices(flags));
  if (devices.empty()) {
    return Error(Reason::kUnknownDevice,
                 fmt::format("no device is called anything like '{}'; 'roofline devices list' "
                             "shows all",
                             fmt::join(flags.search, " ")));
  }
  out = DevicesText(devices, flags.format);
  return absl::OkStatus();
}

std::string DeviceTableText(const Table& table, DeviceFormat format) {
  if (format == DeviceFormat::kMarkdown) return MarkdownTable(table, CellFormat());
  if (format == DeviceFormat::kCsv) return CsvTable(table, CellFormat{.plain = true});
  return TextTable(table, CellFormat());
}

}  // namespace roofline
