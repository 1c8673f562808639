#ifndef ROOFLINE_COSTMODEL_PREDICTION_WORKLOAD_H_
#define ROOFLINE_COSTMODEL_PREDICTION_WORKLOAD_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/buffers.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/coverage.h"
#include "costmodel/analysis/footprint.h"
#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/device/catalog.h"
#include "costmodel/fusion/runtime.h"
#include "costmodel/memory/liveness.h"
#include "costmodel/prediction/precision_choice.h"
#include "costmodel/prediction/scenario.h"

namespace roofline {

// A model's kernels under the scenario's fusion, as one runtime makes them.
struct RuntimeKernels {
  Runtime runtime = Runtime::kCompiler;
  StoredKernels kernels;
  ActivationPeak activations;
};

// A model with every dimension bound, counted and cut into kernels: what does not depend on the
// device but for its runtime. Layers point into the Model and into `shaped`.
struct Workload {
  std::unique_ptr<ShapedModel> shaped;
  std::vector<Layer> layers;  // in execution order
  std::unique_ptr<BufferTable> buffers;
  std::vector<RuntimeKernels> runtimes;   // one for each that was asked for; never empty
  std::optional<StoredKernels> separate;  // each layer on its own; of a report with fusion
  Footprint footprint;
  Coverage coverage;       // of a report
  MemoryFootprint memory;  // at the scenario's formats, under the first of `runtimes`

  // Of the runtime of this kind of device, which must have been asked for.
  const RuntimeKernels& For(DeviceKind kind) const;
  // What the model takes in the memory of this kind of device.
  MemoryFootprint MemoryOn(DeviceKind kind) const;
};

// What a workload is made for.
enum class Purpose : uint8_t {
  kReport,
  kTimes,  // without what times do not need
};

// Cuts the model into kernels for the runtimes of `devices`, and for Runtime::kCompiler where there
// is none. Errors: those of InferShapes and CountLayers. `model` must outlive the result.
absl::StatusOr<Workload> MakeWorkload(const Model& model, const InferOptions& options,
                                      const Scenario& scenario, std::span<const ProfilePtr> devices,
                                      Purpose purpose = Purpose::kReport);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_WORKLOAD_H_
