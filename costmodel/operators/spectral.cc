#include <fmt/format.h>

#include <cmath>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/sort_work.h"

namespace roofline {
namespace {

// The single number of operand i; nullopt when its content is not known, a conflict when it is not
// one number.
absl::StatusOr<std::optional<int64_t>> ScalarInt(const NodeView& node, int i) {
  const auto* content = node.ints(i);
  if (content == nullptr) return std::optional<int64_t>();
  if (content->size() != 1) return node.Conflict(fmt::format("input {} must be one number", i));
  return std::optional<int64_t>(content->front());
}

absl::StatusOr<int64_t> RequiredInt(const NodeView& node, int i, std::string_view what,
                                    int64_t least) {
  ASSIGN_OR_RETURN(const std::optional<int64_t> number, ScalarInt(node, i));
  if (!number) return node.NeedsValue(i, what);
  if (*number < least) return node.Conflict(fmt::format("{} is {}", what, *number));
  return *number;
}

// Operations of one complex FFT of length n: 5 n log2(n), the convention of
// https://www.fftw.org/speed/method.html; half of it when the signal is real.
Count FftOperations(int64_t n, bool real) {
  const Count full = Count(n) * 5 * CeilLog2(n);
  return real ? full / 2 : full;
}

// Axis of the transform: an attribute in DFT-17, an input from DFT-20 on.
absl::StatusOr<int> DftAxis(const NodeView& node) {
  int64_t axis = node.opset() < 20 ? node.attr_int("axis", 1) : -2;
  if (node.has_input(2)) {
    ASSIGN_OR_RETURN(const std::optional<int64_t> given, ScalarInt(node, 2));
    if (!given) return node.NeedsValue(2, "the axis");
    axis = *given;
  }
  ASSIGN_OR_RETURN(const int result, node.Axis(axis, Rank(node.shape(0))));
  if (result == Rank(node.shape(0)) - 1) {
    return node.Conflict("the last axis holds real and imaginary parts, it cannot be transformed");
  }
  return result;
}

// Length of the transform along `axis`.
absl::StatusOr<int64_t> DftLength(const NodeView& node, int axis) {
  if (node.has_input(1)) return RequiredInt(node, 1, "the DFT length", 1);
  const int64_t extent = node.shape(0)[static_cast<size_t>(axis)];
  const bool half = node.attr_int("onesided", 0) != 0 && node.attr_int("inverse", 0) != 0;
  return half && extent > 0 ? 2 * (Count(extent) - 1).value() : extent;
}

// x [..., 1 or 2] -> y [..., 2]. A one-sided spectrum has n / 2 + 1 entries; the inverse of one is
// a real signal.
absl::Status InferDft(const NodeView& node, OutputFacts& out) {
  Shape y = node.shape(0);
  if (Rank(y) < 2 || (y.back() != 1 && y.back() != 2)) {
    return node.Conflict("expected a last axis of 1 (real) or 2 (complex)");
  }
  ASSIGN_OR_RETURN(const int axis, DftAxis(node));
  ASSIGN_OR_RETURN(const int64_t length, DftLength(node, axis));
  const bool onesided = node.attr_int("onesided", 0) != 0;
  const bool inverse = node.attr_int("inverse", 0) != 0;
  if (onesided && !inverse && y.back() == 2) {
    return node.Conflict("a one-sided transform takes a real signal");
  }
  y[static_cast<size_t>(axis)] = onesided && !inverse ? length / 2 + 1 : length;
  y.back() = onesided && inverse ? 1 : 2;
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void WorkDft(const NodeView& node, Work& work) {
  const auto axis = DftAxis(node);
  if (!axis.ok()) return;
  const auto length = DftLength(node, *axis);
  if (!length.ok()) return;
  Shape signals = node.shape(0);
  signals[static_cast<size_t>(*axis)] = 1;
  signals.back() = 1;
  const bool real = node.shape(0).back() == 1 || node.out_shape(0).back() == 1;
  work.arithmetic = Elements(signals) * FftOperations(*length, real);
}

// Length of one frame: given, or that of the window.
absl::StatusOr<int64_t> FrameLength(const NodeView& node) {
  if (node.has_input(3)) return RequiredInt(node, 3, "the frame length", 1);
  if (node.has_shape(2) && Rank(node.shape(2)) == 1) return node.shape(2)[0];
  return node.Conflict("expected a window or a frame length");
}

// signal [B, L] or [B, L, 1 or 2] -> [B, frames, bins, 2].
absl::Status InferStft(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (Rank(x) < 2 || Rank(x) > 3) return node.Conflict("expected a signal of rank 2 or 3");
  ASSIGN_OR_RETURN(const int64_t step, RequiredInt(node, 1, "the frame step", 1));
  ASSIGN_OR_RETURN(const int64_t length, FrameLength(node));
  if (length < 1 || length > x[1]) {
    return node.Conflict(fmt::format("a frame of {} in a signal of {}", length, x[1]));
  }
  const bool onesided = node.attr_int("onesided", 1) != 0;
  const int64_t frames = (x[1] - length) / step + 1;
  out.Set(0, node.dtype(0), {x[0], frames, onesided ? length / 2 + 1 : length, 2});
  return absl::OkStatus();
}

void WorkStft(const NodeView& node, Work& work) {
  const auto length = FrameLength(node);
  if (!length.ok()) return;
  const bool real = Rank(node.shape(0)) == 2 || node.shape(0)[2] == 1;
  const Count frames = Count(node.out_shape(0)[0]) * node.out_shape(0)[1];
  Count per_frame = FftOperations(*length, real);
  if (node.has_input(2)) per_frame += Count(*length) * (real ? 1 : 2);
  work.arithmetic = frames * per_frame;
}

absl::Status InferMelWeightMatrix(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const int64_t bins, RequiredInt(node, 0, "the number of mel bins", 0));
  ASSIGN_OR_RETURN(const int64_t length, RequiredInt(node, 1, "the DFT length", 0));
  const auto dtype = DTypeFromOnnx(node.attr_int("output_datatype", 1));
  if (!dtype) return node.Conflict("output_datatype names no type");
  out.Set(0, *dtype, {length / 2 + 1, bins});
  return absl::OkStatus();
}

// Every weight lies on one of two slopes: a subtraction and a division. The edges of the bins need
// a power each.
void WorkMelWeightMatrix(const NodeView& node, Work& work) {
  work.arithmetic = Count(2) * node.out_elements(0);
  work.transcendentals = Count(node.out_shape(0)[1]) + 2;
}

}  // namespace

std::vector<OperatorRule> SpectralRules() {
  return {
      {.op = "DFT",
       .versions = {17, 20},
       .op_class = OperatorClass::kOther,
       .infer = InferDft,
       .work = WorkDft,
       .formula = "5 n ceil(log2(n)) operations per complex signal of n, half for a real one",
       .source = "ONNX operator DFT; model: FFT as counted by fftw.org/speed/method.html",
       .precision = WorkPrecision::kModel},
      {.op = "MelWeightMatrix",
       .versions = {17},
       .op_class = OperatorClass::kOther,
       .infer = InferMelWeightMatrix,
       .work = WorkMelWeightMatrix,
       .formula = "2y arithmetic, bins + 2 transcendentals",
       .source = "ONNX operator MelWeightMatrix",
       .precision = WorkPrecision::kModel,
       .min_inputs = 5,
       .buffer_inputs = 0b11111},
      {.op = "STFT",
       .versions = {17},
       .op_class = OperatorClass::kOther,
       .infer = InferStft,
       .work = WorkStft,
       .formula = "per frame of n: 5 n ceil(log2(n)) operations (half for a real signal), "
                  "n products with the window (2n complex)",
       .source = "ONNX operator STFT; model: FFT as counted by fftw.org/speed/method.html",
       .precision = WorkPrecision::kModel,
       .min_inputs = 2,
       .buffer_inputs = 1U << 2},
  };
}

}  // namespace roofline
