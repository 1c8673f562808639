#include <fmt/format.h>

#include <memory>
#include <string>

#include "client/backend.h"
#include "client/commands/command.h"
#include "client/render/table.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

struct DevicesFlags {
  std::string id;
  std::string server;
};

Cell PeakCell(const v1::Device& device, std::string_view precision) {
  double best = 0;
  for (const v1::DevicePeak& peak : device.peaks()) {
    const bool multiplies = peak.unit() == "vector" || peak.unit() == "matrix";
    if (multiplies && peak.precision() == precision) best = std::max(best, peak.flops_per_second());
  }
  return best > 0 ? Cell::Rate(best) : Cell();
}

std::vector<Cell> ListRow(const v1::Device& device) {
  return {Cell::Text(device.id()),
          Cell::Text(device.display_name()),
          Cell::Text(device.vendor()),
          device.has_year() ? Cell::Integer(device.year()) : Cell(),
          PeakCell(device, "fp32"),
          PeakCell(device, "fp16"),
          Cell::Bandwidth(device.bandwidth_bytes_per_second()),
          device.has_ridge_point_flops_per_byte()
              ? Cell::Number(device.ridge_point_flops_per_byte())
              : Cell(),
          Cell::Text(device.verified() ? "" : "unverified")};
}

absl::Status ListDevices(const DevicesFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  Table table{.columns = {{"id", "id"},
                          {"name", "name"},
                          {"vendor", "vendor"},
                          {"year", "year"},
                          {"fp32_flops_per_second", "fp32"},
                          {"fp16_flops_per_second", "fp16"},
                          {"bandwidth_bytes_per_second", "bandwidth"},
                          {"ridge_point_flops_per_byte", "ridge"},
                          {"verified", "note"}}};
  v1::ListDevicesRequest request;
  do {
    ASSIGN_OR_RETURN(const v1::ListDevicesResponse page, backend->ListDevices(request));
    for (const v1::Device& device : page.devices()) table.rows.push_back(ListRow(device));
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  out = TextTable(table, CellFormat());
  return absl::OkStatus();
}

// The profile itself is the description: every number with its source, as a user would write it.
absl::Status ShowDevice(const DevicesFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  v1::GetDeviceRequest request;
  request.set_name(fmt::format("devices/{}", flags.id));
  ASSIGN_OR_RETURN(const v1::Device device, backend->GetDevice(request));
  Table table{.title = fmt::format("{} ({})", device.display_name(), device.id()),
              .columns = {{"unit", "unit"},
                          {"precision", "type"},
                          {"flops_per_second", "peak"},
                          {"basis", "basis"},
                          {"ridge_point_flops_per_byte", "ridge FLOPs/B"}}};
  for (const v1::DevicePeak& peak : device.peaks()) {
    table.rows.push_back(
        {Cell::Text(peak.unit()), Cell::Text(peak.precision()), Cell::Rate(peak.flops_per_second()),
         Cell::Text(peak.derived() ? "derived from units and clock" : peak.source()),
         Cell::Number(peak.flops_per_second() / device.bandwidth_bytes_per_second())});
  }
  out = fmt::format("{}\n{}", TextTable(table, CellFormat()), device.profile_yaml());
  return absl::OkStatus();
}

}  // namespace

void AddDevicesCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand("devices", "the device catalog");
  command.require_subcommand(1);
  const auto flags = std::make_shared<DevicesFlags>();
  CLI::App& list = *command.add_subcommand("list", "every device with its peaks and bandwidth");
  AddServerOption(list, flags->server);
  list.callback([flags, &action] {
    action = [flags](std::string& out) { return ListDevices(*flags, out); };
  });
  CLI::App& show = *command.add_subcommand(
      "show", "one device: peaks, ridge points, and the profile with its sources");
  show.add_option("ID", flags->id, "id, alias or name of a device")->required();
  AddServerOption(show, flags->server);
  show.callback(
      [flags, &action] { action = [flags](std::string& out) { return ShowDevice(*flags, out); }; });
}

}  // namespace roofline
