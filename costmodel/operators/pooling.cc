#include "costmodel/operators/pooling.h"

#include <utility>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/scalar_work.h"
#include "costmodel/operators/window.h"

namespace roofline {
namespace {

constexpr std::string_view kPoolingSource = "ONNX operator text: one reduction per window";

}  // namespace

absl::StatusOr<Shape> PooledShape(const NodeView& node, const Shape& x, ChannelOrder order) {
  if (Rank(x) < 3) return node.Conflict("expected X of rank 3 or more");
  const std::vector<int64_t>* kernel = node.attr_ints("kernel_shape");
  if (kernel == nullptr || kernel->empty()) return node.Conflict("kernel_shape is missing");
  const Shape input = SpatialExtents(x, order);
  ASSIGN_OR_RETURN(const Window window, ReadWindow(node, Shape(input.size(), 1)));
  ASSIGN_OR_RETURN(const Shape spatial, SlideWindow(node, window, input));
  return ImageShape(x[0], Channels(x, order), spatial, order);
}

absl::StatusOr<Shape> GloballyPooledShape(const NodeView& node, const Shape& x,
                                          ChannelOrder order) {
  if (Rank(x) < 2) return node.Conflict("expected X of rank 2 or more");
  return ImageShape(x[0], Channels(x, order), Shape(x.size() - 2, 1), order);
}

Count WindowElements(const NodeView& node) {
  Count product = 1;
  if (const std::vector<int64_t>* kernel = node.attr_ints("kernel_shape")) {
    for (const int64_t extent : *kernel) product *= extent;
  }
  return product;
}

Count GlobalWindowElements(const Shape& x, const Shape& y) {
  const Count outputs = Elements(y);
  return outputs == Count(0) ? Count(0) : Elements(x) / outputs;
}

void AddMaxPooling(Work& work, DType dtype, Count y, Count window) {
  if (window == Count(0)) return;
  AddComparisons(work, dtype, y * (window - Count(1)));
}

void AddAveragePooling(Work& work, DType dtype, Count y, Count window) {
  AddArithmetic(work, dtype, y * window);
}

namespace {

absl::Status InferPool(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, PooledShape(node, node.shape(0), ChannelOrderOf(node)));
  out.Set(1, DType::kInt64, y);  // MaxPool's Indices
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

absl::Status InferGlobalPool(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(Shape y, GloballyPooledShape(node, node.shape(0), ChannelOrderOf(node)));
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

// ONNX Runtime's channels-last forms may carry an activation.
void AddFusedActivation(const NodeView& node, Work& work) {
  AddActivation(work, node.attr_string("activation", ""), node.out_elements(0));
}

void WorkMaxPool(const NodeView& node, Work& work) {
  AddMaxPooling(work, node.dtype(0), node.out_elements(0), WindowElements(node));
  AddFusedActivation(node, work);
}

void WorkAveragePool(const NodeView& node, Work& work) {
  AddAveragePooling(work, node.dtype(0), node.out_elements(0), WindowElements(node));
  AddFusedActivation(node, work);
}

void WorkGlobalMaxPool(const NodeView& node, Work& work) {
  AddMaxPooling(work, node.dtype(0), node.out_elements(0),
                GlobalWindowElements(node.shape(0), node.out_shape(0)));
}

void WorkGlobalAveragePool(const NodeView& node, Work& work) {
  AddAveragePooling(work, node.dtype(0), node.out_elements(0),
                    GlobalWindowElements(node.shape(0), node.out_shape(0)));
  AddFusedActivation(node, work);
}

// p is a float in version 1 of LpPool and GlobalLpPool, an integer later.
double NormOrder(const NodeView& node) {
  return node.attr_float("p", static_cast<double>(node.attr_int("p", 2)));
}

void AddLpPooling(const NodeView& node, Work& work, Count window) {
  if (window == Count(0)) return;
  const Count y = node.out_elements(0);
  const double p = NormOrder(node);
  if (p == 1) {
    work.arithmetic += y * (window + window - Count(1));
  } else if (p == 2) {
    work.fmas += y * window;
    work.arithmetic += y;
  } else {
    work.transcendentals += y * (window + Count(1));
    work.arithmetic += y * (window + window - Count(1));
  }
}

void WorkLpPool(const NodeView& node, Work& work) {
  AddLpPooling(node, work, WindowElements(node));
}

void WorkGlobalLpPool(const NodeView& node, Work& work) {
  AddLpPooling(node, work, GlobalWindowElements(node.shape(0), node.out_shape(0)));
}

// The ai.onnx rules.
std::vector<OperatorRule> OnnxRules() {
  return {
      {.op = "MaxPool",
       .versions = {1, 8, 10, 11, 12, 22},
       .op_class = OperatorClass::kPooling,
       .infer = InferPool,
       .work = WorkMaxPool,
       .formula = "y * (prod(kernel) - 1) comparisons",
       .source = kPoolingSource},
      {.op = "AveragePool",
       .versions = {1, 7, 10, 11, 19, 22},
       .op_class = OperatorClass::kPooling,
       .infer = InferPool,
       .work = WorkAveragePool,
       .formula = "y * prod(kernel): prod(kernel) - 1 additions and a division per output",
       .source = kPoolingSource},
      {.op = "LpPool",
       .versions = {1, 2, 11, 18, 22},
       .op_class = OperatorClass::kPooling,
       .infer = InferPool,
       .work = WorkLpPool,
       .formula = "k = prod(kernel); p = 1: y*(2k-1) abs and add; p = 2: y*k FMAs, y square roots; "
                  "else y*(k+1) powers, y*(2k-1)",
       .source = kPoolingSource},
      {.op = "GlobalMaxPool",
       .versions = {1, 22},
       .op_class = OperatorClass::kPooling,
       .infer = InferGlobalPool,
       .work = WorkGlobalMaxPool,
       .formula = "x - y comparisons",
       .source = kPoolingSource},
      {.op = "GlobalAveragePool",
       .versions = {1, 22},
       .op_class = OperatorClass::kPooling,
       .infer = InferGlobalPool,
       .work = WorkGlobalAveragePool,
       .formula = "x: x - y additions and y divisions",
       .source = kPoolingSource},
      {.op = "GlobalLpPool",
       .versions = {1, 2, 22},
       .op_class = OperatorClass::kPooling,
       .infer = InferGlobalPool,
       .work = WorkGlobalLpPool,
       .formula = "as LpPool with k = x / y",
       .source = kPoolingSource},
  };
}

OperatorRule InDomain(OperatorRule rule, std::string_view domain, std::string_view op,
                      std::vector<int> versions) {
  rule.domain = domain;
  rule.op = op;
  rule.versions = std::move(versions);
  return rule;
}

}  // namespace

std::vector<OperatorRule> PoolingRules() {
  std::vector<OperatorRule> rules = OnnxRules();
  const size_t onnx_rules = rules.size();
  for (size_t i = 0; i < onnx_rules; ++i) {  // channels last, numbered as in ai.onnx
    rules.push_back(InDomain(rules[i], "com.ms.internal.nhwc", rules[i].op, rules[i].versions));
  }
  for (size_t i = 0; i < onnx_rules; ++i) {  // channels in blocks; shapes read as channels first
    if (rules[i].op != "LpPool" && rules[i].op != "GlobalLpPool")
      rules.push_back(InDomain(rules[i], "com.microsoft.nchwc", rules[i].op, {1}));
  }
  rules.push_back(InDomain(rules[0], "com.microsoft", "NhwcMaxPool", {1}));
  rules.push_back(InDomain(rules[0], "com.microsoft", "MaxpoolWithMask", {1}));
  return rules;
}

}  // namespace roofline
