#ifndef ROOFLINE_COSTMODEL_OPERATORS_RNN_CELL_H_
#define ROOFLINE_COSTMODEL_OPERATORS_RNN_CELL_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

namespace roofline {

enum class RnnCell : uint8_t { kRnn, kGru, kLstm };

int GatesOf(RnnCell cell);  // 1, 3, 4

// The extents of a recurrent node: X [seq, batch, input] ([batch, seq, input] with layout 1), one
// set of weights per direction.
struct RnnExtents {
  int64_t sequence = 0;
  int64_t batch = 0;
  int64_t input = 0;
  int64_t hidden = 0;
  int64_t directions = 1;
  bool batch_first = false;
};

// Checks X, W, R, B, sequence_lens, the initial states and the peepholes against each other and the
// attributes. `transposed_weights`: W [dirs, input, gates*hidden] and R [dirs, hidden,
// gates*hidden] (the quantized form) instead of [dirs, gates*hidden, ...].
absl::StatusOr<RnnExtents> ReadRnn(const NodeView& node, RnnCell cell, bool transposed_weights);

// Y, Y_h and, for an LSTM, Y_c.
void SetRnnOutputs(const NodeView& node, RnnCell cell, const RnnExtents& rnn, OutputFacts& out);

// Steps of all the batch entries of one direction: the sum of sequence_lens when known, else
// sequence * batch, which bounds it.
Count RnnSteps(const NodeView& node, const RnnExtents& rnn);

// One run: the projections as MACs, then biases, activations, peepholes, clipping and the state
// update of every step. R is read at every step. An upper bound when sequence_lens are there but
// not known.
void AddRnnWork(const NodeView& node, RnnCell cell, const RnnExtents& rnn, Work& work);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_RNN_CELL_H_
