#ifndef ROOFLINE_COSTMODEL_CUSTOM_CUSTOM_RULES_H_
#define ROOFLINE_COSTMODEL_CUSTOM_CUSTOM_RULES_H_

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/expression/rule_map.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

namespace roofline {

// Shape and type of one output, as the author of a rule states them.
struct CustomOutput {
  std::variant<int, std::vector<Expression>> shape;  // that of an input, or each extent
  std::variant<int, DType> dtype = 0;                // that of an input, or this one
};

// An operator as a user describes it; it goes before a built-in rule of the same operator.
struct CustomRule {
  std::string domain;  // "" is ai.onnx
  std::string op;
  std::string place;  // "rules.yaml:7", for messages
  Definitions definitions;
  std::vector<CustomOutput> outputs;  // empty: inferred or declared as without the rule
  std::optional<Expression> macs;
  std::optional<Expression> flops;            // arithmetic beside the MACs
  std::optional<Expression> transcendentals;  // calls of exp, log, tanh and the like
  std::optional<Expression> read;             // bytes; default: every input once
  std::optional<Expression> write;            // bytes; default: every output once

  // Whether it says how much is computed; otherwise it only moves what it says.
  bool states_work() const { return macs || flops || transcendentals; }
};

// The rules of one file or of several. An object belongs to one thread at a time, since evaluating
// an expression changes it; reading the text again is cheap.
class CustomRules {
 public:
  // Adds the rules in a text. Where an earlier text has a rule for the same operator, that one
  // holds. `file` names the text in errors: kInvalidRules with file, line, key and column of the
  // first mistake; the rules stay as they were then.
  absl::Status Add(std::string_view yaml, std::string_view file);

  // nullptr when the user has no rule for it.
  const CustomRule* Find(std::string_view domain, std::string_view op) const;
  // Ordered by domain and operator, then as added.
  const std::vector<CustomRule>& rules() const { return rules_; }

 private:
  std::vector<CustomRule> rules_;
};

// Rules from YAML:
//
//   rules:
//     - op: my.domain/MSDeformAttn        # without a domain: ai.onnx
//       let: {queries: 'dim(1, 1)'}       # names for what follows
//       shapes: [["dim(0, 0)", queries, "dim(0, -1)"], in1]   # per output: extents, or an input's
//       dtypes: [in0, int64]              # per output; default in0
//       macs: 4*prod(out0)*attr.points
//       flops: 2*prod(out0)*attr.points   # arithmetic beside the MACs
//       transcendentals: 0
//       read: bytes(in0) + bytes(in1)     # bytes; default: every input once
//       write: bytes(out0)                # bytes; default: every output once
//
// The expressions are those of Expression; `let` and `shapes` see inputs and attributes only, and
// none sees the counts that the rule is about to state. Errors as of CustomRules::Add.
absl::StatusOr<CustomRules> ReadCustomRules(std::string_view yaml, std::string_view file);

// Shapes and types of the outputs, for a rule that states them. They stay unknown when an input is.
// kInvalidRules naming the rule's place and the node when an expression cannot be evaluated.
absl::Status InferCustom(const CustomRule& rule, const NodeView& node, OutputFacts& out);

// Puts what the rule states into `work`, which arrives as the operator has it without the rule: its
// default traffic and, if built in, its counts. Stated bytes go to the first operand.
absl::Status CountCustom(const CustomRule& rule, const NodeView& node, Work& work);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CUSTOM_CUSTOM_RULES_H_
