#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_CAUSES_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_CAUSES_H_

#include <string>
#include <vector>

#include "costmodel/measurement/measured_run.h"
#include "costmodel/prediction/device_prediction.h"

namespace roofline {

// What may explain that measured kernels took less time than the floor of a predicted one, the
// likeliest first: the time of a launch instead of the kernel, fast convolution algorithms, a cache
// the profile does not know, a narrower format, a clock above the stated one. One line each, at
// least one.
std::vector<std::string> CausesBelowFloor(const std::vector<const MeasuredKernel*>& measured,
                                          const KernelTime& predicted, const Layer& main,
                                          const DeviceProfile& profile);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_CAUSES_H_
