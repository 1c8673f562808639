#include "costmodel/expression/rule_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/expression/vocabulary.h"
#include "costmodel/nearest.h"
#include "costmodel/utf8.h"
#include "costmodel/yaml/strict_parser.h"

namespace roofline {
namespace {

constexpr size_t kMaxDefinitions = 20;

bool IsPlainName(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

bool IsTaken(std::string_view name, const ExpressionScope& scope) {
  return name == kItem || FindExpressionVariable(name) != nullptr ||
         FindExpressionFunction(name) != nullptr || OperandHandle(name).has_value() ||
         std::find(scope.names.begin(), scope.names.end(), name) != scope.names.end();
}

}  // namespace

absl::StatusOr<std::vector<double>> Definitions::Evaluate(const NodeView& node,
                                                          const Work* work) const {
  std::vector<double> values;
  values.reserve(expressions.size());
  for (const Expression& expression : expressions) {
    ASSIGN_OR_RETURN(const double value, expression.EvaluateNumber({node, work, values}));
    values.push_back(value);
  }
  return values;
}

RuleMap::RuleMap(const YamlNode& node, std::string path, Findings& findings)
    : node_(&node), path_(std::move(path)), findings_(&findings) {
  if (node.kind != YamlNode::Kind::kMap) Report(node.line, "", "expected 'key: value' lines");
}

std::string RuleMap::PathOf(std::string_view key) const {
  if (key.empty()) return path_;
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void RuleMap::Report(int line, std::string_view key, std::string message) {
  findings_->push_back({Severity::kError, *node_->file, line, PathOf(key), std::move(message)});
}

const YamlNode* RuleMap::Take(std::string_view key) {
  taken_.emplace_back(key);
  return node_->Find(key);
}

std::optional<RuleMap> RuleMap::TakeMap(std::string_view key) {
  const YamlNode* value = Take(key);
  if (value == nullptr) return std::nullopt;
  return RuleMap(*value, PathOf(key), *findings_);
}

std::vector<RuleMap> RuleMap::TakeMaps(std::string_view key) {
  std::vector<RuleMap> maps;
  const YamlNode* value = Take(key);
  if (value == nullptr) return maps;
  if (value->kind != YamlNode::Kind::kSequence) {
    Report(value->line, key, "expected a list");
    return maps;
  }
  for (size_t i = 0; i < value->items.size(); ++i) {
    maps.emplace_back(value->items[i], fmt::format("{}[{}]", PathOf(key), i), *findings_);
  }
  return maps;
}

std::optional<std::string> RuleMap::TakeText(std::string_view key) {
  const YamlNode* value = Take(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind != YamlNode::Kind::kScalar || value->scalar.empty()) {
    Report(value->line, key, "expected a text");
    return std::nullopt;
  }
  return value->scalar;
}

std::string RuleMap::TakeRequiredText(std::string_view key) {
  std::optional<std::string> text = TakeText(key);
  if (!text && node_->Find(key) == nullptr) Report(node_->line, key, "this key is required");
  return std::move(text).value_or("");
}

std::vector<std::string> RuleMap::TakeTexts(std::string_view key) {
  std::vector<std::string> texts;
  const YamlNode* value = Take(key);
  if (value == nullptr) return texts;
  if (value->kind == YamlNode::Kind::kScalar) return {value->scalar};
  for (const YamlNode& item : value->items) {
    if (item.kind == YamlNode::Kind::kScalar && !item.scalar.empty()) {
      texts.push_back(item.scalar);
    } else {
      Report(item.line, key, "expected a list of texts");
    }
  }
  if (value->kind != YamlNode::Kind::kSequence)
    Report(value->line, key, "expected a list of texts");
  return texts;
}

std::optional<Expression> RuleMap::Compile(const YamlNode& node, std::string_view key,
                                           const ExpressionScope& scope) {
  if (node.kind != YamlNode::Kind::kScalar) {
    Report(node.line, key, "expected an expression, e.g. 2*n");
    return std::nullopt;
  }
  absl::StatusOr<Expression> expression = Expression::Compile(node.scalar, scope);
  if (expression.ok()) return *std::move(expression);
  Report(node.line, key, std::string(MessageOf(expression.status())));
  return std::nullopt;
}

std::optional<Expression> RuleMap::TakeExpression(std::string_view key,
                                                  const ExpressionScope& scope) {
  const YamlNode* value = Take(key);
  return value == nullptr ? std::nullopt : Compile(*value, key, scope);
}

Definitions RuleMap::TakeDefinitions(ExpressionScope& scope) {
  Definitions definitions;
  const std::optional<RuleMap> map = TakeMap("let");
  if (!map) return definitions;
  for (const YamlNode::Entry& entry : map->node_->entries) {
    const std::string key = "let." + entry.key.substr(0, 60);
    if (!IsPlainName(entry.key)) {
      Report(entry.line, key, "a name is made of letters, digits and _");
    } else if (IsTaken(entry.key, scope)) {
      Report(entry.line, key, "this name has a meaning already; choose another");
    } else if (definitions.expressions.size() >= kMaxDefinitions) {
      Report(entry.line, key, fmt::format("more than {} names", kMaxDefinitions));
    } else if (auto expression = Compile(entry.value, key, scope)) {
      definitions.expressions.push_back(*std::move(expression));
      scope.names.push_back(entry.key);
    }
  }
  return definitions;
}

void RuleMap::Finish() {
  for (const YamlNode::Entry& entry : node_->entries) {
    if (std::find(taken_.begin(), taken_.end(), entry.key) != taken_.end()) continue;
    std::string hint = DidYouMean(entry.key, taken_);
    if (hint.empty()) hint = fmt::format("; known here: {}", fmt::join(taken_, ", "));
    Report(entry.line, entry.key.substr(0, 60), "unknown key" + hint);
  }
}

OperatorName ParseOperatorName(std::string_view text) {
  const size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return {"", std::string(text)};
  std::string domain(text.substr(0, slash));
  if (domain == "ai.onnx") domain.clear();
  return {std::move(domain), std::string(text.substr(slash + 1))};
}

absl::StatusOr<std::string> ReadRuleFile(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return Error(Reason::kFileNotFound, fmt::format("{}: no such file; check the path", path));
  }
  if (!std::filesystem::is_regular_file(path, error)) {
    return Error(Reason::kIoError, fmt::format("{}: not a regular file", path));
  }
  if (std::filesystem::file_size(path, error) > kMaxYamlBytes) {
    return Error(Reason::kInvalidRules,
                 fmt::format("{}: larger than the {} bytes that are read", path, kMaxYamlBytes));
  }
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  if (!stream) return Error(Reason::kIoError, fmt::format("{}: cannot be read", path));
  std::string text = std::move(content).str();
  if (!IsUtf8(text)) {
    return Error(Reason::kInvalidRules,
                 fmt::format("{}: not UTF-8 text; save it in that encoding", path));
  }
  return text;
}

}  // namespace roofline
