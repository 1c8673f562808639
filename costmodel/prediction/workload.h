#ifndef ROOFLINE_COSTMODEL_PREDICTION_WORKLOAD_H_
#define ROOFLINE_COSTMODEL_PREDICTION_WORKLOAD_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/analysis/buffers.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/coverage.h"
#include "costmodel/analysis/footprint.h"
#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/memory/liveness.h"
#include "costmodel/prediction/precision_choice.h"
#include "costmodel/prediction/scenario.h"

namespace roofline {

// A model with every dimension bound, counted and cut into kernels: what does not depend on the
// device. Layers point into the Model and into `shaped`.
struct Workload {
  std::unique_ptr<ShapedModel> shaped;
  std::vector<Layer> layers;  // in execution order
  std::unique_ptr<BufferTable> buffers;
  StoredKernels kernels;                  // under the scenario's fusion
  std::optional<StoredKernels> separate;  // each layer on its own; of a report with fusion
  Footprint footprint;
  Coverage coverage;       // of a report
  MemoryFootprint memory;  // at the scenario's formats
};

// What a workload is made for.
enum class Purpose : uint8_t {
  kReport,
  kTimes,  // without what times do not need
};

// Errors: those of InferShapes and CountLayers. `model` must outlive the result.
absl::StatusOr<Workload> MakeWorkload(const Model& model, const InferOptions& options,
                                      const Scenario& scenario, Purpose purpose = Purpose::kReport);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_PREDICTION_WORKLOAD_H_
