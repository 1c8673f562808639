#include "costmodel/operators/rnn_cell.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <string>

#include "costmodel/operators/attention_core.h"

namespace roofline {
namespace {

// Positions of the operands that the three operators share.
constexpr int kX = 0, kW = 1, kR = 2, kB = 3, kSequenceLens = 4, kInitialH = 5, kInitialC = 6,
              kPeepholes = 7;

// Operations of one activation applied to one element.
struct RnnCellActivation {
  std::string_view name;  // lower case: runtimes do not distinguish case
  int fmas = 0;
  int arithmetic = 0;
  int comparisons = 0;
  int transcendentals = 0;
};

// The functions that the texts of RNN, GRU and LSTM name; sigmoid is 1 / (1 + exp(-x)), the sign
// folded into the argument.
constexpr std::array<RnnCellActivation, 11> kRnnCellActivations = {{
    {.name = "relu", .comparisons = 1},
    {.name = "tanh", .transcendentals = 1},
    {.name = "sigmoid", .arithmetic = 2, .transcendentals = 1},
    {.name = "affine", .fmas = 1},
    {.name = "leakyrelu", .arithmetic = 1, .comparisons = 1},
    {.name = "thresholdedrelu", .comparisons = 1},
    {.name = "scaledtanh", .arithmetic = 2, .transcendentals = 1},
    {.name = "hardsigmoid", .fmas = 1, .comparisons = 2},
    {.name = "elu", .arithmetic = 2, .comparisons = 1, .transcendentals = 1},
    {.name = "softsign", .arithmetic = 3},
    {.name = "softplus", .arithmetic = 1, .transcendentals = 2},
}};

const RnnCellActivation* FindRnnCellActivation(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto* found = std::find_if(kRnnCellActivations.begin(), kRnnCellActivations.end(),
                                   [&](const RnnCellActivation& a) { return a.name == lower; });
  return found == kRnnCellActivations.end() ? nullptr : found;
}

// Activation functions of one direction in attribute order (LSTM f g h, GRU f g, RNN f), and
// how many elements of the hidden state each is applied to per step.
struct ActivationSlots {
  std::array<std::string_view, 3> defaults;
  std::array<int, 3> uses;
  size_t count;
};

ActivationSlots SlotsOf(RnnCell cell) {
  switch (cell) {
    case RnnCell::kLstm:  // f on the gates i, o, f; g on c; h on the new cell state
      return {{"sigmoid", "tanh", "tanh"}, {3, 1, 1}, 3};
    case RnnCell::kGru:  // f on z and r; g on h
      return {{"sigmoid", "tanh", ""}, {2, 1, 0}, 2};
    case RnnCell::kRnn:
      break;
  }
  return {{"tanh", "", ""}, {1, 0, 0}, 1};
}

const RnnCellActivation* ActivationAt(const NodeView& node, RnnCell cell, size_t direction,
                                      size_t slot) {
  const ActivationSlots slots = SlotsOf(cell);
  const auto* names = node.attr_strings("activations");
  const size_t at = direction * slots.count + slot;
  if (names == nullptr || names->empty()) return FindRnnCellActivation(slots.defaults[slot]);
  return at < names->size() ? FindRnnCellActivation((*names)[at]) : nullptr;
}

absl::Status CheckActivations(const NodeView& node, RnnCell cell, int64_t directions) {
  const size_t slots = SlotsOf(cell).count;
  for (size_t d = 0; d < static_cast<size_t>(directions); ++d) {
    for (size_t slot = 0; slot < slots; ++slot) {
      if (ActivationAt(node, cell, d, slot) == nullptr) {
        return node.Conflict(fmt::format(
            "expected {} known activations for each of {} directions; number {} is missing or "
            "unknown",
            slots, directions, d * slots + slot + 1));
      }
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<int64_t> Directions(const NodeView& node) {
  const std::string_view direction = node.attr_string("direction", "forward");
  if (direction == "bidirectional") return int64_t{2};
  // GRU-1 spells its default "foward".
  if (direction == "forward" || direction == "reverse" || direction == "foward") return int64_t{1};
  return node.Conflict(
      fmt::format("direction '{}' is not forward, reverse or bidirectional", direction));
}

Shape StateShape(const RnnExtents& rnn) {
  return rnn.batch_first ? Shape{rnn.batch, rnn.directions, rnn.hidden}
                         : Shape{rnn.directions, rnn.batch, rnn.hidden};
}

absl::Status CheckOptionalInputs(const NodeView& node, RnnCell cell, const RnnExtents& rnn) {
  const int64_t rows = GatesOf(cell) * rnn.hidden;
  RETURN_IF_ERROR(ExpectShape(node, kB, "B", {rnn.directions, 2 * rows}));
  RETURN_IF_ERROR(ExpectShape(node, kSequenceLens, "sequence_lens", {rnn.batch}));
  RETURN_IF_ERROR(ExpectShape(node, kInitialH, "initial_h", StateShape(rnn)));
  if (cell != RnnCell::kLstm) return absl::OkStatus();
  RETURN_IF_ERROR(ExpectShape(node, kInitialC, "initial_c", StateShape(rnn)));
  return ExpectShape(node, kPeepholes, "P", {rnn.directions, 3 * rnn.hidden});
}

// Operations on one element of the hidden state in one step of one direction, activations apart.
Work CellWork(const NodeView& node, RnnCell cell) {
  Work work;
  const bool bias = node.has_input(kB);
  const int gates = GatesOf(cell);
  if (node.has_attr("clip")) work.comparisons = 2 * gates;
  if (bias) work.arithmetic = gates;  // Wb + Rb is one constant
  if (cell == RnnCell::kLstm) {
    work.fmas = 1;         // f * C + (i * c)
    work.arithmetic += 2;  // i * c, o * h(C)
    if (node.has_input(kPeepholes)) work.fmas += 3;
    if (node.attr_int("input_forget", 0) != 0) work.arithmetic += 1;  // f = 1 - i
  } else if (cell == RnnCell::kGru) {
    work.fmas = 1;         // (1 - z) * h + (z * H)
    work.arithmetic += 2;  // 1 - z, z * H
    if (node.attr_int("linear_before_reset", 0) != 0) {
      work.fmas += 1;                  // Xh + r * (H Rh + Rbh)
      if (bias) work.arithmetic += 1;  // Rbh does not join Wbh
    } else {
      work.arithmetic += 1;  // r * H
    }
  }
  return work;
}

void AddActivations(const NodeView& node, RnnCell cell, size_t direction, Work& per_element) {
  const ActivationSlots slots = SlotsOf(cell);
  const bool coupled = cell == RnnCell::kLstm && node.attr_int("input_forget", 0) != 0;
  for (size_t slot = 0; slot < slots.count; ++slot) {
    const RnnCellActivation* activation = ActivationAt(node, cell, direction, slot);
    if (activation == nullptr) continue;
    const int uses = slots.uses[slot] - (coupled && slot == 0 ? 1 : 0);
    per_element.fmas += uses * activation->fmas;
    per_element.arithmetic += uses * activation->arithmetic;
    per_element.comparisons += uses * activation->comparisons;
    per_element.transcendentals += uses * activation->transcendentals;
  }
}

// The longest of the sequences that run side by side.
Count TimeSteps(const NodeView& node, const RnnExtents& rnn) {
  const auto* lengths = node.ints(kSequenceLens);
  if (lengths == nullptr || lengths->empty()) return rnn.sequence;
  return std::clamp<int64_t>(*std::max_element(lengths->begin(), lengths->end()), 0, rnn.sequence);
}

}  // namespace

int GatesOf(RnnCell cell) {
  switch (cell) {
    case RnnCell::kLstm:
      return 4;
    case RnnCell::kGru:
      return 3;
    case RnnCell::kRnn:
      break;
  }
  return 1;
}

absl::StatusOr<RnnExtents> ReadRnn(const NodeView& node, RnnCell cell, bool transposed_weights) {
  const Shape& x = node.shape(kX);
  const Shape& w = node.shape(kW);
  const Shape& r = node.shape(kR);
  if (Rank(x) != 3 || Rank(w) != 3 || Rank(r) != 3)
    return node.Conflict("expected X, W and R of rank 3");
  RnnExtents rnn;
  rnn.batch_first = node.attr_int("layout", 0) != 0;
  rnn.sequence = x[rnn.batch_first ? 1 : 0];
  rnn.batch = x[rnn.batch_first ? 0 : 1];
  rnn.input = x[2];
  rnn.hidden = r[transposed_weights ? 1 : 2];
  ASSIGN_OR_RETURN(rnn.directions, Directions(node));
  if (const int64_t declared = node.attr_int("hidden_size", rnn.hidden); declared != rnn.hidden)
    return node.Conflict(fmt::format("hidden_size is {}, R has {}", declared, rnn.hidden));
  if (rnn.hidden > std::numeric_limits<int64_t>::max() / 8)
    return node.Conflict("the hidden size overflows");
  const int64_t rows = GatesOf(cell) * rnn.hidden;
  const auto weights = [&](int64_t columns) {
    return transposed_weights ? Shape{rnn.directions, columns, rows}
                              : Shape{rnn.directions, rows, columns};
  };
  RETURN_IF_ERROR(ExpectShape(node, kW, "W", weights(rnn.input)));
  RETURN_IF_ERROR(ExpectShape(node, kR, "R", weights(rnn.hidden)));
  RETURN_IF_ERROR(CheckOptionalInputs(node, cell, rnn));
  RETURN_IF_ERROR(CheckActivations(node, cell, rnn.directions));
  return rnn;
}

void SetRnnOutputs(const NodeView& node, RnnCell cell, const RnnExtents& rnn, OutputFacts& out) {
  const DType dtype = node.dtype(kX);
  out.Set(0, dtype,
          rnn.batch_first ? Shape{rnn.batch, rnn.sequence, rnn.directions, rnn.hidden}
                          : Shape{rnn.sequence, rnn.directions, rnn.batch, rnn.hidden});
  out.Set(1, dtype, StateShape(rnn));
  if (cell == RnnCell::kLstm) out.Set(2, dtype, StateShape(rnn));
}

Count RnnSteps(const NodeView& node, const RnnExtents& rnn) {
  const auto* lengths = node.ints(kSequenceLens);
  if (lengths == nullptr) return Count(rnn.sequence) * rnn.batch;
  Count steps;
  for (const int64_t length : *lengths) steps += std::clamp<int64_t>(length, 0, rnn.sequence);
  return steps;
}

void AddRnnWork(const NodeView& node, RnnCell cell, const RnnExtents& rnn, Work& work) {
  const Count cells = RnnSteps(node, rnn) * rnn.hidden;
  work.macs += cells * rnn.directions * GatesOf(cell) * (Count(rnn.input) + rnn.hidden);
  for (size_t d = 0; d < static_cast<size_t>(rnn.directions); ++d) {
    Work per_element = CellWork(node, cell);
    AddActivations(node, cell, d, per_element);
    work.fmas += per_element.fmas * cells;
    work.arithmetic += per_element.arithmetic * cells;
    work.comparisons += per_element.comparisons * cells;
    work.transcendentals += per_element.transcendentals * cells;
  }
  BoundUnlessKnown(node, kSequenceLens, work);
  work.read_bytes[kX] = BytesOf(node.dtype(kX), RnnSteps(node, rnn) * rnn.input);
  // The input is projected for all steps at once; the state of a step waits for the one before, so
  // that its weights are read again.
  work.read_bytes[kR] *= TimeSteps(node, rnn);
}

}  // namespace roofline
