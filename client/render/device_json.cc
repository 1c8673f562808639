#include "client/render/device_json.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "client/render/json.h"

namespace roofline {
namespace {

std::string_view KindName(v1::DeviceKind kind) {
  switch (kind) {
    case v1::DEVICE_KIND_CPU:
      return "cpu";
    case v1::DEVICE_KIND_GPU:
      return "gpu";
    case v1::DEVICE_KIND_IGPU:
      return "igpu";
    case v1::DEVICE_KIND_SOC_GPU:
      return "soc-gpu";
    case v1::DEVICE_KIND_ACCELERATOR:
      return "accelerator";
    case v1::DEVICE_KIND_NPU:
      return "npu";
    default:
      return "";
  }
}

Json PeaksJson(const v1::Device& device) {
  Json peaks = Json::array();
  for (const v1::DevicePeak& peak : device.peaks()) {
    peaks.push_back({{"unit", peak.unit()},
                     {"precision", peak.precision()},
                     {"flops_per_second", peak.flops_per_second()},
                     {"derived", peak.derived()},
                     {"source", peak.source()}});
  }
  return peaks;
}

Json NumbersJson(const v1::Device& device) {
  Json numbers = Json::array();
  for (const v1::DeviceNumber& number : device.numbers()) {
    numbers.push_back({{"key", number.key()},
                       {"value", number.value()},
                       {"text", number.text()},
                       {"basis", number.basis()},
                       {"source", number.source()},
                       {"reason", number.reason()}});
  }
  return numbers;
}

Json DeviceJson(const v1::Device& device) {
  const auto maybe = [](bool there, auto value) { return there ? Json(value) : Json(nullptr); };
  Json json = {
      {"id", device.id()},
      {"name", device.display_name()},
      {"vendor", device.vendor()},
      {"kind", KindName(device.kind())},
      {"architecture", device.architecture()},
      {"year", maybe(device.has_year(), device.year())},
      {"sockets", device.sockets()},
      {"extends", device.extends()},
      {"aliases", std::vector<std::string>(device.aliases().begin(), device.aliases().end())},
      {"verified", device.verified()},
      {"note", device.note()},
      {"peaks", PeaksJson(device)},
      {"bandwidth_bytes_per_second", device.bandwidth_bytes_per_second()},
      {"memory_bytes", maybe(device.has_memory_bytes(), device.memory_bytes())},
      {"ridge_point_flops_per_byte",
       maybe(device.has_ridge_point_flops_per_byte(), device.ridge_point_flops_per_byte())},
      {"thermal_design_power_watts",
       maybe(device.has_thermal_design_power_watts(), device.thermal_design_power_watts())}};
  if (device.numbers().empty()) return json;
  json["derived_peak"] = device.derived_peak();
  json["derived_matrix_peak"] = device.derived_matrix_peak();
  Json totals = Json::object();
  for (const v1::DeviceTotal& total : device.totals()) totals[total.field()] = total.value();
  json["totals"] = std::move(totals);
  json["numbers"] = NumbersJson(device);
  // Sorted: protobuf keeps no order.
  json["sources"] =
      std::map<std::string, std::string>(device.sources().begin(), device.sources().end());
  return json;
}

}  // namespace

std::string DevicesJson(const std::vector<v1::Device>& devices) {
  Json json = {{"schema_version", 1}, {"devices", Json::array()}};
  for (const v1::Device& device : devices) json["devices"].push_back(DeviceJson(device));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace roofline
