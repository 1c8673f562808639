#include <fmt/format.h>

#include "costmodel/operators/layout.h"
#include "costmodel/operators/moments.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"

namespace roofline {
namespace {

// ONNX Runtime's form for training, which also gives the statistics of the batch.
constexpr std::string_view kInternal = "BatchNormInternal";

// The statistics' extent. `spatial` = 0 (before version 9) keeps one for every position.
Shape StatisticsShape(const NodeView& node) {
  const Shape& x = node.shape(0);
  if (Rank(x) < 2) return {1};
  if (node.attr_int("spatial", 1) == 0) return Shape(x.begin() + 1, x.end());
  return {Channels(x, ChannelOrderOf(node))};
}

// Version 14 has an attribute for it; before, outputs beyond Y ask for training.
bool IsTraining(const NodeView& node) {
  if (node.op() == kInternal) return node.attr_int("training_mode", 1) != 0;
  if (node.opset() >= 14) return node.attr_int("training_mode", 0) != 0;
  if (node.opset() < 7 && node.attr_int("is_test", 0) != 0) return false;
  return node.has_output(1) || node.has_output(2);
}

absl::Status InferBatchNorm(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  if (x.empty()) return node.Conflict("expected X of rank 1 or more");
  const Shape statistics = StatisticsShape(node);
  for (int i = 1; i < 5; ++i) {
    if (node.shape(i) != statistics && Elements(node.shape(i)) != Elements(statistics)) {
      return node.Conflict(fmt::format("input {} is {}, expected one number per channel, {}", i,
                                       ShapeText(node.shape(i)), ShapeText(statistics)));
    }
  }
  out.Set(0, node.dtype(0), x);
  for (int i = 1; i < node.num_outputs(); ++i) out.Set(i, node.dtype(3), statistics);
  return absl::OkStatus();
}

void WorkBatchNorm(const NodeView& node, Work& work) {
  const Count n = node.elements(0);
  if (IsTraining(node)) {
    const Count channels = Elements(StatisticsShape(node));
    AddMoments(work, n, channels);
    // running = running * momentum + current * (1 - momentum), for mean and variance
    work.arithmetic += Count(2) * channels;
    work.fmas += Count(2) * channels;
  }
  work.fmas += n;
  AddActivation(work, node.attr_string("activation", ""), n);
}

}  // namespace

std::vector<OperatorRule> BatchNormRules() {
  const OperatorRule rule = {
      .op = "BatchNormalization",
      .versions = {1, 6, 7, 9, 14, 15},
      .op_class = OperatorClass::kNormalization,
      .infer = InferBatchNorm,
      .work = WorkBatchNorm,
      .formula = "inference: n FMAs (folded scale and shift); training: mean and variance as well",
      .source =
          "ONNX operator BatchNormalization; statistics fold into one factor and one offset "
          "per channel",
      .min_inputs = 5,
      .buffer_inputs = 1U << 3 | 1U << 4};
  OperatorRule channels_last = rule;
  channels_last.domain = "com.ms.internal.nhwc";
  OperatorRule internal = rule;
  internal.op = kInternal;
  internal.domain = "com.microsoft";
  internal.versions = {1};
  internal.source = "ONNX Runtime operator BatchNormInternal";
  return {rule, channels_last, internal};
}

}  // namespace roofline
