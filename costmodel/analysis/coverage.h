#ifndef ROOFLINE_COSTMODEL_ANALYSIS_COVERAGE_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_COVERAGE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "costmodel/analysis/count_work.h"

namespace roofline {

// Parts of a whole by the mark of the layers they belong to, 0 to 1. They sum to 1, or are all 0
// where the whole is nothing.
struct CoverageShares {
  double exact = 0;
  double bounded = 0;
  double assumed = 0;
  std::optional<double> unknown = 0;  // nullopt: there are unknown layers, whose part is not known
};

// Sums of amounts by mark. Floating point: the whole may not fit a count.
class AmountsByMark {
 public:
  void Add(Mark mark, double amount) { sums_[static_cast<size_t>(mark)] += amount; }
  double Of(Mark mark) const { return sums_[static_cast<size_t>(mark)]; }
  CoverageShares Shares() const;

 private:
  std::array<double, 4> sums_{};  // in the order of Mark
};

// How far the counts of a model can be trusted.
struct Coverage {
  // Layers by mark.
  int64_t nodes = 0;
  int64_t exact = 0;
  int64_t bounded = 0;
  int64_t assumed = 0;
  int64_t unknown = 0;
  // Of the operations that are counted, over all executions: floating-point ones with a MAC and an
  // FMA as 2, and integer ones. Those of unknown layers are not.
  CoverageShares operations;
  // Of the bytes read and written over all executions. Unknown layers move their operands too,
  // those of unknown shape left out.
  CoverageShares bytes;
  std::vector<std::string> unknown_layers;     // names, in execution order
  std::vector<std::string> unknown_operators;  // those without a work rule, "domain.Op", each once
};

Coverage CoverageOf(const std::vector<Layer>& layers);

// kUnknownOperator, naming the first layers of unknown work, when there are any.
absl::Status CheckNothingUnknown(const std::vector<Layer>& layers);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_COVERAGE_H_
