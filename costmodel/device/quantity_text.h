#ifndef ROOFLINE_COSTMODEL_DEVICE_QUANTITY_TEXT_H_
#define ROOFLINE_COSTMODEL_DEVICE_QUANTITY_TEXT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/device/precision.h"
#include "costmodel/units.h"

namespace roofline {

using BitsPerSecond = Quantity<struct BitsPerSecondTag>;  // of one memory pin

// A number with its unit as people and datasheets write it: "484 GB/s", "2.3 GHz", "30.656ms". The
// blank is optional, the unit is not; letter case counts. GB is 1e9 bytes, GiB is 2^30. Everything
// but a finite number above zero is refused with kInvalidArgument and the accepted units.
absl::StatusOr<FlopsPerSecond> ParseFlopsPerSecond(std::string_view text);  // TFLOPS, TOPS
absl::StatusOr<BytesPerSecond> ParseBytesPerSecond(std::string_view text);  // GB/s, GiB/s
absl::StatusOr<Bytes> ParseBytes(std::string_view text);                    // GB, MiB
absl::StatusOr<Hertz> ParseHertz(std::string_view text);                    // GHz
absl::StatusOr<Seconds> ParseSeconds(std::string_view text);                // s, ms, us, ns
absl::StatusOr<Watts> ParseWatts(std::string_view text);                    // W, kW, mW
absl::StatusOr<BitsPerSecond> ParseBitsPerSecond(std::string_view text);    // Gbit/s, MT/s

// The same number with the unit that leaves one to three digits before the point, six significant
// digits. Sizes print with a binary unit only where that is the shorter, exact text ("2.75 MiB").
std::string QuantityText(FlopsPerSecond rate);
// Rates of integer formats count operations that are not floating-point: "42.4 TOPS".
std::string RateText(FlopsPerSecond rate, Precision precision);
std::string QuantityText(BytesPerSecond bandwidth);
std::string QuantityText(Bytes size);
std::string QuantityText(Hertz frequency);
std::string QuantityText(Seconds time);
std::string QuantityText(Watts power);
std::string QuantityText(BitsPerSecond rate);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_QUANTITY_TEXT_H_
