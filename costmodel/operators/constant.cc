#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

template <class T>
TensorPtr MakeTensor(DType dtype, Shape shape, std::vector<T> content) {
  return std::make_shared<Tensor>(Tensor{dtype, std::move(shape), std::move(content)});
}

template <class T>
TensorPtr MakeList(DType dtype, std::vector<T> content) {
  const auto size = static_cast<int64_t>(content.size());
  return MakeTensor(dtype, Shape{size}, std::move(content));
}

// The tensor that whichever of the value attributes is present describes; nullptr when none is.
TensorPtr ConstantTensor(const NodeView& node) {
  for (const std::string_view name : {"value", "sparse_value"}) {
    if (TensorPtr tensor = node.attr_tensor(name)) return tensor;
  }
  if (node.has_attr("value_int"))
    return MakeTensor<int64_t>(DType::kInt64, {}, {node.attr_int("value_int", 0)});
  if (const auto* ints = node.attr_ints("value_ints")) return MakeList(DType::kInt64, *ints);
  if (node.has_attr("value_float"))
    return MakeTensor<double>(DType::kFloat32, {}, {node.attr_float("value_float", 0)});
  if (const auto* floats = node.attr_floats("value_floats"))
    return MakeList(DType::kFloat32, *floats);
  if (node.has_attr("value_string")) {
    return MakeTensor<std::string>(DType::kString, {},
                                   {std::string(node.attr_string("value_string", ""))});
  }
  if (const auto* strings = node.attr_strings("value_strings")) {
    return MakeList(DType::kString, std::vector<std::string>(strings->begin(), strings->end()));
  }
  return nullptr;
}

absl::Status InferConstant(const NodeView& node, OutputFacts& out) {
  const TensorPtr tensor = ConstantTensor(node);
  if (tensor == nullptr) return node.Conflict("expected an attribute that gives the value");
  Fact fact = TensorFact(tensor->dtype, tensor->shape);
  fact.constant = true;
  if (tensor->has_content()) fact.value = tensor;
  out.SetFact(0, std::move(fact));
  return absl::OkStatus();
}

absl::Status InferConstantOfShape(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) != 1) return node.Conflict("expected the shape as a list of extents");
  const TensorPtr value = node.attr_tensor("value");
  if (value && Elements(value->shape) != Count(1))
    return node.Conflict("expected attribute 'value' to hold one element");
  const auto* dims = node.ints(0);
  if (dims == nullptr && node.shape(0)[0] != 0) return node.NeedsValue(0, "the shape");
  Shape shape;
  if (dims != nullptr) shape.assign(dims->begin(), dims->end());
  for (const int64_t dim : shape) {
    if (dim < 0) return node.Conflict(fmt::format("extent {} is negative", dim));
  }
  out.Set(0, value ? value->dtype : DType::kFloat32, std::move(shape));
  return absl::OkStatus();
}

void ValueConstantOfShape(const NodeView& node, OutputFacts& out) {
  if (!ContentFits(out)) return;
  const auto size = static_cast<size_t>(Elements(*out.fact(0).shape).value());
  const TensorPtr value = node.attr_tensor("value");
  if (!value) {
    out.SetFloats(0, std::vector<double>(size, 0.0));
  } else if (const auto* ints = value->ints(); ints != nullptr && ints->size() == 1) {
    out.SetInts(0, std::vector<int64_t>(size, ints->front()));
  } else if (const auto* floats = value->floats(); floats != nullptr && floats->size() == 1) {
    out.SetFloats(0, std::vector<double>(size, floats->front()));
  }
}

}  // namespace

std::vector<OperatorRule> ConstantRules() {
  return {
      {.op = "Constant",
       .versions = {1, 9, 11, 12, 13, 19, 21, 23, 24, 25},
       .op_class = OperatorClass::kView,
       .infer = InferConstant,
       .formula = "no arithmetic: a weight",
       .source = "ONNX operator Constant",
       .min_inputs = 0},
      {.op = "ConstantOfShape",
       .versions = {9, 20, 21, 23, 24, 25},
       .op_class = OperatorClass::kDataMovement,
       .infer = InferConstantOfShape,
       .value = ValueConstantOfShape,
       .formula = "no arithmetic; writes y",
       .source = "ONNX operator ConstantOfShape",
       .buffer_inputs = 0b1},
  };
}

}  // namespace roofline
