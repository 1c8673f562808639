#ifndef ROOFLINE_COSTMODEL_ONNX_OPERATOR_SETS_H_
#define ROOFLINE_COSTMODEL_ONNX_OPERATOR_SETS_H_

#include "absl/status/status.h"
#include "costmodel/graph/graph.h"

namespace onnx {
class ModelProto;
}

namespace roofline {

// Looked up once per node, so a file must not bring thousands.
inline constexpr int kMaxOperatorSets = 1000;

// Puts the operator sets that a model imports into Model::opsets. Without an import of ai.onnx it
// is version 1: files older than IR version 3 have none. kLimitExceeded beyond kMaxOperatorSets.
absl::Status ReadOperatorSets(const onnx::ModelProto& proto, Model& model);

// Imports the domains that nodes of the loaded graphs use without an import, where there are rules
// for them, in their newest version, as ONNX Runtime does; its own optimizer writes such files. One
// warning for each.
void AddMissingOperatorSets(Model& model);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_OPERATOR_SETS_H_
