#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/commands/device_commands.h"
#include "client/commands/own_profile.h"
#include "client/render/device_json.h"
#include "client/render/rate_cell.h"
#include "costmodel/device/query/describe.h"
#include "costmodel/error.h"
#include "costmodel/utf8.h"
#include "costmodel/yaml/path.h"

namespace roofline {
namespace {

absl::StatusOr<v1::Device> ReadDevice(const Backend& backend, const std::string& path) {
  v1::ValidateDeviceRequest request;
  ASSIGN_OR_RETURN(v1::InlineProfile profile, ReadOwnProfile(path));
  request.mutable_profile_name()->swap(*profile.mutable_name());
  request.mutable_profile_yaml()->swap(*profile.mutable_yaml());
  request.mutable_extended()->Swap(profile.mutable_extended());
  ASSIGN_OR_RETURN(const v1::ValidateDeviceResponse response, backend.ValidateDevice(request));
  if (response.has_device()) return response.device();
  for (const v1::ProfileFinding& finding : response.findings()) {
    if (finding.severity() != v1::ProfileFinding::SEVERITY_ERROR) continue;
    return Error(Reason::kInvalidProfile,
                 fmt::format("{}:{}: {}: {}", finding.file(), finding.line(), finding.key(),
                             finding.message()));
  }
  return Error(Reason::kInternal, fmt::format("{}: neither a device nor an error", path));
}

Table NumbersTable(const v1::Device& device, bool plain) {
  Table table{.columns = {{"key", "number"},
                          {"value", "value"},
                          {"basis", "basis"},
                          {"source", "source"},
                          {"reason", "reason"}}};
  for (const v1::DeviceNumber& number : device.numbers()) {
    table.rows.push_back(
        {Cell::Text(number.key()), plain ? Cell::Number(number.value()) : Cell::Text(number.text()),
         Cell::Text(number.basis()), Cell::Text(number.source()), Cell::Text(number.reason())});
  }
  return table;
}

// Peak and ridge point of each format that has a rate of its own.
Table FormatsTable(const v1::Device& device) {
  Table table{.columns = {{"unit", "unit"},
                          {"precision", "type"},
                          {"flops_per_second", "peak"},
                          {"ridge_point_flops_per_byte", "ridge FLOPs/B"}}};
  for (const v1::DevicePeak& peak : device.peaks()) {
    table.rows.push_back(
        {Cell::Text(peak.unit()), Cell::Text(peak.precision()),
         RateCell(peak.precision(), peak.flops_per_second()),
         Cell::Number(peak.flops_per_second() / device.bandwidth_bytes_per_second())});
  }
  return table;
}

std::string Heading(const v1::Device& device) {
  std::string text = fmt::format("{} ({}), {}", device.display_name(), device.id(),
                                 device.vendor().empty() ? "unknown vendor" : device.vendor());
  if (!device.architecture().empty()) text += fmt::format(", {}", device.architecture());
  if (device.has_year()) text += fmt::format(", {}", device.year());
  if (device.sockets() > 1) text += fmt::format(", {} sockets", device.sockets());
  text += "\n";
  if (!device.extends().empty()) text += fmt::format("extends {}\n", device.extends());
  if (!device.verified()) text += "unverified\n";
  if (!device.note().empty()) text += device.note() + "\n";
  return text;
}

std::string SourcesText(const v1::Device& device) {
  std::vector<std::string> keys;
  for (const auto& [key, text] : device.sources()) keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  std::string out;
  for (const std::string& key : keys) {
    out += fmt::format("{}: {}\n", key, device.sources().at(key));
  }
  return out;
}

std::string DeviceText(const v1::Device& device) {
  std::string text = Heading(device) + "\n" + TextTable(FormatsTable(device), CellFormat()) + "\n";
  if (!device.derived_peak().empty()) {
    text += fmt::format("fp32 vector peak = {}\n", device.derived_peak());
  }
  if (!device.derived_matrix_peak().empty()) {
    text += fmt::format("16-bit matrix peak = {}\n", device.derived_matrix_peak());
  }
  return text + (device.sockets() > 1 ? "\nOf one socket:\n" : "\n") +
         TextTable(NumbersTable(device, false), CellFormat()) + "\n" + SourcesText(device);
}

const v1::DeviceTotal* FindTotal(const v1::Device& device, std::string_view field) {
  for (const v1::DeviceTotal& total : device.totals()) {
    if (total.field() == field) return &total;
  }
  return nullptr;
}

// One field of every device, each but the first with its ratio to the first; empty when none states
// it. Plain: a number in the SI unit instead of a text with a fitting one.
std::vector<Cell> ComparisonRow(const std::vector<v1::Device>& devices, const std::string& field,
                                bool plain) {
  std::vector<Cell> row = {Cell::Text(field)};
  bool stated = false;
  const v1::DeviceTotal* first = FindTotal(devices[0], field);
  for (size_t i = 0; i < devices.size(); ++i) {
    const v1::DeviceTotal* total = FindTotal(devices[i], field);
    stated = stated || total != nullptr;
    row.push_back(total == nullptr ? Cell()
                  : plain          ? Cell::Number(total->value())
                                   : Cell::Text(total->text()));
    if (i == 0) continue;
    row.push_back(total == nullptr || first == nullptr
                      ? Cell()
                      : Cell::Ratio(total->value() / first->value()));
  }
  return stated ? row : std::vector<Cell>();
}

Table ComparisonTable(const std::vector<v1::Device>& devices, bool plain) {
  Table table{.columns = {{"field", "field"}}};
  for (size_t i = 0; i < devices.size(); ++i) {
    table.columns.push_back({devices[i].id(), devices[i].id()});
    if (i > 0) table.columns.push_back({devices[i].id() + "_ratio", "ratio"});
  }
  for (const std::string& field : ComparedFields()) {
    std::vector<Cell> row = ComparisonRow(devices, field, plain);
    if (!row.empty()) table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

absl::StatusOr<v1::Device> FetchDevice(const Backend& backend, const std::string& text) {
  if (IsYamlPath(text)) return ReadDevice(backend, text);
  v1::GetDeviceRequest request;
  request.set_name(fmt::format("devices/{}", EscapeInvalidUtf8(text)));
  return backend.GetDevice(request);
}

absl::Status ShowDevice(const DeviceFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  ASSIGN_OR_RETURN(const v1::Device device, FetchDevice(*backend, flags.devices.at(0)));
  if (flags.format == DeviceFormat::kJson) {
    out = DevicesJson({device});
  } else if (flags.format == DeviceFormat::kTable) {
    out = DeviceText(device);
  } else {
    out = DeviceTableText(NumbersTable(device, flags.format == DeviceFormat::kCsv), flags.format);
  }
  return absl::OkStatus();
}

absl::Status CompareDevices(const DeviceFlags& flags, std::string& out) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Backend> backend, MakeBackend(flags.server));
  std::vector<v1::Device> devices;
  for (const std::string& text : flags.devices) {
    ASSIGN_OR_RETURN(v1::Device device, FetchDevice(*backend, text));
    devices.push_back(std::move(device));
  }
  out = flags.format == DeviceFormat::kJson
            ? DevicesJson(devices)
            : DeviceTableText(ComparisonTable(devices, flags.format == DeviceFormat::kCsv),
                              flags.format);
  return absl::OkStatus();
}

}  // namespace roofline
