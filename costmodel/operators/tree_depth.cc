#include "costmodel/operators/tree_depth.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace roofline {
namespace {

using NodeName = std::pair<int64_t, int64_t>;  // tree id, node id

// An attribute of integers with one entry for each node.
absl::StatusOr<const std::vector<int64_t>*> ListPerNode(const NodeView& node, std::string_view name,
                                                        size_t length) {
  const auto* list = node.attr_ints(name);
  if (list == nullptr || list->size() != length)
    return node.Conflict(fmt::format("expected {} with {} entries", name, length));
  return list;
}

// Roots are the nodes that no node points to.
std::vector<int64_t> NodesWithoutParent(const TreeNodes& trees) {
  std::vector<bool> has_parent(trees.children.size());
  for (const auto& children : trees.children) {
    for (const int64_t child : children) {
      if (child != TreeNodes::kNone) has_parent[static_cast<size_t>(child)] = true;
    }
  }
  std::vector<int64_t> roots;
  for (size_t i = 0; i < has_parent.size(); ++i) {
    if (!has_parent[i]) roots.push_back(static_cast<int64_t>(i));
  }
  return roots;
}

constexpr int64_t kUnseen = -1, kOpen = -2;

// Depth of every node by an explicit stack: trees may be as deep as they have nodes.
absl::StatusOr<std::vector<int64_t>> Depths(const NodeView& node, const TreeNodes& trees) {
  std::vector<int64_t> depth(trees.children.size(), kUnseen);
  std::vector<size_t> stack;
  for (size_t start = 0; start < depth.size(); ++start) {
    if (depth[start] == kUnseen) stack.push_back(start);
    while (!stack.empty()) {
      const size_t at = stack.back();
      const bool first_visit = depth[at] == kUnseen;
      if (depth[at] >= 0) {
        stack.pop_back();
        continue;
      }
      depth[at] = kOpen;
      int64_t deepest = 0;
      for (const int64_t child : trees.children[at]) {
        if (child == TreeNodes::kNone) continue;
        const auto below = static_cast<size_t>(child);
        if (depth[below] == kOpen)
          return node.Conflict(
              fmt::format("tree node at position {} is its own descendant", child));
        if (depth[below] == kUnseen && first_visit) stack.push_back(below);
        deepest = std::max(deepest, depth[below]);
      }
      if (stack.back() != at) continue;  // children first
      depth[at] = trees.leaf[at] ? 0 : deepest + 1;
      stack.pop_back();
    }
  }
  return depth;
}

}  // namespace

absl::StatusOr<TreeNodes> ReadNamedTrees(const NodeView& node) {
  const auto* modes = node.attr_strings("nodes_modes");
  if (modes == nullptr || modes->empty()) return node.Conflict("nodes_modes is required");
  ASSIGN_OR_RETURN(const auto* tree_ids, ListPerNode(node, "nodes_treeids", modes->size()));
  ASSIGN_OR_RETURN(const auto* node_ids, ListPerNode(node, "nodes_nodeids", modes->size()));
  ASSIGN_OR_RETURN(const auto* true_ids, ListPerNode(node, "nodes_truenodeids", modes->size()));
  ASSIGN_OR_RETURN(const auto* false_ids, ListPerNode(node, "nodes_falsenodeids", modes->size()));
  absl::flat_hash_map<NodeName, int64_t> positions;
  for (size_t i = 0; i < modes->size(); ++i) {
    if (!positions.emplace(NodeName{(*tree_ids)[i], (*node_ids)[i]}, static_cast<int64_t>(i))
             .second)
      return node.Conflict(
          fmt::format("tree {} has node {} twice", (*tree_ids)[i], (*node_ids)[i]));
  }
  TreeNodes trees;
  for (size_t i = 0; i < modes->size(); ++i) {
    trees.leaf.push_back((*modes)[i] == "LEAF");
    auto& children =
        trees.children.emplace_back(std::array<int64_t, 2>{TreeNodes::kNone, TreeNodes::kNone});
    if (trees.leaf.back()) continue;
    for (const auto& [branch, ids] : {std::pair(0, true_ids), std::pair(1, false_ids)}) {
      const auto child = positions.find(NodeName{(*tree_ids)[i], (*ids)[i]});
      if (child == positions.end()) {
        return node.Conflict(fmt::format("tree {} has no node {}, a child of node {}",
                                         (*tree_ids)[i], (*ids)[i], (*node_ids)[i]));
      }
      children[static_cast<size_t>(branch)] = child->second;
    }
  }
  trees.roots = NodesWithoutParent(trees);
  return trees;
}

absl::StatusOr<TreeNodes> ReadIndexedTrees(const NodeView& node) {
  const auto* features = node.attr_ints("nodes_featureids");
  const auto* roots = node.attr_ints("tree_roots");
  if (features == nullptr || roots == nullptr)
    return node.Conflict("nodes_featureids and tree_roots are required");
  const size_t size = features->size();
  TreeNodes trees;
  trees.leaf.assign(size, false);
  trees.children.assign(size, {TreeNodes::kNone, TreeNodes::kNone});
  const int64_t leaves = node.attr_ints("leaf_targetids") == nullptr
                             ? 0
                             : static_cast<int64_t>(node.attr_ints("leaf_targetids")->size());
  for (const auto& [branch, side] : {std::pair(0, "true"), std::pair(1, "false")}) {
    ASSIGN_OR_RETURN(const auto* ids,
                     ListPerNode(node, fmt::format("nodes_{}nodeids", side), size));
    ASSIGN_OR_RETURN(const auto* ends, ListPerNode(node, fmt::format("nodes_{}leafs", side), size));
    for (size_t i = 0; i < size; ++i) {
      const bool is_leaf = (*ends)[i] != 0;
      const int64_t limit = is_leaf ? leaves : static_cast<int64_t>(size);
      if ((*ids)[i] < 0 || (*ids)[i] >= limit) {
        return node.Conflict(fmt::format("nodes_{}nodeids[{}] is {}, expected 0 to {}", side, i,
                                         (*ids)[i], limit - 1));
      }
      if (!is_leaf) trees.children[i][static_cast<size_t>(branch)] = (*ids)[i];
    }
  }
  for (const int64_t root : *roots) {
    if (root < 0 || root >= static_cast<int64_t>(size))
      return node.Conflict(fmt::format("tree root {} is no node", root));
    trees.roots.push_back(root);
  }
  return trees;
}

absl::StatusOr<TreeDepths> MeasureTrees(const NodeView& node, const TreeNodes& trees) {
  ASSIGN_OR_RETURN(const std::vector<int64_t> depths, Depths(node, trees));
  TreeDepths measured;
  for (const int64_t root : trees.roots) {
    ++measured.trees;
    measured.comparisons += depths[static_cast<size_t>(root)];
  }
  measured.leaves = std::count(trees.leaf.begin(), trees.leaf.end(), true);
  return measured;
}

}  // namespace roofline
