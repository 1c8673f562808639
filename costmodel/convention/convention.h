#ifndef ROOFLINE_COSTMODEL_CONVENTION_CONVENTION_H_
#define ROOFLINE_COSTMODEL_CONVENTION_CONVENTION_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "costmodel/analysis/count_work.h"
#include "costmodel/count.h"
#include "costmodel/expression/rule_map.h"

namespace roofline {

// What a convention counts for one execution of a layer.
struct ConventionCounts {
  Count flops;
  Count read_bytes;
  Count write_bytes;
};

// How a convention counts one family of operators; what is absent follows the default.
struct ConventionRule {
  Definitions definitions;
  std::optional<Expression> flops;
  std::optional<Expression> read;
  std::optional<Expression> write;
};

// A named set of counting rules. An object belongs to one thread at a time, since evaluating an
// expression changes it.
class Convention {
 public:
  const std::string& name() const { return name_; }
  const std::string& title() const { return title_; }
  const std::string& source() const { return source_; }

  // Counts of one execution; Layer::repeat is the caller's. A layer of which a shape is unknown has
  // the default counts. kInvalidRules, naming layer and convention, when a rule cannot be
  // evaluated.
  absl::StatusOr<ConventionCounts> CountLayer(const Layer& layer) const;

 private:
  friend class ConventionReader;
  Convention() = default;

  const ConventionRule* RuleOf(const Layer& layer) const;

  std::string name_;
  std::string title_;
  std::string source_;
  ConventionRule default_;  // its expressions are all there
  std::vector<ConventionRule> rules_;
  // Domain and operator to an index into rules_.
  absl::flat_hash_map<std::pair<std::string, std::string>, size_t> by_operator_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CONVENTION_CONVENTION_H_
