#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/rnn_cell.h"

namespace roofline {
namespace {

template <RnnCell kCell>
absl::Status InferRecurrent(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const RnnExtents rnn, ReadRnn(node, kCell, false));
  SetRnnOutputs(node, kCell, rnn, out);
  return absl::OkStatus();
}

template <RnnCell kCell>
void WorkRecurrent(const NodeView& node, Work& work) {
  const auto rnn = ReadRnn(node, kCell, false);
  if (rnn.ok()) AddRnnWork(node, kCell, *rnn, work);
}

// Initial states and sequence lengths are no parameters.
constexpr uint32_t kStateInputs = 1U << 4 | 1U << 5 | 1U << 6;

constexpr std::string_view kRecurrentSource =
    "equations of the ONNX operator text; steps = sum(sequence_lens) when known, else batch*seq; R "
    "is read at every time step";

}  // namespace

std::vector<OperatorRule> RecurrentRules() {
  return {
      {.op = "GRU",
       .versions = {1, 3, 7, 14, 22},
       .op_class = OperatorClass::kRecurrent,
       .infer = InferRecurrent<RnnCell::kGru>,
       .work = WorkRecurrent<RnnCell::kGru>,
       .formula = "MACs = directions * steps * 3*hidden * (input + hidden); per step and hidden "
                  "element: 3 biases (4 with linear_before_reset), activations, reset and update "
                  "gates",
       .source = kRecurrentSource,
       .min_inputs = 3,
       .buffer_inputs = kStateInputs},
      {.op = "LSTM",
       .versions = {1, 7, 14, 22},
       .op_class = OperatorClass::kRecurrent,
       .infer = InferRecurrent<RnnCell::kLstm>,
       .work = WorkRecurrent<RnnCell::kLstm>,
       .formula = "MACs = directions * steps * 4*hidden * (input + hidden); per step and hidden "
                  "element: 4 biases, activations, 3 peephole FMAs, cell update; a coupled forget "
                  "gate is still projected",
       .source = kRecurrentSource,
       .min_inputs = 3,
       .buffer_inputs = kStateInputs},
      {.op = "RNN",
       .versions = {1, 7, 14, 22},
       .op_class = OperatorClass::kRecurrent,
       .infer = InferRecurrent<RnnCell::kRnn>,
       .work = WorkRecurrent<RnnCell::kRnn>,
       .formula = "MACs = directions * steps * hidden * (input + hidden); per step and hidden "
                  "element: 1 bias, activation",
       .source = kRecurrentSource,
       .min_inputs = 3,
       .buffer_inputs = kStateInputs},
  };
}

}  // namespace roofline
