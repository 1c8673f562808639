#ifndef ROOFLINE_COSTMODEL_ANALYSIS_BINDINGS_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_BINDINGS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/graph/graph.h"
#include "costmodel/limits.h"
#include "costmodel/operators/fact.h"

namespace roofline {

// What the user says about the inputs of a run.
struct Bindings {
  // Leading dimension of every input, and any dimension called N, batch, batch_size and the like.
  std::optional<int64_t> batch;
  std::map<std::string, int64_t> dims;  // symbolic dimension -> size
  std::map<std::string, Shape> shapes;  // input name -> whole shape; wins over everything else
  std::map<std::string, std::vector<double>> values;  // input name -> content, row-major
};

// The inputs of the main graph made concrete.
struct BoundInputs {
  std::vector<Fact> facts;              // parallel to Graph::inputs
  std::map<std::string, int64_t> dims;  // every symbolic dimension that has a size now
};

// Errors: kUnknownInput (a name that is not there; names those that are), kInputMismatch (rank or a
// fixed dimension contradicted, sizes that disagree, content of another length), kUnboundDimension
// (names the dimension and the option).
absl::StatusOr<BoundInputs> BindInputs(const Graph& graph, const Bindings& bindings,
                                       const ModelLimits& limits);

// The declared type with known symbols filled in; nullopt when a dimension stays open or it is no
// tensor.
std::optional<Fact> FactFromDeclared(const DeclaredType& type,
                                     const std::map<std::string, int64_t>& dims);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_BINDINGS_H_
