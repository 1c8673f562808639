#include <fmt/format.h>

#include "costmodel/operators/attention_core.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/rnn_cell.h"

namespace roofline {
namespace {

absl::Status InferQuantized(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const RnnExtents rnn, ReadRnn(node, RnnCell::kLstm, true));
  SetRnnOutputs(node, RnnCell::kLstm, rnn, out);
  return absl::OkStatus();
}

// X once and the hidden state at every step are quantised (range, scale, round, clamp); the int32
// sums of both projections are scaled.
void WorkQuantized(const NodeView& node, Work& work) {
  const auto rnn = ReadRnn(node, RnnCell::kLstm, true);
  if (!rnn.ok()) return;
  AddRnnWork(node, RnnCell::kLstm, *rnn, work);
  const Count steps = RnnSteps(node, *rnn);
  const Count quantized = steps * rnn->input + steps * rnn->directions * rnn->hidden;
  work.comparisons += quantized * 4;
  work.arithmetic += quantized * 3;
  work.arithmetic += steps * rnn->directions * GatesOf(RnnCell::kLstm) * rnn->hidden * 2;
  work.math = DType::kInt8;
}

constexpr int kQueryWeight = 8, kMemoryWeight = 9, kMemory = 11, kMemoryLengths = 12,
              kAttentionWeight = 13;

// Bahdanau attention over a memory of `steps` rows.
struct Memory {
  int64_t steps = 0;
  int64_t depth = 0;
  int64_t attention = 0;  // width of keys and processed query
  int64_t output = 0;     // width of the attention state; 0 without an attention layer
};

absl::StatusOr<Memory> ReadMemory(const NodeView& node) {
  for (const int i : {kQueryWeight, kMemoryWeight, kMemory}) {
    if (!node.has_shape(i) || Rank(node.shape(i)) != 3)
      return node.Conflict("expected QW, MW and M of rank 3");
  }
  const Shape& m = node.shape(kMemory);
  const Shape& mw = node.shape(kMemoryWeight);
  const Shape& qw = node.shape(kQueryWeight);
  if (mw[1] != m[2] || qw[2] != mw[2]) return node.Conflict("QW, MW and M do not fit each other");
  Memory memory{.steps = m[1], .depth = m[2], .attention = mw[2]};
  if (node.has_shape(kAttentionWeight)) {
    if (Rank(node.shape(kAttentionWeight)) != 3) return node.Conflict("expected AW of rank 3");
    memory.output = node.shape(kAttentionWeight)[2];
  }
  return memory;
}

// The cell sees the input and the attention state side by side, so W is wider than X.
absl::StatusOr<RnnExtents> ReadCell(const NodeView& node, const Memory& memory) {
  const Shape& x = node.shape(0);
  const Shape& w = node.shape(1);
  const Shape& r = node.shape(2);
  if (Rank(x) != 3 || Rank(w) != 3 || Rank(r) != 3)
    return node.Conflict("expected X, W and R of rank 3");
  RnnExtents rnn{.sequence = x[0], .batch = x[1], .hidden = r[2], .directions = w[0]};
  const int64_t state = memory.output > 0 ? memory.output : memory.depth;
  ASSIGN_OR_RETURN(rnn.input, ToExtent(node, Count(x[2]) + state, "the cell input"));
  ASSIGN_OR_RETURN(const int64_t rows, ToExtent(node, Count(rnn.hidden) * 4, "the hidden size"));
  RETURN_IF_ERROR(ExpectShape(node, 1, "W", {rnn.directions, rows, rnn.input}));
  RETURN_IF_ERROR(ExpectShape(node, 2, "R", {rnn.directions, rows, rnn.hidden}));
  if (rnn.directions != 1 && rnn.directions != 2)
    return node.Conflict("expected 1 or 2 directions");
  return rnn;
}

absl::Status InferAttn(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Memory memory, ReadMemory(node));
  ASSIGN_OR_RETURN(const RnnExtents rnn, ReadCell(node, memory));
  SetRnnOutputs(node, RnnCell::kLstm, rnn, out);
  return absl::OkStatus();
}

void WorkAttn(const NodeView& node, Work& work) {
  const auto memory = ReadMemory(node);
  if (!memory.ok()) return;
  const auto rnn = ReadCell(node, *memory);
  if (!rnn.ok()) return;
  BoundUnlessKnown(node, kMemoryLengths, work);  // all of the memory
  const Count bytes_of_x = work.read_bytes[0];
  AddRnnWork(node, RnnCell::kLstm, *rnn, work);
  work.read_bytes[0] = bytes_of_x;
  const Count steps = RnnSteps(node, *rnn) * rnn->directions;
  const Count rows = Count(rnn->batch) * rnn->directions * memory->steps;
  AddProjection(rows, memory->depth, memory->attention, false, work);  // keys, once
  AddProjection(steps, rnn->hidden, memory->attention, false, work);   // processed query
  const Count aligned = steps * memory->steps;
  work.arithmetic += aligned * memory->attention;                 // keys + query
  work.transcendentals += aligned * memory->attention + aligned;  // tanh; exp of softmax
  work.arithmetic += aligned * 3;
  work.comparisons += aligned;
  work.macs += aligned * memory->attention + aligned * memory->depth;  // V . tanh; context
  if (memory->output > 0)
    AddProjection(steps, Count(rnn->hidden) + memory->depth, memory->output, false, work);
}

}  // namespace

std::vector<OperatorRule> FusedRecurrentRules() {
  return {
      {.op = "AttnLSTM",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kRecurrent,
       .infer = InferAttn,
       .work = WorkAttn,
       .formula = "LSTM over input + attention state; keys once; per step: query projection, "
                  "tanh, score, softmax and context over the memory, attention layer",
       .source = "ONNX Runtime contrib operator AttnLSTM (Bahdanau attention)",
       .min_inputs = 3,
       .buffer_inputs = 1U << 4 | 1U << 5 | 1U << 6 | 1U << kMemory | 1U << kMemoryLengths},
      {.op = "DynamicQuantizeLSTM",
       .domain = "com.microsoft",
       .versions = {1},
       .op_class = OperatorClass::kRecurrent,
       .infer = InferQuantized,
       .work = WorkQuantized,
       .formula = "MACs as LSTM in int8; input and hidden states quantised (4 comparisons, 3 "
                  "arithmetic), sums of both projections scaled",
       .source = "ONNX Runtime contrib operator DynamicQuantizeLSTM",
       .min_inputs = 3,
       .buffer_inputs = 1U << 4 | 1U << 5 | 1U << 6 | 0xFU << 8},
  };
}

}  // namespace roofline
