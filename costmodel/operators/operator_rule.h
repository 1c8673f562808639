#ifndef ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_RULE_H_
#define ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_RULE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/operator_class.h"
#include "costmodel/operators/work.h"

namespace roofline {

// Shapes and types of the outputs. An error is a contradiction in the model. Data-dependent extents
// are set to their bound with Mark::kBounded.
using InferRule = absl::Status (*)(const NodeView& node, OutputFacts& out);
// Content of the outputs, already shaped by `infer`; leaves out what it cannot tell.
using ValueRule = void (*)(const NodeView& node, OutputFacts& out);
// Work of one execution. `work` arrives with the default traffic (every input read once, every
// output written once) and with `math` = type of the first input; the rule adds counts and states
// exceptions.
using WorkRule = void (*)(const NodeView& node, Work& work);

// How exact a work rule is when its shapes are exact.
enum class WorkPrecision : uint8_t {
  kExact,    // the definition fixes the count
  kModel,    // depends on data or on the algorithm; a stated model (NonMaxSuppression, TopK)
  kUnknown,  // shapes only: the work is reported as unknown, never as 0
};

// When the interpreter calls `value`.
enum class ValueNeeds : uint8_t {
  kContent,  // every present input has known content
  kShapes,   // always: it looks at shapes or at some of the inputs (Shape, Size, Where)
};

// Everything known about one operator over a range of versions. A value type; registry.cc lists
// them.
struct OperatorRule {
  std::string_view op;
  std::string_view domain;  // "" is ai.onnx
  std::vector<int>
      versions;  // every since_version of the operator that this rule covers, ascending
  OperatorClass op_class = OperatorClass::kOther;
  InferRule infer = nullptr;
  ValueRule value = nullptr;  // nullptr: content is never propagated
  WorkRule work = nullptr;    // nullptr: moves its operands, computes nothing
  std::string_view
      formula;  // one line, e.g. "MACs = y * Cin/group * prod(kernel); bias: y additions"
  std::string_view source;  // where definition and formula come from
  WorkPrecision precision = WorkPrecision::kExact;
  int min_inputs =
      1;  // the first operands that must be present with a known shape before `infer` runs
  // Bit i set: a constant at input i is a buffer (statistics, scales, zero points, indices), not a
  // parameter.
  uint32_t buffer_inputs = 0;
  ValueNeeds value_needs = ValueNeeds::kContent;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_RULE_H_
