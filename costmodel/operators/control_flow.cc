#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Shapes and work are those of the subgraphs, which analysis/control_flow runs; what is listed here
// is what users are told.
OperatorRule Rule(std::string_view op, std::vector<int> versions, std::string_view formula) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kControlFlow,
          .formula = formula,
          .source = "ONNX operator of this name",
          .min_inputs = 0};
}

}  // namespace

std::vector<OperatorRule> ControlFlowRules() {
  return {
      Rule("If", {1, 11, 13, 16, 19, 21, 23, 24, 25},
           "the branch of a known condition; else the dearer branch, or as --if says"),
      Rule("Loop", {1, 11, 13, 16, 19, 21, 23, 24, 25},
           "iterations * body; a count that depends on data: M, or --loop-trips NAME=N"),
      Rule("Scan", {8, 9, 11, 16, 19, 21, 23, 24, 25},
           "elements along the scanned axis * body; version 8: * batch"),
      Rule("SequenceMap", {17}, "elements of the sequence * body"),
  };
}

}  // namespace roofline
