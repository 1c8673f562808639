#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_MATCH_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_MATCH_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "costmodel/analysis/count_work.h"
#include "costmodel/graph/graph.h"
#include "costmodel/measurement/measured_run.h"

namespace roofline {

// What tied a measured kernel to layers, the surest first.
enum class MatchBasis : uint8_t {
  kName,    // the name of a node, or of each of several
  kRange,   // first and last node of a stretch: everything between them
  kTensor,  // the name of an output
  kOrder,   // same operator, or one it is fused from, between the same neighbours
};

std::string_view MatchBasisName(MatchBasis basis);  // "name", "range", "tensor", "order"

struct Match {
  size_t measured = 0;         // in MeasuredRun::kernels
  std::vector<size_t> layers;  // ascending, never empty
  MatchBasis basis = MatchBasis::kName;
};

// Which layers each measured kernel ran. Layers that a runtime folded into a neighbour's kernel
// without naming them are in no match: the fusion plan says where they went.
struct Matching {
  std::vector<Match> matches;              // in the order of the measured kernels
  std::vector<size_t> inserted;            // kernels of the runtime's own: reorders, copies,
                                           // the switch into a branch or loop body
  std::vector<size_t> unmatched_measured;  // kernels that no layer was found for
  std::vector<size_t> unmatched_layers;    // layers with work that no kernel was matched to
  // Of the time of all kernels that are not the runtime's own; 1 without any time.
  double matched_time_share = 1;
};

Matching MatchKernels(const Model& model, const std::vector<Layer>& layers, const MeasuredRun& run);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_MATCH_H_
