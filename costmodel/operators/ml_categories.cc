#include <fmt/format.h>

#include <algorithm>

#include <memory>

#include "costmodel/operators/domains.h"
#include "costmodel/operators/ml_scores.h"
#include "costmodel/operators/operator_rule.h"

// Operators of ai.onnx.ml that map categories, and those on maps.

namespace roofline {
namespace {

// A sequence longer than this is told by one representative.
constexpr int64_t kListedMaps = 1024;

int64_t StringCount(const NodeView& node, std::string_view name) {
  const auto* list = node.attr_strings(name);
  return list == nullptr ? 0 : static_cast<int64_t>(list->size());
}

void WorkLookup(const NodeView& node, Work& work) { work.integer_ops = node.elements(0); }

// Strings become integers and integers strings.
absl::Status InferSwap(const NodeView& node, OutputFacts& out) {
  const bool text = node.dtype(0) == DType::kString;
  if (!text && node.dtype(0) != DType::kInt64) return node.Conflict("expected strings or int64");
  out.Set(0, text ? DType::kInt64 : DType::kString, node.shape(0));
  return absl::OkStatus();
}

absl::Status InferMapper(const NodeView& node, OutputFacts& out) {
  if (IntCount(node, "cats_int64s") != StringCount(node, "cats_strings"))
    return node.Conflict("cats_int64s and cats_strings differ in length");
  return InferSwap(node, out);
}

// Entries and type of the keys or values, from whichever list is there.
ClassLabels MappingSide(const NodeView& node, std::string_view side) {
  if (const TensorPtr tensor = node.attr_tensor(fmt::format("{}_tensor", side)))
    return {std::max<int64_t>(Elements(tensor->shape).value(), 0), tensor->dtype};
  const std::string strings = fmt::format("{}_strings", side);
  const std::string ints = fmt::format("{}_int64s", side);
  const std::string floats = fmt::format("{}_floats", side);
  if (StringCount(node, strings) > 0) return {StringCount(node, strings), DType::kString};
  if (IntCount(node, ints) > 0) return {IntCount(node, ints), DType::kInt64};
  if (FloatCount(node, floats) > 0) return {FloatCount(node, floats), DType::kFloat32};
  return {0, DType::kUndefined};
}

absl::Status InferLabelEncoder(const NodeView& node, OutputFacts& out) {
  if (node.opset() < 2) return InferSwap(node, out);
  const ClassLabels keys = MappingSide(node, "keys");
  const ClassLabels values = MappingSide(node, "values");
  if (values.count == 0 || keys.count != values.count) {
    return node.Conflict(
        fmt::format("{} keys for {} values, expected as many", keys.count, values.count));
  }
  if (keys.dtype != node.dtype(0)) return node.Conflict("the keys have another type than X");
  out.Set(0, values.dtype, node.shape(0));
  return absl::OkStatus();
}

absl::Status InferCategoryOneHot(const NodeView& node, OutputFacts& out) {
  const int64_t ints = IntCount(node, "cats_int64s");
  const int64_t strings = StringCount(node, "cats_strings");
  if ((ints == 0) == (strings == 0)) return node.Conflict("expected one list of categories");
  Shape y = node.shape(0);
  y.push_back(std::max(ints, strings));
  out.Set(0, DType::kFloat32, std::move(y));
  return absl::OkStatus();
}

absl::Status InferCastMap(const NodeView& node, OutputFacts& out) {
  const std::string_view type = node.attr_string("cast_to", "TO_FLOAT");
  Fact y;
  if (type == "TO_FLOAT") {
    y.dtype = DType::kFloat32;
  } else if (type == "TO_INT64") {
    y.dtype = DType::kInt64;
  } else if (type == "TO_STRING") {
    y.dtype = DType::kString;
  } else {
    return node.Conflict(fmt::format("cast_to '{}' is not TO_FLOAT, TO_STRING or TO_INT64", type));
  }
  if (node.attr_string("map_form", "DENSE") == "SPARSE") {
    const int64_t length = node.attr_int("max_map", 1);
    if (length < 1) return node.Conflict("max_map is below 1");
    y.shape = Shape{1, length};
  } else {
    y.mark = Mark::kUnknown;  // as long as the map
  }
  out.SetFact(0, std::move(y));
  return absl::OkStatus();
}

absl::Status InferDict(const NodeView& node, OutputFacts& out) {
  const int64_t ints = IntCount(node, "int64_vocabulary");
  const int64_t strings = StringCount(node, "string_vocabulary");
  if ((ints == 0) == (strings == 0)) return node.Conflict("expected one vocabulary");
  out.Set(0, node.dtype(0), {1, std::max(ints, strings)});
  return absl::OkStatus();
}

// A sequence with one map for each sample.
absl::Status InferZipMap(const NodeView& node, OutputFacts& out) {
  ASSIGN_OR_RETURN(const Samples x, ReadSamples(node));
  const ClassLabels labels = ReadLabels(node, "classlabels_int64s", "classlabels_strings");
  if (labels.count != x.features) {
    return node.Conflict(fmt::format("{} class labels for {} columns", labels.count, x.features));
  }
  Fact map;
  map.kind = TypeKind::kMap;
  map.dtype = DType::kFloat32;
  Fact sequence;
  sequence.kind = TypeKind::kSequence;
  sequence.dtype = DType::kFloat32;
  sequence.length_known = x.count <= kListedMaps;
  const auto listed = static_cast<size_t>(sequence.length_known ? x.count : 1);
  sequence.elements = std::make_shared<const std::vector<Fact>>(listed, map);
  out.SetFact(0, std::move(sequence));
  return absl::OkStatus();
}

void WorkZipMap(const NodeView& node, Work& work) {
  const ClassLabels labels = ReadLabels(node, "classlabels_int64s", "classlabels_strings");
  const Count entries = node.elements(0);
  work.write_bytes[0] = BytesOf(labels.dtype, entries) + BytesOf(DType::kFloat32, entries);
}

OperatorRule Category(std::string_view op, std::vector<int> versions, InferRule infer,
                      WorkRule work, std::string_view formula) {
  return {.op = op,
          .domain = kMl,
          .versions = std::move(versions),
          .op_class = OperatorClass::kText,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "ONNX-ML operator text"};
}

}  // namespace

std::vector<OperatorRule> MlCategoriesRules() {
  constexpr std::string_view kLookup = "1 look-up (integer operation) per element";
  return {
      Category("CastMap", {1}, InferCastMap, nullptr,
               "no arithmetic; a dense result is as long as the map, which is not known"),
      Category("CategoryMapper", {1}, InferMapper, WorkLookup, kLookup),
      Category("DictVectorizer", {1}, InferDict, nullptr,
               "no arithmetic; one row of the vocabulary"),
      Category("LabelEncoder", {1, 2, 4}, InferLabelEncoder, WorkLookup, kLookup),
      Category("OneHotEncoder", {1}, InferCategoryOneHot, WorkLookup, kLookup),
      Category("ZipMap", {1}, InferZipMap, WorkZipMap,
               "no arithmetic; writes a key and a float for each element"),
  };
}

}  // namespace roofline
