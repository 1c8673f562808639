#include "tests/costmodel/corpus/corpus_case.h"

#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "costmodel/onnx/loader.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/onnx/tensor_reader.h"
#include "tests/costmodel/testing/read_file.h"

namespace roofline::testing {
namespace {

constexpr const char* kCorpusCaseTestData = "/usr/share/libonnx-testdata/data";

template <class T>
T Need(absl::StatusOr<T> result, const std::string& what) {
  if (!result.ok()) throw std::invalid_argument(what + ": " + result.status().ToString());
  return *std::move(result);
}

template <class Proto>
Proto ParseFile(const std::string& path) {
  Proto proto;
  if (!proto.ParseFromString(ReadFile(path))) throw std::invalid_argument(path + ": not a value");
  return proto;
}

Fact FactOf(const onnx::TensorProto& proto) {
  const TensorPtr tensor = Need(ReadTensor(proto, ModelLimits()), proto.name());
  Fact fact = TensorFact(tensor->dtype, tensor->shape);
  if (tensor->has_content()) fact.value = tensor;
  return fact;
}

Fact Holding(TypeKind kind, std::vector<Fact> elements) {
  Fact fact;
  fact.kind = kind;
  fact.elements = std::make_shared<const std::vector<Fact>>(std::move(elements));
  return fact;
}

Fact FactOf(const onnx::SequenceProto& proto) {
  std::vector<Fact> elements;
  for (const auto& tensor : proto.tensor_values()) elements.push_back(FactOf(tensor));
  return Holding(TypeKind::kSequence, std::move(elements));
}

Fact FactOf(const onnx::OptionalProto& proto) {
  std::vector<Fact> elements;
  if (proto.has_tensor_value()) elements.push_back(FactOf(proto.tensor_value()));
  if (proto.has_sequence_value()) elements.push_back(FactOf(proto.sequence_value()));
  return Holding(TypeKind::kOptional, std::move(elements));
}

Fact ReadValue(const std::string& path, const onnx::TypeProto& type) {
  if (type.has_sequence_type()) return FactOf(ParseFile<onnx::SequenceProto>(path));
  if (type.has_optional_type()) return FactOf(ParseFile<onnx::OptionalProto>(path));
  auto tensor = ParseFile<onnx::TensorProto>(path);
  // The files hold bfloat16 numbers as uint16.
  if (type.tensor_type().elem_type() == onnx::TensorProto::BFLOAT16)
    tensor.set_data_type(onnx::TensorProto::BFLOAT16);
  return FactOf(tensor);
}

std::string ShapeDifference(const Fact& expected, const Fact& inferred, bool as_bound) {
  if (!inferred.shape) return "the shape is unknown";
  bool fits = expected.shape->size() == inferred.shape->size();
  for (size_t i = 0; fits && i < expected.shape->size(); ++i) {
    const int64_t want = (*expected.shape)[i];
    const int64_t got = (*inferred.shape)[i];
    fits = as_bound ? want <= got : want == got;
  }
  return fits ? "" : ShapeText(*inferred.shape) + " instead of " + ShapeText(*expected.shape);
}

// Loose enough for arithmetic in another precision.
bool Near(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::abs(a - b) <= 1e-2 * std::max({1.0, std::abs(a), std::abs(b)});
}

std::string ContentDifference(const Tensor& expected, const Tensor& inferred) {
  if (expected.content.index() != inferred.content.index()) return "content of another kind";
  if (const auto* want = expected.floats()) {
    for (size_t i = 0; i < want->size(); ++i) {
      if (!Near((*want)[i], (*inferred.floats())[i])) {
        return "element " + std::to_string(i) + " is " + std::to_string((*inferred.floats())[i]) +
               " instead of " + std::to_string((*want)[i]);
      }
    }
    return "";
  }
  if (const auto* want = expected.ints()) {
    for (size_t i = 0; i < want->size(); ++i) {
      if ((*want)[i] != (*inferred.ints())[i]) {
        return "element " + std::to_string(i) + " is " + std::to_string((*inferred.ints())[i]) +
               " instead of " + std::to_string((*want)[i]);
      }
    }
    return "";
  }
  return expected.content == inferred.content ? "" : "other strings";
}

std::string TensorDifference(const Fact& expected, const Fact& inferred, bool as_bound) {
  if (expected.dtype != inferred.dtype) {
    return std::string(DTypeName(inferred.dtype)) + " instead of " +
           std::string(DTypeName(expected.dtype));
  }
  std::string difference = ShapeDifference(expected, inferred, as_bound);
  if (difference.empty() && !as_bound && expected.value && inferred.value) {
    difference = ContentDifference(*expected.value, *inferred.value);
  }
  return difference;
}

}  // namespace

std::vector<std::string> CorpusFolders() {
  std::vector<std::string> folders;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kCorpusCaseTestData)) {
    if (entry.path().filename() == "model.onnx") folders.push_back(entry.path().parent_path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

CorpusCase ReadCorpusCase(const std::string& folder) {
  CorpusCase result;
  result.name = std::filesystem::relative(folder, kCorpusCaseTestData).string();
  const std::string file = folder + "/model.onnx";
  const Skeleton skeleton = Need(ReadSkeletonFile(file, ModelLimits()), file);
  result.model =
      std::make_unique<Model>(Need(LoadModel(skeleton.bytes, ModelLimits()), result.name));
  const auto proto = ParseFile<onnx::ModelProto>(file);
  const std::string data = folder + "/test_data_set_0/";
  for (const ValueId id : result.model->main().inputs) {
    for (int i = 0; i < proto.graph().input_size(); ++i) {
      const auto& input = proto.graph().input(i);
      if (input.name() != result.model->main().value(id).name) continue;
      result.inputs.push_back(ReadValue(data + "input_" + std::to_string(i) + ".pb", input.type()));
    }
  }
  for (int i = 0; i < proto.graph().output_size(); ++i) {
    result.outputs.push_back(
        ReadValue(data + "output_" + std::to_string(i) + ".pb", proto.graph().output(i).type()));
  }
  return result;
}

std::string Difference(const Fact& expected, const Fact& inferred, bool as_bound) {
  if (expected.kind != inferred.kind) return "a value of another kind";
  if (expected.kind == TypeKind::kTensor) return TensorDifference(expected, inferred, as_bound);
  if (!inferred.elements || !inferred.length_known) return "elements that are not known";
  if (expected.elements->size() != inferred.elements->size()) {
    return std::to_string(inferred.elements->size()) + " elements instead of " +
           std::to_string(expected.elements->size());
  }
  for (size_t i = 0; i < expected.elements->size(); ++i) {
    std::string difference = Difference((*expected.elements)[i], (*inferred.elements)[i], as_bound);
    if (!difference.empty()) return "element " + std::to_string(i) + ": " + difference;
  }
  return "";
}

}  // namespace roofline::testing
