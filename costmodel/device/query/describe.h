#ifndef ROOFLINE_COSTMODEL_DEVICE_QUERY_DESCRIBE_H_
#define ROOFLINE_COSTMODEL_DEVICE_QUERY_DESCRIBE_H_

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

// A number under its name of field.h.
struct DeviceFieldValue {
  std::string field;
  double value = 0;  // SI unit
  std::string text;  // "484 GB/s"
};

// Everything `devices show` prints besides the identity.
struct DeviceDescription {
  std::vector<ProfileNumber> numbers;  // as written, of one socket, with basis and source
  std::vector<DeviceFieldValue>
      totals;                // of the device, those it states, in the order of ComparedFields
  std::string derived_peak;  // "28 x 4 x 32 x 2 x 1.48 GHz = 10.6086 TFLOPS"; empty: not derivable
  std::string derived_matrix;          // the same for the matrix units, fp16 or bf16
  std::vector<FormatSummary> formats;  // those with a rate of their own
};

DeviceDescription DescribeDevice(const DeviceProfile& profile);

// The fields that devices are compared by: peaks, bandwidth, sizes, power, ridge points.
std::vector<std::string> ComparedFields();

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_QUERY_DESCRIBE_H_
