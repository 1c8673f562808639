#include "server/convert/device.h"

#include <string>

#include "costmodel/device/query/describe.h"

namespace roofline {
namespace {

v1::DeviceKind ToProto(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::kCpu:
      return v1::DEVICE_KIND_CPU;
    case DeviceKind::kGpu:
      return v1::DEVICE_KIND_GPU;
    case DeviceKind::kIgpu:
      return v1::DEVICE_KIND_IGPU;
    case DeviceKind::kSocGpu:
      return v1::DEVICE_KIND_SOC_GPU;
    case DeviceKind::kAccelerator:
      return v1::DEVICE_KIND_ACCELERATOR;
    case DeviceKind::kNpu:
      return v1::DEVICE_KIND_NPU;
  }
  return v1::DEVICE_KIND_UNSPECIFIED;
}

void AddPeaks(const DeviceProfile& profile, v1::Device& device) {
  for (const PeakRate& peak : profile.compute.peaks) {
    const auto rate = profile.Peak(peak.precision, peak.unit);
    if (!rate.has_value()) continue;
    v1::DevicePeak& entry = *device.add_peaks();
    entry.set_unit(std::string(UnitName(peak.unit)));
    entry.set_precision(std::string(PrecisionName(peak.precision)));
    entry.set_flops_per_second(rate->value());
    entry.set_derived(peak.derived);
    entry.set_source(peak.rate.source);
  }
}

}  // namespace

v1::Device ToProto(const DeviceProfile& profile) {
  v1::Device device;
  device.set_name("devices/" + profile.id);
  device.set_id(profile.id);
  device.set_display_name(profile.name);
  device.set_vendor(profile.vendor);
  device.set_kind(ToProto(profile.kind));
  device.set_architecture(profile.architecture);
  if (profile.year.has_value()) device.set_year(*profile.year);
  device.set_sockets(profile.compute.sockets.value);
  device.set_extends(profile.extends);
  for (const std::string& alias : profile.aliases) device.add_aliases(alias);
  device.set_verified(profile.verified);
  AddPeaks(profile, device);
  device.set_bandwidth_bytes_per_second(profile.DramBandwidth().value());
  if (const auto size = profile.MemorySize()) device.set_memory_bytes(size->value());
  if (const auto ridge = profile.RidgePoint(Precision::kFp32)) {
    device.set_ridge_point_flops_per_byte(ridge->value());
  }
  if (const auto power = profile.Tdp()) device.set_thermal_design_power_watts(power->value());
  device.set_note(profile.note);
  for (const auto& [key, text] : profile.sources) (*device.mutable_sources())[key] = text;
  return device;
}

void AddDescription(const DeviceProfile& profile, v1::Device& device) {
  const DeviceDescription description = DescribeDevice(profile);
  for (const ProfileNumber& number : description.numbers) {
    v1::DeviceNumber& entry = *device.add_numbers();
    entry.set_key(number.key);
    entry.set_text(number.text);
    entry.set_value(number.value);
    entry.set_basis(number.basis);
    entry.set_source(number.source);
    entry.set_reason(number.reason);
  }
  for (const DeviceFieldValue& total : description.totals) {
    v1::DeviceTotal& entry = *device.add_totals();
    entry.set_field(total.field);
    entry.set_text(total.text);
    entry.set_value(total.value);
  }
  device.set_derived_peak(description.derived_peak);
  device.set_derived_matrix_peak(description.derived_matrix);
}

v1::ProfileFinding ToProto(const Finding& finding) {
  v1::ProfileFinding entry;
  entry.set_severity(finding.severity == Severity::kError ? v1::ProfileFinding::SEVERITY_ERROR
                                                          : v1::ProfileFinding::SEVERITY_WARNING);
  entry.set_file(finding.file);
  entry.set_line(finding.line);
  entry.set_key(finding.key);
  entry.set_message(finding.message);
  return entry;
}

}  // namespace roofline
