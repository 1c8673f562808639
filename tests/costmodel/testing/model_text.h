#ifndef ROOFLINE_TESTS_COSTMODEL_TESTING_MODEL_TEXT_H_
#define ROOFLINE_TESTS_COSTMODEL_TESTING_MODEL_TEXT_H_

#include <string>

#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/graph/graph.h"

namespace roofline::testing {

// A model written in ONNX text syntax (https://onnx.ai/onnx/repo-docs/Syntax.html), loaded; the
// test fails when it does not parse. `header` gives the opset: text starts with "agraph (float[N]
// x) => (float[N] y) {...}".
Model ParseModelText(const std::string& graph_text, int opset = 17);
absl::StatusOr<Model> TryParseModelText(const std::string& graph_text, int opset = 17);

// The facts of a value of the main graph by name; the test fails when there is none.
const Fact& FactOf(const Model& model, const ShapedModel& shaped, std::string_view value);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_TESTING_MODEL_TEXT_H_
