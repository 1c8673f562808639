#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "costmodel/operators/int_list.h"
#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/view.h"

namespace roofline {
namespace {

// A target written into the model for another batch: how many times too large the tensor is; 0 when
// that is not what is wrong.
int64_t TimesTheBatch(const NodeView& node, const std::vector<int64_t>& target, const Shape& y) {
  const Shape& x = node.shape(0);
  const bool written = node.has_attr("shape") || (node.has_input(1) && node.input(1).constant);
  if (!written || x.empty() || target.empty() || target[0] < 1 || x[0] % target[0] != 0) return 0;
  const int64_t times = x[0] / target[0];
  return times > 1 && Elements(y) * times == Elements(x) ? times : 0;
}

absl::Status CannotReshape(const NodeView& node, const std::vector<int64_t>& target,
                           const Shape& y) {
  if (const int64_t times = TimesTheBatch(node, target, y)) {
    return node.Conflict(fmt::format(
        "the model fixes its batch here: it reshapes to the constant [{}], but {} is {} times as "
        "large; take a batch {} times smaller, or export the model with a target that starts "
        "with -1",
        fmt::join(target, ", "), ShapeText(node.shape(0)), times, times));
  }
  const auto elements = [](const Shape& shape) {
    const Count count = Elements(shape);
    return count.ok() ? fmt::format("{} elements", count.value()) : "too many elements";
  };
  const bool open = std::find(target.begin(), target.end(), -1) != target.end();
  return node.Conflict(fmt::format("cannot reshape {} ({}) to [{}]{}", ShapeText(node.shape(0)),
                                   elements(node.shape(0)), fmt::join(target, ", "),
                                   open ? std::string() : fmt::format(" ({})", elements(y))));
}

// The extent that -1 stands for. Extents taken over from x with 0 cancel out of both sides, so that
// an empty batch keeps a definite answer.
Count OpenExtent(const Shape& x, const std::vector<int64_t>& target, bool allow_zero) {
  Shape rest_x;
  Shape rest_y;
  for (size_t d = 0; d < std::max(x.size(), target.size()); ++d) {
    const bool copied = d < target.size() && target[d] == 0 && !allow_zero;
    if (d < x.size() && !copied) rest_x.push_back(x[d]);
    if (d < target.size() && !copied && target[d] != -1) rest_y.push_back(target[d]);
  }
  return Elements(rest_x) / Elements(rest_y);
}

absl::StatusOr<Shape> ResolveTarget(const NodeView& node, const std::vector<int64_t>& target) {
  const Shape& x = node.shape(0);
  const bool allow_zero = node.attr_int("allowzero", 0) != 0;
  const bool open = std::find(target.begin(), target.end(), -1) != target.end();
  if (std::count(target.begin(), target.end(), -1) > 1) {
    return node.Conflict(fmt::format("target [{}] has more than one -1", fmt::join(target, ", ")));
  }
  Shape y;
  for (size_t d = 0; d < target.size(); ++d) {
    if (target[d] < -1) {
      return node.Conflict(
          fmt::format("target [{}] has a negative extent other than -1", fmt::join(target, ", ")));
    }
    if (target[d] != 0 || allow_zero) {
      y.push_back(target[d]);
    } else if (d < x.size()) {
      y.push_back(x[d]);
    } else {
      return node.Conflict(fmt::format("target [{}] copies extent {} of a rank {} tensor",
                                       fmt::join(target, ", "), d, Rank(x)));
    }
  }
  if (open) {
    const Count extent = OpenExtent(x, target, allow_zero);
    if (!extent.ok()) return CannotReshape(node, target, y);
    std::replace(y.begin(), y.end(), int64_t{-1}, extent.value());
  }
  const Count elements = Elements(y);
  if (!elements.ok() || elements != Elements(x)) return CannotReshape(node, target, y);
  return y;
}

absl::Status InferReshape(const NodeView& node, OutputFacts& out) {
  const IntList target = ReadIntList(node, "shape", 1);
  if (!target.given) return node.Conflict("expected a target shape");
  if (target.known) {
    ASSIGN_OR_RETURN(Shape y, ResolveTarget(node, target.values));
    out.Set(0, node.dtype(0), std::move(y));
    return absl::OkStatus();
  }
  if (target.length != 1) return node.NeedsValue(1, "the target shape");
  if (!node.elements(0).ok()) return node.Conflict("the number of elements overflows int64");
  out.Set(0, node.dtype(0), {node.elements(0).value()});  // one extent: there is only one answer
  return absl::OkStatus();
}

absl::Status InferFlatten(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  int64_t axis = node.attr_int("axis", 1);
  if (axis < -Rank(x) || axis > Rank(x)) {
    return node.Conflict(fmt::format("axis {} is outside of [{}, {}]", axis, -Rank(x), Rank(x)));
  }
  if (axis < 0) axis += Rank(x);
  const Count outer = Elements(Shape(x.begin(), x.begin() + axis));
  const Count inner = Elements(Shape(x.begin() + axis, x.end()));
  if (!outer.ok() || !inner.ok()) return node.Conflict("the number of elements overflows int64");
  out.Set(0, node.dtype(0), {outer.value(), inner.value()});
  return absl::OkStatus();
}

}  // namespace

std::vector<OperatorRule> ReshapeRules() {
  return {
      {.op = "Flatten",
       .versions = {1, 9, 11, 13, 21, 23, 24, 25},
       .op_class = OperatorClass::kView,
       .infer = InferFlatten,
       .value = ValueOfView,
       .work = WorkOfView,
       .formula = "a view: no arithmetic, no traffic",
       .source = "ONNX operator Flatten: the same elements as a matrix"},
      {.op = "Reshape",
       .versions = {1, 5, 13, 14, 19, 21, 23, 24, 25},
       .op_class = OperatorClass::kView,
       .infer = InferReshape,
       .value = ValueOfView,
       .work = WorkOfView,
       .formula = "a view: no arithmetic, no traffic",
       .source = "ONNX operator Reshape: the same elements in the same order"},
  };
}

}  // namespace roofline
