#include "client/render/cell_format.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace roofline {
namespace {

constexpr std::array<std::string_view, 5> kCountUnits = {"", "K", "M", "G", "T"};
constexpr std::array<std::string_view, 5> kByteUnits = {"B", "KiB", "MiB", "GiB", "TiB"};

size_t PrefixFor(UnitPrefix prefix, double value, double step) {
  if (prefix != UnitPrefix::kAuto) return static_cast<size_t>(prefix);
  size_t power = 0;
  while (power + 1 < kCountUnits.size() && std::abs(value) >= step) {
    value /= step;
    ++power;
  }
  return power;
}

std::string Scaled(int64_t value, UnitPrefix prefix, int digits, double step,
                   const std::array<std::string_view, 5>& units) {
  const size_t power = PrefixFor(prefix, static_cast<double>(value), step);
  const std::string number =
      power == 0
          ? fmt::format("{}", value)
          : fmt::format("{:.{}f}",
                        static_cast<double>(value) / std::pow(step, static_cast<double>(power)),
                        digits);
  return units[power].empty() ? number : fmt::format("{} {}", number, units[power]);
}

std::string ScaledDouble(double value, int digits, std::string_view unit) {
  constexpr std::array<std::string_view, 6> kPrefixes = {"", "K", "M", "G", "T", "P"};
  size_t power = 0;
  while (power + 1 < kPrefixes.size() && std::abs(value) >= 1000) {
    value /= 1000;
    ++power;
  }
  return fmt::format("{:.{}f} {}{}", value, digits, kPrefixes[power], unit);
}

std::string TimeText(double seconds, int digits) {
  if (seconds == 0) return "0 s";
  constexpr std::array<std::string_view, 4> kUnits = {"s", "ms", "us", "ns"};
  size_t unit = 0;
  while (unit + 1 < kUnits.size() && std::abs(seconds) < 1) {
    seconds *= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", seconds, digits, kUnits[unit]);
}

}  // namespace

std::string CellFormat::Format(const Cell& cell) const {
  switch (cell.kind) {
    case Cell::Kind::kNone:
      return plain ? "" : "-";
    case Cell::Kind::kText:
      return cell.text;
    case Cell::Kind::kInteger:
      return fmt::format("{}", cell.integer);
    case Cell::Kind::kCount:
      return plain ? fmt::format("{}", cell.integer)
                   : Scaled(cell.integer, prefix, digits, 1000, kCountUnits);
    case Cell::Kind::kBytes:
      return plain ? fmt::format("{}", cell.integer)
                   : Scaled(cell.integer, prefix, digits, 1024, kByteUnits);
    default:
      break;
  }
  if (plain) return fmt::format("{}", cell.number);
  switch (cell.kind) {
    case Cell::Kind::kSeconds:
      return TimeText(cell.number, digits);
    case Cell::Kind::kFraction:
      return fmt::format("{:.2f} %", cell.number * 100);
    case Cell::Kind::kRatio:
      return fmt::format("{:.2f}x", cell.number);
    case Cell::Kind::kRate:
      return ScaledDouble(cell.number, digits, "FLOPS");
    case Cell::Kind::kIntegerRate:
      return ScaledDouble(cell.number, digits, "OPS");
    case Cell::Kind::kBandwidth:
      return ScaledDouble(cell.number, digits, "B/s");
    default:
      return fmt::format("{:.2f}", cell.number);
  }
}

}  // namespace roofline
