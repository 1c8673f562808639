#ifndef ROOFLINE_COSTMODEL_FUSION_PATTERNS_H_
#define ROOFLINE_COSTMODEL_FUSION_PATTERNS_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/groups.h"
#include "costmodel/fusion/kernel.h"

namespace roofline {

// What runtimes fuse. A pattern looks at one free layer, its anchor, and gives the free layers
// around it that run at once with it; fewer than two when it does not apply there.
struct Pattern {
  std::string_view name;  // as users see it
  std::string_view doc;   // one line
  LayerGroup (*match)(const Flow& flow, const Groups& groups, size_t anchor);
};

// In the order in which they are tried, each over all layers: what a pattern takes, no later one
// gets.
std::span<const Pattern> Patterns();

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_PATTERNS_H_
