#include "costmodel/onnx/newer_fields.h"

#include <fmt/format.h>
#include <google/protobuf/unknown_field_set.h>

#include <array>
#include <functional>

#include "costmodel/error.h"

namespace roofline {
namespace {

using google::protobuf::UnknownField;
using google::protobuf::UnknownFieldSet;

constexpr int kNodeOverload = 8;
constexpr int kNodeMetadata = 9;
constexpr int kFunctionAttributeDefaults = 11;
constexpr int kFunctionOverload = 13;

void ForEachText(const UnknownFieldSet& fields, int number,
                 const std::function<void(const std::string&)>& visit) {
  for (int i = 0; i < fields.field_count(); ++i) {
    const UnknownField& field = fields.field(i);
    if (field.number() == number && field.type() == UnknownField::TYPE_LENGTH_DELIMITED)
      visit(field.length_delimited());
  }
}

// protobuf lets the last one win.
std::string_view TextOf(const UnknownFieldSet& fields, int number) {
  std::string_view text;
  ForEachText(fields, number, [&text](const std::string& found) { text = found; });
  return text;
}

}  // namespace

std::string_view OverloadOf(const onnx::NodeProto& node) {
  return TextOf(node.unknown_fields(), kNodeOverload);
}

std::string_view OverloadOf(const onnx::FunctionProto& function) {
  return TextOf(function.unknown_fields(), kFunctionOverload);
}

absl::StatusOr<std::vector<onnx::AttributeProto>> AttributeDefaults(
    const onnx::FunctionProto& function) {
  std::vector<onnx::AttributeProto> defaults;
  bool readable = true;
  ForEachText(function.unknown_fields(), kFunctionAttributeDefaults, [&](const std::string& bytes) {
    readable = defaults.emplace_back().ParseFromString(bytes) && readable;
  });
  if (!readable) {
    return Error(
        Reason::kMalformedModel,
        fmt::format("function '{}': an attribute with a default cannot be read", function.name()));
  }
  return defaults;
}

std::string SourceOf(const onnx::NodeProto& node) {
  // Keys of torch.onnx, most telling first, and the one the onnx library's tools write.
  static constexpr std::array<std::string_view, 4> kKeys = {"pkg.torch.onnx.stack_trace",
                                                            "pkg.torch.onnx.name_scopes",
                                                            "namespace", "pkg.torch.onnx.fx_node"};
  std::array<std::string, kKeys.size()> found;
  ForEachText(node.unknown_fields(), kNodeMetadata, [&found](const std::string& bytes) {
    onnx::StringStringEntryProto entry;
    if (!entry.ParseFromString(bytes)) return;
    for (size_t i = 0; i < kKeys.size(); ++i) {
      if (entry.key() == kKeys[i]) found[i] = entry.value();
    }
  });
  for (std::string& text : found) {
    if (!text.empty()) return std::move(text);
  }
  return node.doc_string();
}

}  // namespace roofline
