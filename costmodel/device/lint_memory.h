#ifndef ROOFLINE_COSTMODEL_DEVICE_LINT_MEMORY_H_
#define ROOFLINE_COSTMODEL_DEVICE_LINT_MEMORY_H_

#include "costmodel/device/lint_report.h"
#include "costmodel/device/profile.h"

namespace roofline {

// What is wrong with memory and caches: a bandwidth unlike its bus, caches that do not get larger
// and slower away from the cores, an implausible ridge point.
void LintMemory(const DeviceProfile& profile, LintReport& report);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_LINT_MEMORY_H_
