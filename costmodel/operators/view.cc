#include "costmodel/operators/view.h"

#include "costmodel/operators/pick.h"

namespace roofline {

void WorkOfView(const NodeView& /*node*/, Work& work) {
  for (Count& bytes : work.read_bytes) bytes = 0;
  for (Count& bytes : work.write_bytes) bytes = 0;
}

void ValueOfView(const NodeView& node, OutputFacts& out) { SetSameElements(node, 0, out, 0); }

}  // namespace roofline
