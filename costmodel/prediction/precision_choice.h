#ifndef ROOFLINE_COSTMODEL_PREDICTION_PRECISION_CHOICE_H_
#define ROOFLINE_COSTMODEL_PREDICTION_PRECISION_CHOICE_H_

#include <vector>

#include "costmodel/analysis/buffers.h"
#include "costmodel/fusion/kernel.h"
#include "costmodel/prediction/scenario.h"

namespace roofline {

// What kernels move once float tensors are stored as the scenario says.
struct StoredKernels {
  KernelPlan plan;
  std::vector<Buffer> buffers;  // parallel to BufferTable::buffers()
};

// Scales buffers and traffic from the model's float formats to those of `scenario`: bits to bits,
// rounded up to bytes. Integer tensors, and float tensors where no format is asked for, stay.
StoredKernels StoreAs(const Scenario& scenario, KernelPlan plan, const BufferTable& buffers);

// The format in which a kernel multiplies.
Precision PrecisionOfKernel(const Scenario& scenario, const Kernel& kernel);

// The format of what a kernel does besides: 8-bit and smaller formats have no additions or
// exponentials of their own, runtimes do these in half precision.
Precision PrecisionOfRest(Precision math);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_PRECISION_CHOICE_H_
