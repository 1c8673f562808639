#ifndef ROOFLINE_COSTMODEL_OPERATORS_TREE_DEPTH_H_
#define ROOFLINE_COSTMODEL_OPERATORS_TREE_DEPTH_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"

namespace roofline {

// The decision nodes of all trees of an ensemble.
struct TreeNodes {
  static constexpr int64_t kNone = -1;

  // For each node the positions of its two children; kNone where a branch ends. Leaves have none.
  std::vector<std::array<int64_t, 2>> children;
  std::vector<bool> leaf;      // no comparison happens here
  std::vector<int64_t> roots;  // positions
};

struct TreeDepths {
  int64_t trees = 0;
  int64_t leaves = 0;
  int64_t comparisons = 0;  // sum over the trees of the longest path from the root
};

// The nodes_* arrays of TreeEnsembleClassifier and TreeEnsembleRegressor: nodes are named by tree
// id and node id. A conflict when the arrays differ in length, a node is there twice, or a child is
// not.
absl::StatusOr<TreeNodes> ReadNamedTrees(const NodeView& node);

// The nodes_* arrays and tree_roots of TreeEnsemble-5, which point into each other.
absl::StatusOr<TreeNodes> ReadIndexedTrees(const NodeView& node);

// Longest paths in time linear in the nodes; a conflict when a node is its own descendant.
absl::StatusOr<TreeDepths> MeasureTrees(const NodeView& node, const TreeNodes& trees);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_TREE_DEPTH_H_
