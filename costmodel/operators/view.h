#ifndef ROOFLINE_COSTMODEL_OPERATORS_VIEW_H_
#define ROOFLINE_COSTMODEL_OPERATORS_VIEW_H_

#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

namespace roofline {

// Work of an operator whose output is its input under another shape or name: a runtime renames the
// buffer and moves nothing.
void WorkOfView(const NodeView& node, Work& work);

// Content of such an operator.
void ValueOfView(const NodeView& node, OutputFacts& out);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_VIEW_H_
