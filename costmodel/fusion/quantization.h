#ifndef ROOFLINE_COSTMODEL_FUSION_QUANTIZATION_H_
#define ROOFLINE_COSTMODEL_FUSION_QUANTIZATION_H_

#include <cstddef>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "costmodel/analysis/buffers.h"
#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/groups.h"
#include "costmodel/fusion/kernel.h"
#include "costmodel/graph/dtype.h"

namespace roofline {

// What stays quantised between kernels. A DequantizeLinear that only layers with an integer form
// read vanishes: they read its input, and its scale goes into theirs.
class Quantization {
 public:
  // Puts such layers, and the DynamicQuantizeLinear and scales in front of integer products, into
  // the groups that need them.
  Quantization(const Flow& flow, const BufferTable& buffers, Groups& groups);

  // The buffer that is moved when a layer names this one.
  BufferId Stored(BufferId buffer) const;
  // Makes layers move what is stored: integer activations, and weights in the type that the
  // constant DequantizeLinear behind them has as input.
  void Apply(LayerTraffic& traffic) const;
  // The type in which a layer multiplies: an integer type where both factors are stored so.
  DType Math(size_t layer) const;

 private:
  struct Source {
    BufferId buffer;
    Count bits;           // of a stored element
    Count expanded_bits;  // of an element that layers name
  };

  void AbsorbDequantize(size_t layer, Groups& groups);
  bool Join(size_t layer, Groups& groups) const;
  void AbsorbDynamic(size_t layer, Groups& groups) const;
  void ShrinkWeight(size_t layer, std::vector<Traffic>& traffic) const;
  bool IsQuantized(size_t layer, size_t operand) const;

  const Flow& flow_;
  const BufferTable& buffers_;
  absl::flat_hash_set<size_t> vanished_;        // layers
  absl::flat_hash_map<size_t, Source> source_;  // by index of the buffer such a layer would fill
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_QUANTIZATION_H_
