#ifndef ROOFLINE_COSTMODEL_ANALYSIS_PER_VALUE_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_PER_VALUE_H_

#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/graph/ids.h"

namespace roofline {

// A T for each value of each graph run, `none` before it is set. A vector per run: tables of whole
// models are filled value by value.
template <class T>
class PerValue {
 public:
  explicit PerValue(T none) : none_(std::move(none)) {}

  T& At(const GraphRun* run, ValueId value) {
    std::vector<T>& values = by_run_[run];
    if (values.empty()) values.resize(run->facts.size(), none_);
    return values[value.index()];
  }
  const T& Get(const GraphRun* run, ValueId value) const {
    const auto found = by_run_.find(run);
    return found == by_run_.end() ? none_ : found->second[value.index()];
  }

 private:
  T none_;
  absl::flat_hash_map<const GraphRun*, std::vector<T>> by_run_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_PER_VALUE_H_
