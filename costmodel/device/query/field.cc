#include "costmodel/device/query/field.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "costmodel/error.h"

namespace roofline {
namespace {

absl::StatusOr<double> ParsePlain(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("'{}': expected a plain number", text.substr(0, 40)));
  }
  return value;
}

std::string PrintPlain(double value) { return fmt::format("{:.6g}", value); }

template <class Q, absl::StatusOr<Q> (*kParse)(std::string_view)>
absl::StatusOr<double> ParseWith(std::string_view text) {
  ASSIGN_OR_RETURN(const Q quantity, kParse(text));
  return quantity.value();
}

template <class Q>
std::string PrintWith(double value) {
  return QuantityText(Q(value));
}

template <class Q>
std::optional<double> ValueOf(const std::optional<Q>& quantity) {
  if (!quantity.has_value()) return std::nullopt;
  return quantity->value();
}

using NumberField = std::function<std::optional<double>(const DeviceProfile&)>;

DeviceField PlainField(const NumberField& number) {
  return {.number = number, .parse = &ParsePlain, .print = &PrintPlain};
}
template <class Q, absl::StatusOr<Q> (*kParse)(std::string_view)>
DeviceField QuantityField(const NumberField& number) {
  return {
      .number = number, .has_unit = true, .parse = &ParseWith<Q, kParse>, .print = &PrintWith<Q>};
}
template <Precision kPrecision>
std::string PrintRate(double value) {
  return RateText(FlopsPerSecond(value), kPrecision);
}
DeviceField RateField(Precision precision, const NumberField& number) {
  DeviceField field = QuantityField<FlopsPerSecond, &ParseFlopsPerSecond>(number);
  field.print = IsInteger(precision) ? &PrintRate<Precision::kInt8> : &PrintRate<Precision::kFp32>;
  return field;
}
DeviceField BandwidthField(const NumberField& number) {
  return QuantityField<BytesPerSecond, &ParseBytesPerSecond>(number);
}
DeviceField SizeField(const NumberField& number) {
  return QuantityField<Bytes, &ParseBytes>(number);
}
DeviceField TextField(std::string DeviceProfile::*member) {
  return {.texts = [member](const DeviceProfile& p) { return std::vector{p.*member}; }};
}

std::optional<DeviceField> IdentityField(std::string_view name) {
  if (name == "id") return TextField(&DeviceProfile::id);
  if (name == "name") return TextField(&DeviceProfile::name);
  if (name == "vendor") return TextField(&DeviceProfile::vendor);
  if (name == "architecture") return TextField(&DeviceProfile::architecture);
  if (name == "extends") return TextField(&DeviceProfile::extends);
  if (name == "alias") return DeviceField{.texts = [](const auto& p) { return p.aliases; }};
  if (name == "kind") {
    return DeviceField{.texts = [](const DeviceProfile& p) {
      return std::vector{std::string(DeviceKindName(p.kind))};
    }};
  }
  if (name == "verified") {
    return DeviceField{.texts = [](const DeviceProfile& p) {
      return std::vector<std::string>{p.verified ? "true" : "false"};
    }};
  }
  return std::nullopt;
}

std::optional<DeviceField> PlainNumberField(std::string_view name) {
  if (name == "year") {
    return PlainField([](const DeviceProfile& p) -> std::optional<double> {
      if (!p.year.has_value()) return std::nullopt;
      return static_cast<double>(*p.year);
    });
  }
  if (name == "sockets") {
    return PlainField(
        [](const DeviceProfile& p) { return static_cast<double>(p.compute.sockets.value); });
  }
  if (name == "cores") {
    return PlainField([](const DeviceProfile& p) -> std::optional<double> {
      if (!p.compute.cores.has_value()) return std::nullopt;
      return static_cast<double>(p.compute.cores->value * p.compute.sockets.value);
    });
  }
  return std::nullopt;
}

std::optional<DeviceField> MemoryField(std::string_view name) {
  if (name == "memory.bandwidth" || name == "bandwidth") {
    return BandwidthField([](const DeviceProfile& p) { return p.DramBandwidth().value(); });
  }
  if (name == "memory.size" || name == "memory") {
    return SizeField([](const DeviceProfile& p) { return ValueOf(p.MemorySize()); });
  }
  if (name == "host_link.bandwidth") {
    return BandwidthField([](const DeviceProfile& p) -> std::optional<double> {
      if (!p.host_link.has_value() || !p.host_link->bandwidth.has_value()) return std::nullopt;
      return p.host_link->bandwidth->value.value();
    });
  }
  if (name == "tdp") {
    return QuantityField<Watts, &ParseWatts>(
        [](const DeviceProfile& p) { return ValueOf(p.Tdp()); });
  }
  if (name.starts_with("cache.l") && name.size() == 8) {
    const std::string level = fmt::format("L{}", name.back());
    return SizeField([level](const DeviceProfile& p) -> std::optional<double> {
      const Cache* cache = p.FindCache(level);
      return cache == nullptr ? std::nullopt : ValueOf(p.CacheSize(*cache));
    });
  }
  return std::nullopt;
}

std::optional<DeviceField> PeakField(std::string_view name) {
  if (name == "peak") return PeakField("peak.fp32");
  if (!name.starts_with("peak.")) return std::nullopt;
  name.remove_prefix(5);
  if (const auto precision = PrecisionFromName(name)) {
    return RateField(*precision,
                     [p = *precision](const DeviceProfile& d) { return ValueOf(d.BestPeak(p)); });
  }
  const size_t dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto unit = UnitFromName(name.substr(0, dot));
  const auto precision = PrecisionFromName(name.substr(dot + 1));
  if (!unit.has_value() || !precision.has_value()) return std::nullopt;
  return RateField(*precision, [p = *precision, u = *unit](const DeviceProfile& d) {
    return ValueOf(d.Peak(p, u));
  });
}

std::optional<DeviceField> RidgeField(std::string_view name) {
  if (name == "ridge") return RidgeField("ridge.fp32");
  if (!name.starts_with("ridge.")) return std::nullopt;
  const auto precision = PrecisionFromName(name.substr(6));
  if (!precision.has_value()) return std::nullopt;
  return PlainField([p = *precision](const DeviceProfile& d) { return ValueOf(d.RidgePoint(p)); });
}

}  // namespace

std::optional<DeviceField> FindDeviceField(std::string_view name) {
  for (auto* find : {&IdentityField, &PlainNumberField, &MemoryField, &PeakField, &RidgeField}) {
    if (std::optional<DeviceField> field = find(name)) {
      field->name = name;
      return field;
    }
  }
  return std::nullopt;
}

std::vector<std::string> DeviceFieldNames() {
  std::vector<std::string> names = {"id",
                                    "name",
                                    "vendor",
                                    "kind",
                                    "architecture",
                                    "extends",
                                    "alias",
                                    "verified",
                                    "year",
                                    "sockets",
                                    "cores",
                                    "tdp",
                                    "host_link.bandwidth",
                                    "memory.bandwidth",
                                    "bandwidth",
                                    "memory.size",
                                    "memory",
                                    "cache.l1",
                                    "cache.l2",
                                    "cache.l3",
                                    "peak",
                                    "ridge"};
  for (const Precision precision : kAllPrecisions) {
    names.push_back(fmt::format("peak.{}", PrecisionName(precision)));
    names.push_back(fmt::format("ridge.{}", PrecisionName(precision)));
    for (const Unit unit : kAllUnits) {
      names.push_back(fmt::format("peak.{}.{}", UnitName(unit), PrecisionName(precision)));
    }
  }
  return names;
}

}  // namespace roofline
