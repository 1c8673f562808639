#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "costmodel/operators/operator_rule.h"
#include "costmodel/operators/pick.h"

namespace roofline {
namespace {

absl::Status InferGather(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& indices = node.shape(1);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 0), Rank(x)));
  Shape y(x.begin(), x.begin() + axis);
  y.insert(y.end(), indices.begin(), indices.end());
  y.insert(y.end(), x.begin() + axis + 1, x.end());
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void ValueGather(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const auto axis = node.Axis(node.attr_int("axis", 0), Rank(x));
  const auto* indices = node.ints(1);
  if (!axis.ok() || indices == nullptr || !HoldsContent(out, 0)) return;
  const auto along = static_cast<size_t>(*axis);
  const Shape strides = RowMajorStrides(x);
  const Shape index_strides = RowMajorStrides(node.shape(1));
  const size_t index_rank = index_strides.size();
  std::vector<int64_t> at;
  bool inside = true;
  ForEachPosition(*out.fact(0).shape, [&](const Shape& position) {
    int64_t flat = 0;
    int64_t which = 0;
    for (size_t d = 0; d < position.size(); ++d) {
      if (d < along) {
        flat += position[d] * strides[d];
      } else if (d < along + index_rank) {
        which += position[d] * index_strides[d - along];
      } else {
        flat += position[d] * strides[d - index_rank + 1];
      }
    }
    const int64_t index = WrapIndex((*indices)[static_cast<size_t>(which)], x[along]);
    inside = inside && index >= 0;
    at.push_back(flat + index * strides[along]);
  });
  if (inside) SetPicked(node, 0, out, 0, at);
}

absl::Status InferGatherElements(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& indices = node.shape(1);
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 0), Rank(x)));
  if (Rank(indices) != Rank(x)) return node.Conflict("expected indices of the rank of data");
  for (int d = 0; d < Rank(x); ++d) {
    const auto dim = static_cast<size_t>(d);
    if (d != axis && indices[dim] > x[dim]) {
      return node.Conflict(fmt::format("indices reach beyond data along axis {}", d));
    }
  }
  out.Set(0, node.dtype(0), indices);
  return absl::OkStatus();
}

void ValueGatherElements(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const auto axis = node.Axis(node.attr_int("axis", 0), Rank(x));
  const auto* indices = node.ints(1);
  if (!axis.ok() || indices == nullptr || !HoldsContent(out, 0)) return;
  const Shape strides = RowMajorStrides(x);
  std::vector<int64_t> at;
  bool inside = true;
  ForEachPosition(*out.fact(0).shape, [&](const Shape& position) {
    const auto along = static_cast<size_t>(*axis);
    Shape source = position;
    source[along] = WrapIndex((*indices)[at.size()], x[along]);
    inside = inside && source[along] >= 0;
    at.push_back(FlatIndex(source, strides));
  });
  if (inside) SetPicked(node, 0, out, 0, at);
}

absl::Status InferGatherNd(const NodeView& node, OutputFacts& out) {
  const Shape& x = node.shape(0);
  const Shape& indices = node.shape(1);
  const int64_t batch = node.attr_int("batch_dims", 0);
  if (Rank(x) < 1 || Rank(indices) < 1)
    return node.Conflict("expected data and indices of rank 1 up");
  if (batch < 0 || batch >= Rank(x) || batch >= Rank(indices)) {
    return node.Conflict(fmt::format("batch_dims {} is not below both ranks", batch));
  }
  const int64_t depth = indices.back();
  if (depth < 1 || depth > Rank(x) - batch) {
    return node.Conflict(fmt::format("index tuples of {} for data of {} axes after the batch",
                                     depth, Rank(x) - batch));
  }
  if (!std::equal(x.begin(), x.begin() + batch, indices.begin())) {
    return node.Conflict("the batch extents of data and indices differ");
  }
  Shape y(indices.begin(), indices.end() - 1);
  y.insert(y.end(), x.begin() + batch + depth, x.end());
  out.Set(0, node.dtype(0), std::move(y));
  return absl::OkStatus();
}

void ValueGatherNd(const NodeView& node, OutputFacts& out) {
  const auto* indices = node.ints(1);
  if (indices == nullptr || !HoldsContent(out, 0)) return;
  const Shape& x = node.shape(0);
  const auto batch = static_cast<size_t>(node.attr_int("batch_dims", 0));
  const size_t tuples_rank = node.shape(1).size() - 1;
  const auto depth = static_cast<size_t>(node.shape(1).back());
  const Shape strides = RowMajorStrides(x);
  const Shape tuple_strides = RowMajorStrides(node.shape(1));
  std::vector<int64_t> at;
  bool inside = true;
  ForEachPosition(*out.fact(0).shape, [&](const Shape& position) {
    int64_t tuple = 0;
    int64_t flat = 0;
    for (size_t d = 0; d < tuples_rank; ++d) tuple += position[d] * tuple_strides[d];
    for (size_t d = 0; d < batch; ++d) flat += position[d] * strides[d];
    for (size_t k = 0; k < depth; ++k) {
      const int64_t index = WrapIndex((*indices)[static_cast<size_t>(tuple) + k], x[batch + k]);
      inside = inside && index >= 0;
      flat += index * strides[batch + k];
    }
    for (size_t d = tuples_rank; d < position.size(); ++d) {
      flat += position[d] * strides[d - tuples_rank + batch + depth];
    }
    at.push_back(flat);
  });
  if (inside) SetPicked(node, 0, out, 0, at);
}

// Only the elements that are picked are read.
void WorkGather(const NodeView& /*node*/, Work& work) { work.read_bytes[0] = work.write_bytes[0]; }

OperatorRule GatherRule(std::string_view op, std::vector<int> versions, InferRule infer,
                        ValueRule value) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kDataMovement,
          .infer = infer,
          .value = value,
          .work = WorkGather,
          .formula = "no arithmetic; reads the indices and the y elements they pick, writes y",
          .source = "ONNX operators Gather, GatherElements, GatherND",
          .min_inputs = 2};
}

}  // namespace

std::vector<OperatorRule> GatherRules() {
  OperatorRule contrib_nd = GatherRule("GatherND", {1}, InferGatherNd, ValueGatherNd);
  contrib_nd.domain = "com.microsoft";
  return {GatherRule("Gather", {1, 11, 13}, InferGather, ValueGather),
          GatherRule("GatherElements", {11, 13}, InferGatherElements, ValueGatherElements),
          GatherRule("GatherND", {11, 12, 13}, InferGatherNd, ValueGatherNd), contrib_nd};
}

}  // namespace roofline
