#include "costmodel/prediction/workload.h"

#include <utility>

#include "costmodel/error.h"
#include "costmodel/fusion/fuse.h"

namespace roofline {
namespace {

Count WeightBytes(const Workload& workload, const Scenario& scenario) {
  if (!scenario.precision && !scenario.weights) return workload.footprint.weight_bytes;
  Count bytes = 0;
  for (const Buffer& buffer : workload.kernels.buffers) {
    if (buffer.role == BufferRole::kWeight) bytes += buffer.bytes;
  }
  return bytes;
}

}  // namespace

absl::StatusOr<Workload> MakeWorkload(const Model& model, const InferOptions& options,
                                      const Scenario& scenario) {
  Workload workload;
  ASSIGN_OR_RETURN(ShapedModel shaped, InferShapes(model, options));
  workload.shaped = std::make_unique<ShapedModel>(std::move(shaped));
  ASSIGN_OR_RETURN(workload.layers, CountLayers(model, *workload.shaped));
  workload.footprint = FootprintOf(model, workload.layers);
  workload.coverage = CoverageOf(workload.layers);
  workload.buffers = std::make_unique<BufferTable>(model, workload.layers);
  const KernelPlan separate = SeparateKernels(workload.layers, *workload.buffers);
  if (scenario.fusion == Fusion::kNone) {
    workload.kernels = StoreAs(scenario, separate, *workload.buffers);
  } else {
    workload.kernels = StoreAs(scenario, FuseKernels(model, workload.layers, *workload.buffers),
                               *workload.buffers);
    workload.separate = StoreAs(scenario, separate, *workload.buffers);
  }
  workload.memory.weights = WeightBytes(workload, scenario);
  workload.memory.activations = PeakActivations(workload.kernels.plan, workload.kernels.buffers);
  return workload;
}

}  // namespace roofline
