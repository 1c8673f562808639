#ifndef ROOFLINE_COSTMODEL_FUSION_PATTERNS_H_
#define ROOFLINE_COSTMODEL_FUSION_PATTERNS_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/groups.h"
#include "costmodel/fusion/kernel.h"
#include "costmodel/fusion/runtime.h"

namespace roofline {

// Looks at one free layer, the anchor, and gives the free layers around it that run at once with
// it; fewer than two when the pattern does not apply there.
using MatchFunction = LayerGroup (*)(const Flow& flow, const Groups& groups, size_t anchor);

// What runtimes fuse.
struct Pattern {
  std::string_view name;   // as users see it
  std::string_view doc;    // one line
  MatchFunction compiler;  // how Runtime::kCompiler fuses it; nullptr: not at all
  MatchFunction cpu;       // the same of Runtime::kCpu

  MatchFunction MatchFor(Runtime runtime) const {
    return runtime == Runtime::kCpu ? cpu : compiler;
  }
};

// In the order in which they are tried, each over all layers: what a pattern takes, no later one
// gets.
std::span<const Pattern> Patterns();

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_PATTERNS_H_
