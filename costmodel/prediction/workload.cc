#include "costmodel/prediction/workload.h"

#include <algorithm>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/fusion/fuse.h"

namespace roofline {
namespace {

Count WeightBytes(const Workload& workload, const Scenario& scenario) {
  if (!scenario.precision && !scenario.weights) return workload.footprint.weight_bytes;
  Count bytes = 0;
  for (const Buffer& buffer : workload.runtimes.front().kernels.buffers) {
    if (buffer.role == BufferRole::kWeight) bytes += buffer.bytes;
  }
  return bytes;
}

// Each once, that of the first device first.
std::vector<Runtime> RuntimesOf(std::span<const ProfilePtr> devices) {
  std::vector<Runtime> runtimes;
  for (const ProfilePtr& device : devices) {
    const Runtime runtime = RuntimeOf(device->kind);
    if (std::find(runtimes.begin(), runtimes.end(), runtime) == runtimes.end())
      runtimes.push_back(runtime);
  }
  if (runtimes.empty()) runtimes.push_back(Runtime::kCompiler);
  return runtimes;
}

RuntimeKernels MakeKernels(const Model& model, const Workload& workload, const Scenario& scenario,
                           Runtime runtime) {
  KernelPlan plan = scenario.fusion == Fusion::kNone
                        ? SeparateKernels(workload.layers, *workload.buffers)
                        : FuseKernels(model, workload.layers, *workload.buffers, runtime);
  RuntimeKernels made{.runtime = runtime,
                      .kernels = StoreAs(scenario, std::move(plan), *workload.buffers)};
  made.activations = PeakActivations(made.kernels.plan, made.kernels.buffers);
  return made;
}

}  // namespace

const RuntimeKernels& Workload::For(DeviceKind kind) const {
  return *std::find_if(runtimes.begin(), runtimes.end(), [&](const RuntimeKernels& kernels) {
    return kernels.runtime == RuntimeOf(kind);
  });
}

MemoryFootprint Workload::MemoryOn(DeviceKind kind) const {
  MemoryFootprint here = memory;
  here.activations = For(kind).activations;
  return here;
}

absl::StatusOr<Workload> MakeWorkload(const Model& model, const InferOptions& options,
                                      const Scenario& scenario, std::span<const ProfilePtr> devices,
                                      Purpose purpose) {
  Workload workload;
  ASSIGN_OR_RETURN(ShapedModel shaped, InferShapes(model, options));
  workload.shaped = std::make_unique<ShapedModel>(std::move(shaped));
  ASSIGN_OR_RETURN(workload.layers, CountLayers(model, *workload.shaped));
  workload.footprint = FootprintOf(model, workload.layers);
  if (purpose == Purpose::kReport) workload.coverage = CoverageOf(workload.layers);
  workload.buffers = std::make_unique<BufferTable>(model, workload.layers);
  for (const Runtime runtime : RuntimesOf(devices))
    workload.runtimes.push_back(MakeKernels(model, workload, scenario, runtime));
  if (scenario.fusion != Fusion::kNone && purpose == Purpose::kReport) {
    workload.separate =
        StoreAs(scenario, SeparateKernels(workload.layers, *workload.buffers), *workload.buffers);
  }
  workload.memory.weights = WeightBytes(workload, scenario);
  workload.memory.activations = workload.runtimes.front().activations;
  return workload;
}

}  // namespace roofline
