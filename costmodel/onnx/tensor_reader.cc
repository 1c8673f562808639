#include "costmodel/onnx/tensor_reader.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/onnx/tensor_content.h"

namespace roofline {
namespace {

absl::Status CheckRank(int rank, std::string_view name, const ModelLimits& limits) {
  if (rank <= limits.max_rank) return absl::OkStatus();
  return Error(
      Reason::kLimitExceeded,
      fmt::format("'{}' has {} dimensions; at most {} are accepted", name, rank, limits.max_rank));
}

absl::StatusOr<DType> ReadDType(int64_t number, std::string_view name) {
  const std::optional<DType> dtype = DTypeFromOnnx(number);
  if (dtype && *dtype != DType::kUndefined) return *dtype;
  return Error(Reason::kMalformedModel,
               fmt::format("'{}' has element type {}, which ONNX does not define", name, number));
}

template <class Dims>
absl::StatusOr<Shape> ReadExtents(const Dims& dims, std::string_view name,
                                  const ModelLimits& limits) {
  RETURN_IF_ERROR(CheckRank(dims.size(), name, limits));
  Shape shape(dims.begin(), dims.end());
  for (const int64_t dim : shape) {
    if (dim < 0)
      return Error(Reason::kMalformedModel,
                   fmt::format("tensor '{}' has an extent of {}", name, dim));
  }
  if (!Elements(shape).ok()) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("tensor '{}' of {} has more elements than int64 can count", name,
                             ShapeText(shape)));
  }
  return shape;
}

absl::StatusOr<DeclaredType> ReadTensorType(int elem_type, bool has_shape,
                                            const onnx::TensorShapeProto& shape,
                                            StringTable& strings, const ModelLimits& limits) {
  DeclaredType type;
  type.kind = TypeKind::kTensor;
  type.dtype = DTypeFromOnnx(elem_type).value_or(DType::kUndefined);
  if (!has_shape) return type;
  RETURN_IF_ERROR(CheckRank(shape.dim_size(), "a declared type", limits));
  type.shape.emplace();
  for (const auto& dim : shape.dim()) {
    DeclaredDim declared;
    if (dim.has_dim_value() && dim.dim_value() >= 0) declared.size = dim.dim_value();
    if (dim.has_dim_param()) declared.symbol = strings.Intern(dim.dim_param());
    type.shape->push_back(declared);
  }
  return type;
}

absl::StatusOr<DeclaredType> ReadTypeAt(const onnx::TypeProto& proto, StringTable& strings,
                                        const ModelLimits& limits, int depth) {
  if (depth > limits.max_nesting)
    return Error(Reason::kLimitExceeded, "a declared type is nested too deeply");
  const auto wrap = [&](TypeKind kind,
                        const onnx::TypeProto& element) -> absl::StatusOr<DeclaredType> {
    ASSIGN_OR_RETURN(DeclaredType inner, ReadTypeAt(element, strings, limits, depth + 1));
    DeclaredType type;
    type.kind = kind;
    type.element = std::make_shared<const DeclaredType>(std::move(inner));
    return type;
  };
  switch (proto.value_case()) {
    case onnx::TypeProto::kTensorType:
      return ReadTensorType(proto.tensor_type().elem_type(), proto.tensor_type().has_shape(),
                            proto.tensor_type().shape(), strings, limits);
    case onnx::TypeProto::kSparseTensorType: {
      ASSIGN_OR_RETURN(DeclaredType type,
                       ReadTensorType(proto.sparse_tensor_type().elem_type(),
                                      proto.sparse_tensor_type().has_shape(),
                                      proto.sparse_tensor_type().shape(), strings, limits));
      type.kind = TypeKind::kSparseTensor;
      return type;
    }
    case onnx::TypeProto::kSequenceType:
      return wrap(TypeKind::kSequence, proto.sequence_type().elem_type());
    case onnx::TypeProto::kOptionalType:
      return wrap(TypeKind::kOptional, proto.optional_type().elem_type());
    case onnx::TypeProto::kMapType:
      return wrap(TypeKind::kMap, proto.map_type().value_type());
    default:
      return DeclaredType();
  }
}

}  // namespace

absl::StatusOr<TensorPtr> ReadTensor(const onnx::TensorProto& proto, const ModelLimits& limits) {
  auto tensor = std::make_shared<Tensor>();
  ASSIGN_OR_RETURN(tensor->dtype, ReadDType(proto.data_type(), proto.name()));
  ASSIGN_OR_RETURN(tensor->shape, ReadExtents(proto.dims(), proto.name(), limits));
  RETURN_IF_ERROR(DecodeContent(proto, *tensor));
  return tensor;
}

absl::StatusOr<TensorPtr> ReadSparseTensor(const onnx::SparseTensorProto& proto,
                                           const ModelLimits& limits) {
  auto tensor = std::make_shared<Tensor>();
  ASSIGN_OR_RETURN(tensor->dtype, ReadDType(proto.values().data_type(), proto.values().name()));
  ASSIGN_OR_RETURN(tensor->shape, ReadExtents(proto.dims(), proto.values().name(), limits));
  return tensor;
}

absl::StatusOr<DeclaredType> ReadType(const onnx::TypeProto& proto, StringTable& strings,
                                      const ModelLimits& limits) {
  return ReadTypeAt(proto, strings, limits, 0);
}

}  // namespace roofline
