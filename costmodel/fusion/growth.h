#ifndef ROOFLINE_COSTMODEL_FUSION_GROWTH_H_
#define ROOFLINE_COSTMODEL_FUSION_GROWTH_H_

#include <cstddef>
#include <functional>
#include <vector>

#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/groups.h"

namespace roofline {

// Free layers that can hang on to a group; `members` are those in it so far.
using Admits = std::function<bool(const std::vector<size_t>& members, size_t layer)>;

// Follows the outputs of `seeds` (ascending) through the free layers that `admits` accepts. Result:
// the most layers of which only the last is read from outside, ascending; empty when not even the
// seeds are such. Stops at kMaxGroup layers, since runtimes do not generate endless kernels either.
constexpr size_t kMaxGroup = 32;
std::vector<size_t> Grow(const Flow& flow, const Groups& groups, std::vector<size_t> seeds,
                         const Admits& admits);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_GROWTH_H_
