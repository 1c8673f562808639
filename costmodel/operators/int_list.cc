#include "costmodel/operators/int_list.h"

#include <fmt/format.h>

namespace roofline {

IntList ReadIntList(const NodeView& node, std::string_view attr, int i) {
  IntList list;
  if (node.has_input(i)) {
    list.given = true;
    if (node.has_shape(i)) list.length = node.elements(i).value();
    if (const auto* content = node.ints(i)) {
      list.known = true;
      list.values = *content;
    } else if (list.length == 0) {
      list.known = true;
    }
  } else if (const auto* values = node.attr_ints(attr)) {
    list.given = list.known = true;
    list.values = *values;
  }
  if (list.known) list.length = static_cast<int64_t>(list.values.size());
  return list;
}

absl::StatusOr<std::vector<int>> UniqueAxes(const NodeView& node, const std::vector<int64_t>& axes,
                                            int rank) {
  std::vector<int> result;
  std::vector<bool> seen(static_cast<size_t>(rank), false);
  for (const int64_t entry : axes) {
    ASSIGN_OR_RETURN(const int axis, node.Axis(entry, rank));
    if (seen[static_cast<size_t>(axis)]) {
      return node.Conflict(fmt::format("axis {} is listed twice", entry));
    }
    seen[static_cast<size_t>(axis)] = true;
    result.push_back(axis);
  }
  return result;
}

}  // namespace roofline
