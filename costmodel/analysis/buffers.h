#ifndef ROOFLINE_COSTMODEL_ANALYSIS_BUFFERS_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_BUFFERS_H_

#include <string_view>
#include <vector>

#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/per_value.h"
#include "costmodel/count.h"
#include "costmodel/graph/ids.h"

namespace roofline {

using BufferId = Id<struct BufferTag>;  // in BufferTable::buffers()

// Who fills a piece of memory.
enum class BufferRole : uint8_t {
  kWeight,      // there before the first inference and kept between inferences
  kInput,       // filled by the caller before each inference
  kOutput,      // filled by a layer and read by the caller
  kActivation,  // filled and read by layers of one inference
};

std::string_view BufferRoleName(BufferRole role);  // "weight", "input", "output", "activation"

// One piece of memory: a tensor together with every view of it.
struct Buffer {
  std::string_view name;  // of the tensor that fills it
  Count bytes;
  DType dtype = DType::kUndefined;
  size_t rank = 0;
  BufferRole role = BufferRole::kActivation;
};

// Gives every tensor that layers touch its buffer. The output of a view (Reshape, Squeeze ...) is
// its input's buffer, a capture of a subgraph is the captured value's.
class BufferTable {
 public:
  BufferTable(const Model& model, const std::vector<Layer>& layers);

  // Buffers of the operands of layers[layer]; invalid for one left out. Parallel to node->inputs,
  // node->outputs.
  const std::vector<BufferId>& inputs(size_t layer) const { return inputs_[layer]; }
  const std::vector<BufferId>& outputs(size_t layer) const { return outputs_[layer]; }

  const std::vector<Buffer>& buffers() const { return buffers_; }
  const Buffer& buffer(BufferId id) const { return buffers_[id.index()]; }

 private:
  BufferId Find(const GraphRun* run, ValueId value);

  const Model& model_;
  std::vector<Buffer> buffers_;
  PerValue<BufferId> by_value_{BufferId()};
  std::vector<std::vector<BufferId>> inputs_;
  std::vector<std::vector<BufferId>> outputs_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_BUFFERS_H_
