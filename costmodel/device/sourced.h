#ifndef ROOFLINE_COSTMODEL_DEVICE_SOURCED_H_
#define ROOFLINE_COSTMODEL_DEVICE_SOURCED_H_

#include <string>

namespace roofline {

// A number of a profile and where it comes from.
template <class T>
struct Sourced {
  T value{};
  std::string basis;   // base, boost, theoretical, measured, derived ...; empty when not stated
  std::string source;  // key of DeviceProfile::sources; empty when not stated
  std::string reason;  // why it contradicts another number, or another remark
  std::string file;    // where it is written
  int line = 0;        // from 1; 0 for a derived number
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_SOURCED_H_
