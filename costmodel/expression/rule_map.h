#ifndef ROOFLINE_COSTMODEL_EXPRESSION_RULE_MAP_H_
#define ROOFLINE_COSTMODEL_EXPRESSION_RULE_MAP_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/expression/expression.h"
#include "costmodel/yaml/finding.h"
#include "costmodel/yaml/node.h"

namespace roofline {

// The author's own names of a rule (`let:`), each defined by an expression over the earlier ones.
struct Definitions {
  std::vector<Expression> expressions;  // parallel to ExpressionScope::names
  // Their values for a layer.
  absl::StatusOr<std::vector<double>> Evaluate(const NodeView& node, const Work* work) const;
};

// Reads one map of a file of rules. Takes keys one by one, each mistake a finding with file, line
// and dotted key; Finish() then reports the keys nobody took.
class RuleMap {
 public:
  // A value that is no map is reported and read as an empty one.
  RuleMap(const YamlNode& node, std::string path, Findings& findings);

  // nullptr when the key is absent.
  const YamlNode* Take(std::string_view key);
  std::optional<RuleMap> TakeMap(std::string_view key);
  // One map per item of a list; none when the key is absent.
  std::vector<RuleMap> TakeMaps(std::string_view key);

  std::optional<std::string> TakeText(std::string_view key);
  std::string TakeRequiredText(std::string_view key);
  std::vector<std::string> TakeTexts(std::string_view key);  // a list, or one text
  std::optional<Expression> TakeExpression(std::string_view key, const ExpressionScope& scope);
  // The definitions under `let`; their names are added to the scope.
  Definitions TakeDefinitions(ExpressionScope& scope);

  // An expression written as `node`, which belongs to `key`.
  std::optional<Expression> Compile(const YamlNode& node, std::string_view key,
                                    const ExpressionScope& scope);

  void Report(int line, std::string_view key, std::string message);
  void Finish();

  int line() const { return node_->line; }
  const std::string& path() const { return path_; }

 private:
  std::string PathOf(std::string_view key) const;

  const YamlNode* node_;
  std::string path_;
  Findings* findings_;
  std::vector<std::string> taken_;
};

// "my.domain/Op" as domain and operator; "Op" and "ai.onnx/Op" have the empty domain.
struct OperatorName {
  std::string domain;
  std::string op;
  friend bool operator==(const OperatorName&, const OperatorName&) = default;
};
OperatorName ParseOperatorName(std::string_view text);

// The text of a file of rules. kFileNotFound, kIoError.
absl::StatusOr<std::string> ReadRuleFile(const std::string& path);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EXPRESSION_RULE_MAP_H_
