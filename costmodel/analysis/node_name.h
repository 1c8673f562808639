#ifndef ROOFLINE_COSTMODEL_ANALYSIS_NODE_NAME_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_NODE_NAME_H_

#include <string_view>

#include "costmodel/graph/graph.h"

namespace roofline {

// What to call a node: its name, else its first output; "" when it has neither.
inline std::string_view NameOf(const Graph& graph, const Node& node) {
  if (!node.name.empty()) return node.name;
  for (const ValueId output : node.outputs) {
    if (output.valid()) return graph.value(output).name;
  }
  return "";
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_NODE_NAME_H_
