#ifndef ROOFLINE_COSTMODEL_ANALYSIS_SYMBOL_SIZES_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_SYMBOL_SIZES_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/analysis/bindings.h"
#include "costmodel/graph/graph.h"

namespace roofline {

// Whether a dimension of this name is the batch by common usage.
bool NamesBatch(std::string_view symbol);

// Sizes of the symbolic dimensions of a graph's inputs: from Bindings::dims, else from whole shapes
// (whose ranks agree with the declared ones), else from the batch; names such as "past + sequence"
// from their parts where the whole is not bound. Symbols without a size are left out. kUnknownInput
// (a name that is not there), kInvalidArgument (a negative size, or a batch dimension that is not
// what the batch says), kInputMismatch (sizes that disagree).
absl::StatusOr<std::map<std::string, int64_t>> BindSymbols(const Graph& graph,
                                                           const Bindings& bindings);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_SYMBOL_SIZES_H_
