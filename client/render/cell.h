#ifndef ROOFLINE_CLIENT_RENDER_CELL_H_
#define ROOFLINE_CLIENT_RENDER_CELL_H_

#include <cstdint>
#include <string>
#include <utility>

namespace roofline {

// One entry of a table before it is formatted: what it is decides how it prints and sorts.
struct Cell {
  enum class Kind : uint8_t {
    kNone,
    kText,
    kInteger,
    kCount,
    kBytes,
    kSeconds,
    kFraction,
    kRatio,
    kNumber,
    kRate,
    kIntegerRate,
    kBandwidth
  };

  Kind kind = Kind::kNone;
  std::string text;
  int64_t integer = 0;  // of kInteger, kCount, kBytes
  double number = 0;    // of the others; seconds, operations/s and bytes/s unscaled

  static Cell Text(std::string text) { return {.kind = Kind::kText, .text = std::move(text)}; }
  static Cell Integer(int64_t value) { return {.kind = Kind::kInteger, .integer = value}; }
  static Cell Count(int64_t value) { return {.kind = Kind::kCount, .integer = value}; }
  static Cell Bytes(int64_t value) { return {.kind = Kind::kBytes, .integer = value}; }
  static Cell Seconds(double value) { return {.kind = Kind::kSeconds, .number = value}; }
  static Cell Fraction(double value) { return {.kind = Kind::kFraction, .number = value}; }
  static Cell Ratio(double value) { return {.kind = Kind::kRatio, .number = value}; }
  static Cell Number(double value) { return {.kind = Kind::kNumber, .number = value}; }
  static Cell Rate(double value) { return {.kind = Kind::kRate, .number = value}; }
  static Cell IntegerRate(double value) { return {.kind = Kind::kIntegerRate, .number = value}; }
  static Cell Bandwidth(double value) { return {.kind = Kind::kBandwidth, .number = value}; }

  bool numeric() const { return kind != Kind::kText && kind != Kind::kNone; }
  // For sorting numbers; 0 for text.
  double sort_value() const {
    const bool whole = kind == Kind::kInteger || kind == Kind::kCount || kind == Kind::kBytes;
    return whole ? static_cast<double>(integer) : number;
  }
};

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_CELL_H_
