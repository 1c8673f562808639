#ifndef ROOFLINE_SERVER_CONVERT_KERNEL_H_
#define ROOFLINE_SERVER_CONVERT_KERNEL_H_

#include <string>
#include <vector>

#include "costmodel/efficiency/defaults.h"
#include "costmodel/fusion/kernel.h"
#include "costmodel/memory/placement.h"
#include "costmodel/prediction/kernel_time.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

// Puts the source keys of efficiencies into words. Both must outlive it.
class EfficiencySources {
 public:
  EfficiencySources(const DeviceProfile& profile, const KindDefaults& defaults)
      : profile_(profile), defaults_(defaults) {}

  // "NVIDIA, TensorRT Engine Explorer examples; Baidu, DeepBench"
  std::string TextOf(const UsedFraction& used) const;

 private:
  const DeviceProfile& profile_;
  const KindDefaults& defaults_;
};

void KernelToProto(const std::vector<Layer>& layers, const Kernel& kernel, const KernelTime& timed,
                   const EfficiencySources& sources, v1::Kernel& proto);

void OperandsToProto(const Kernel& kernel, const KernelPlacement& placement,
                     const std::vector<Buffer>& buffers, v1::Kernel& proto);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_KERNEL_H_
