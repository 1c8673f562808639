#ifndef ROOFLINE_COSTMODEL_FUSION_GROUPS_H_
#define ROOFLINE_COSTMODEL_FUSION_GROUPS_H_

#include <cstddef>
#include <vector>

#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/kernel.h"

namespace roofline {

// The layers that fuse, as found so far. A group runs where its last layer stands in the order of
// the model; since nothing outside may need an earlier one before that, no group waits for itself.
class Groups {
 public:
  explicit Groups(const Flow& flow) : flow_(flow), group_of_(flow.size(), Flow::kNone) {}

  bool Free(size_t layer) const { return group_of_[layer] == Flow::kNone; }
  // Index of the layer's group in all(); Flow::kNone when it is free.
  size_t GroupOf(size_t layer) const { return group_of_[layer]; }
  const std::vector<LayerGroup>& all() const { return all_; }

  // False when ascending `layers` cannot be one kernel: they run in different graphs, or a layer
  // outside needs one before the last has run.
  bool CanRunAtOnce(const std::vector<size_t>& layers) const;
  // True when, besides, nothing outside ever needs any but the last.
  bool IsClosed(const std::vector<size_t>& layers) const;

  // Adds a group of free layers, ascending. False, and nothing changes, when they cannot run at
  // once.
  bool Add(LayerGroup group);
  // Adds what needs nothing but the shapes of inputs: it runs where its first layer stands.
  void AddFirst(LayerGroup group);
  // Adds free layers to a group that exists and gives it their pattern, under the same condition.
  bool Extend(size_t group, const LayerGroup& more);

 private:
  void Claim(LayerGroup group);

  const Flow& flow_;
  std::vector<size_t> group_of_;
  std::vector<LayerGroup> all_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_GROUPS_H_
