#ifndef ROOFLINE_TESTS_ACCURACY_DATA_SETS_H_
#define ROOFLINE_TESTS_ACCURACY_DATA_SETS_H_

#include <string>

#include "tests/accuracy/accuracy_case.h"
#include "tests/accuracy/model_store.h"

// The data sets, one file each. All throw std::invalid_argument where a file is not what it should
// be, and leave out rows that no model or device profile stands for.
namespace roofline::accuracy {

// Latencies of ONNX Runtime on two cores of an EPYC, one set for each number of threads.
Cases EpycLatencies(ModelStore& models, const DeviceCatalog& catalog);

// Published latencies of whole networks, one set for each device, framework and format.
Cases PublishedNetworks(ModelStore& models, const DeviceCatalog& catalog);

// Published timings of single kernels: of GEMMs and convolutions on GPUs, and of several operators
// on CPUs.
Cases GpuKernels(ModelStore& models, const DeviceCatalog& catalog);
Cases CpuKernels(ModelStore& models, const DeviceCatalog& catalog);

// Convolutions of TensorRT engines, layer by layer.
Cases TensorRtLayers(ModelStore& models, const DeviceCatalog& catalog);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_DATA_SETS_H_
