#ifndef ROOFLINE_COSTMODEL_GRAPH_IDS_H_
#define ROOFLINE_COSTMODEL_GRAPH_IDS_H_

#include <compare>
#include <cstddef>
#include <cstdint>

namespace roofline {

// An index into one of the flat vectors of a Model or Graph. The tag keeps node ids from being used
// as value ids.
template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(size_t index) : index_(static_cast<int32_t>(index)) {}

  // False for "none": an optional input left out, no subgraph.
  constexpr bool valid() const { return index_ >= 0; }
  constexpr size_t index() const { return static_cast<size_t>(index_); }
  friend constexpr auto operator<=>(Id a, Id b) = default;

 private:
  int32_t index_ = -1;
};

using GraphId = Id<struct GraphTag>;  // in Model::graphs
using NodeId = Id<struct NodeTag>;    // in Graph::nodes
using ValueId = Id<struct ValueTag>;  // in Graph::values

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_GRAPH_IDS_H_
