#include "client/render/inferred_shapes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "client/render/json.h"
#include "client/render/report_text.h"
#include "client/render/table.h"

namespace roofline {
namespace {

std::string ShapeText(const v1::InferredTensor& tensor) {
  if (!tensor.shape_known()) return "?";
  if (tensor.shape().empty()) return "scalar";
  return fmt::format("{}", fmt::join(tensor.shape(), "x"));
}

// The content as a list; null when it is not known.
Json ContentJson(const v1::InferredTensor& tensor) {
  switch (tensor.value_case()) {
    case v1::InferredTensor::kIntegers:
      return Json(std::vector<int64_t>(tensor.integers().values().begin(),
                                       tensor.integers().values().end()));
    case v1::InferredTensor::kNumbers:
      return Json(
          std::vector<double>(tensor.numbers().values().begin(), tensor.numbers().values().end()));
    case v1::InferredTensor::kTexts:
      return Json(
          std::vector<std::string>(tensor.texts().values().begin(), tensor.texts().values().end()));
    case v1::InferredTensor::VALUE_NOT_SET:
      break;
  }
  return nullptr;
}

// One number stands for itself.
Json ValueJson(const v1::InferredTensor& tensor) {
  Json content = ContentJson(tensor);
  return content.is_array() && tensor.shape().empty() && content.size() == 1 ? content[0] : content;
}

std::string Dump(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

// As much as fits a line: the first of a long list, and how many there are.
std::string ValueText(const Json& value) {
  constexpr size_t kShown = 8;
  if (value.is_null()) return "";
  if (!value.is_array() || value.size() <= kShown) return Dump(value);
  const Json first(Json::array_t(value.begin(), value.begin() + kShown));
  const std::string text = Dump(first);
  return fmt::format("{},... {} in all]", text.substr(0, text.size() - 1), value.size());
}

}  // namespace

std::string InferredShapesText(const v1::InferShapesResponse& response) {
  Table table{.columns = {{"name", "tensor"},
                          {"scope", "scope"},
                          {"dtype", "type"},
                          {"shape", "shape"},
                          {"mark", "mark"},
                          {"value", "value"}}};
  for (const v1::InferredTensor& tensor : response.tensors()) {
    table.rows.push_back({Cell::Text(tensor.name()), Cell::Text(tensor.scope()),
                          Cell::Text(tensor.data_type()), Cell::Text(ShapeText(tensor)),
                          Cell::Text(std::string(MarkText(tensor.mark()))),
                          Cell::Text(ValueText(ValueJson(tensor)))});
  }
  std::string text = TextTable(table, CellFormat());
  for (const std::string& warning : response.warnings())
    text += fmt::format("warning: {}\n", warning);
  return text;
}

std::string InferredShapesJson(const v1::InferShapesResponse& response) {
  Json list = Json::array();
  for (const v1::InferredTensor& tensor : response.tensors()) {
    Json shape = nullptr;
    if (tensor.shape_known())
      shape = std::vector<int64_t>(tensor.shape().begin(), tensor.shape().end());
    Json item = {{"name", tensor.name()},
                 {"scope", tensor.scope()},
                 {"dtype", tensor.data_type()},
                 {"shape", std::move(shape)},
                 {"mark", std::string(MarkText(tensor.mark()))}};
    if (Json value = ValueJson(tensor); !value.is_null()) item["value"] = std::move(value);
    list.push_back(std::move(item));
  }
  return Dump(list, 2) + "\n";
}

}  // namespace roofline
