#ifndef ROOFLINE_COSTMODEL_DEVICE_QUERY_DESCRIBE_H_
#define ROOFLINE_COSTMODEL_DEVICE_QUERY_DESCRIBE_H_

#include <optional>
#include <string>
#include <vector>

#include "costmodel/device/catalog.h"
#include "costmodel/device/for_each_number.h"

namespace roofline {

// What one number format reaches on a device, all sockets together.
struct FormatSummary {
  Precision precision = Precision::kFp32;
  Unit unit = Unit::kVector;  // the faster one
  FlopsPerSecond peak;
  FlopsPerByte ridge_point;
};

// Everything `devices show` prints besides the identity.
struct DeviceDescription {
  std::vector<ProfileNumber> numbers;  // as written, of one socket, with basis and source
  std::string derived_peak;  // "28 x 4 x 32 x 2 x 1.48 GHz = 10.6086 TFLOPS"; empty: not derivable
  std::string derived_matrix;          // the same for the matrix units, fp16 or bf16
  std::vector<FormatSummary> formats;  // those with a rate of their own
};

DeviceDescription DescribeDevice(const DeviceProfile& profile);

// One line of `devices compare`: a field of field.h for every device.
struct ComparisonRow {
  std::string field;
  std::vector<std::optional<double>> values;  // SI unit, totals
  std::vector<std::string> texts;             // "484 GB/s"; "-" where not stated
  std::vector<std::optional<double>> ratios;  // value / value of the first device
};

// Peaks, bandwidth, sizes, ridge points and power side by side; rows that no device states are left
// out.
std::vector<ComparisonRow> CompareDevices(const std::vector<ProfilePtr>& devices);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_QUERY_DESCRIBE_H_
