#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "costmodel/custom/custom_rules.h"
#include "costmodel/error.h"
#include "costmodel/expression/vocabulary.h"
#include "costmodel/yaml/strict_parser.h"

namespace roofline {
namespace {

constexpr size_t kMaxOutputs = 100;
constexpr size_t kMaxShapeRank = 64;

// The number of an input written as in0, in1, ...
std::optional<int> InputNumber(std::string_view text) {
  const auto handle = OperandHandle(text);
  if (!handle || IsOutputHandle(*handle)) return std::nullopt;
  return text.back() - '0';
}

// Reads one rule.
class RuleReader {
 public:
  explicit RuleReader(RuleMap& map) : map_(map) {}

  CustomRule Read(std::string_view file) {
    CustomRule rule;
    OperatorName name = ParseOperatorName(map_.TakeRequiredText("op"));
    rule.domain = std::move(name.domain);
    rule.op = std::move(name.op);
    rule.place = fmt::format("{}:{}", file, map_.line());
    ExpressionScope scope{.outputs = false, .work = false};
    rule.definitions = map_.TakeDefinitions(scope);
    TakeShapes(rule, scope);
    TakeTypes(rule);
    scope.outputs = true;
    rule.macs = map_.TakeExpression("macs", scope);
    rule.flops = map_.TakeExpression("flops", scope);
    rule.transcendentals = map_.TakeExpression("transcendentals", scope);
    rule.read = map_.TakeExpression("read", scope);
    rule.write = map_.TakeExpression("write", scope);
    map_.Finish();
    return rule;
  }

 private:
  // The items of a list under `key`; none, with a finding, when it is something else.
  const std::vector<YamlNode>& TakeList(std::string_view key) {
    static const std::vector<YamlNode> none;
    const YamlNode* list = map_.Take(key);
    if (list == nullptr) return none;
    if (list->kind == YamlNode::Kind::kSequence && list->items.size() <= kMaxOutputs) {
      return list->items;
    }
    map_.Report(list->line, key, "expected a list with one item per output");
    return none;
  }

  void TakeShapes(CustomRule& rule, const ExpressionScope& scope) {
    for (const YamlNode& item : TakeList("shapes")) {
      const std::string key = fmt::format("shapes[{}]", rule.outputs.size());
      CustomOutput& output = rule.outputs.emplace_back();
      if (const auto input = InputNumber(item.scalar)) {
        output.shape = *input;
      } else if (item.kind == YamlNode::Kind::kSequence && item.items.size() <= kMaxShapeRank) {
        output.shape = TakeExtents(item, key, scope);
      } else {
        map_.Report(item.line, key, "expected a list of extents, or in0, in1, ...");
      }
    }
  }

  std::vector<Expression> TakeExtents(const YamlNode& list, const std::string& key,
                                      const ExpressionScope& scope) {
    std::vector<Expression> extents;
    for (size_t i = 0; i < list.items.size(); ++i) {
      auto extent = map_.Compile(list.items[i], fmt::format("{}[{}]", key, i), scope);
      if (extent) extents.push_back(*std::move(extent));
    }
    return extents;
  }

  void TakeTypes(CustomRule& rule) {
    size_t i = 0;
    for (const YamlNode& item : TakeList("dtypes")) {
      const std::string key = fmt::format("dtypes[{}]", i);
      const auto dtype = DTypeFromName(item.scalar);
      const auto input = InputNumber(item.scalar);
      if (i >= rule.outputs.size()) {
        map_.Report(item.line, key, "there is no shape for this output");
      } else if (input) {
        rule.outputs[i].dtype = *input;
      } else if (dtype && *dtype != DType::kUndefined) {
        rule.outputs[i].dtype = *dtype;
      } else {
        map_.Report(item.line, key, "expected a type such as float32 or int64, or in0, in1, ...");
      }
      ++i;
    }
  }

  RuleMap& map_;
};

// By domain and operator; of two for the same the one that came first.
bool Before(const CustomRule& a, const CustomRule& b) {
  return std::tie(a.domain, a.op) < std::tie(b.domain, b.op);
}

// The rules of one text, ordered.
std::vector<CustomRule> TakeRules(RuleMap& map, std::string_view file) {
  std::vector<CustomRule> rules;
  absl::flat_hash_map<std::string, std::string> places;  // by operator
  for (RuleMap& item : map.TakeMaps("rules")) {
    CustomRule rule = RuleReader(item).Read(file);
    const auto [first, fresh] =
        places.try_emplace(fmt::format("{}/{}", rule.domain, rule.op), rule.place);
    if (!fresh) {
      item.Report(item.line(), "op",
                  fmt::format("{} has a rule already ({})", rule.op, first->second));
    }
    rules.push_back(std::move(rule));
  }
  std::sort(rules.begin(), rules.end(), Before);
  return rules;
}

}  // namespace

absl::Status CustomRules::Add(std::string_view yaml, std::string_view file) {
  Findings findings;
  const std::optional<YamlNode> root = ParseStrictYaml(yaml, file, "rule file", findings);
  if (!root) return StatusOfFindings(findings, Reason::kInvalidRules);
  RuleMap map(*root, "", findings);
  std::vector<CustomRule> added = TakeRules(map, file);
  map.Finish();
  RETURN_IF_ERROR(StatusOfFindings(findings, Reason::kInvalidRules));
  std::vector<CustomRule> merged;
  std::merge(std::make_move_iterator(rules_.begin()), std::make_move_iterator(rules_.end()),
             std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()),
             std::back_inserter(merged), Before);
  rules_ = std::move(merged);
  return absl::OkStatus();
}

absl::StatusOr<CustomRules> ReadCustomRules(std::string_view yaml, std::string_view file) {
  CustomRules rules;
  RETURN_IF_ERROR(rules.Add(yaml, file));
  return rules;
}

}  // namespace roofline
