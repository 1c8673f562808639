#include "tests/costmodel/testing/fused_model.h"

#include <algorithm>
#include <utility>

#include "costmodel/fusion/fuse.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline::testing {
namespace {

int64_t BytesOf(const Kernel& kernel, bool write) {
  Count bytes;
  for (const Traffic& traffic : kernel.traffic) {
    if (traffic.write == write) bytes += traffic.bytes;
  }
  return bytes.value();
}

bool Started(const Kernel& kernel) {
  return !kernel.traffic.empty() || kernel.work.Flops() + kernel.work.integer_ops != Count(0);
}

}  // namespace

int64_t ReadBytes(const Kernel& kernel) { return BytesOf(kernel, false); }
int64_t WriteBytes(const Kernel& kernel) { return BytesOf(kernel, true); }

size_t FusedModel::started() const {
  return static_cast<size_t>(std::count_if(plan.kernels.begin(), plan.kernels.end(), Started));
}

int64_t FusedModel::read_bytes() const {
  Count bytes;
  for (const Kernel& kernel : plan.kernels) bytes += Count(ReadBytes(kernel)) * kernel.repeat;
  return bytes.value();
}

int64_t FusedModel::write_bytes() const {
  Count bytes;
  for (const Kernel& kernel : plan.kernels) bytes += Count(WriteBytes(kernel)) * kernel.repeat;
  return bytes.value();
}

FusedModel Fuse(CountedModel counted) {
  FusedModel fused{.counted = std::move(counted), .buffers = nullptr, .plan = {}};
  fused.buffers = std::make_unique<BufferTable>(*fused.counted.model, fused.counted.layers);
  fused.plan = FuseKernels(*fused.counted.model, fused.counted.layers, *fused.buffers);
  return fused;
}

FusedModel FuseText(const std::string& graph_text, int opset) {
  return Fuse(CountModel(ParseModelText(graph_text, opset)));
}

std::string KernelsText(const FusedModel& model) {
  std::string text;
  for (const Kernel& kernel : model.plan.kernels) {
    if (!Started(kernel)) continue;
    if (!kernel.pattern.empty()) text += std::string(kernel.pattern) + ": ";
    for (size_t i = 0; i < kernel.layers.size(); ++i) {
      if (i > 0) text += ' ';
      text += model.counted.layers[kernel.layers[i]].node->op;
    }
    text += '\n';
  }
  return text;
}

}  // namespace roofline::testing
