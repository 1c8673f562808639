#ifndef ROOFLINE_COSTMODEL_EXPRESSION_CONTEXT_H_
#define ROOFLINE_COSTMODEL_EXPRESSION_CONTEXT_H_

#include <span>
#include <string>
#include <vector>

#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

namespace roofline {

// What an expression may speak of; anything else is a mistake when it is compiled.
struct ExpressionScope {
  bool outputs = true;             // shapes of outputs: not while they are being inferred
  bool work = true;                // macs, flops, read_bytes ...: not in a rule that states them
  std::vector<std::string> names;  // the author's own definitions, in order
};

// The layer an expression is evaluated for.
struct ExpressionContext {
  const NodeView& node;
  const Work* work = nullptr;      // null only when the scope has no work
  std::span<const double> values;  // of ExpressionScope::names
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EXPRESSION_CONTEXT_H_
