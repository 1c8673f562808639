#include "costmodel/convention/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "costmodel/data_dir.h"
#include "costmodel/error.h"
#include "costmodel/nearest.h"
#include "costmodel/yaml/strict_parser.h"

namespace roofline {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxExtends = 4;

// The three counts of a map, with `let` before them.
ConventionRule TakeCounts(RuleMap& map) {
  ConventionRule rule;
  ExpressionScope scope;
  rule.definitions = map.TakeDefinitions(scope);
  rule.flops = map.TakeExpression("flops", scope);
  rule.read = map.TakeExpression("read", scope);
  rule.write = map.TakeExpression("write", scope);
  return rule;
}

void FillIn(std::optional<Expression>& expression, std::string_view variable) {
  if (!expression) expression = *Expression::Compile(variable, {});
}

bool IsConventionName(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

// Follows `extends` from file to file.
absl::StatusOr<Convention> ReadNested(std::string_view yaml, std::string_view file,
                                      const std::string& data_directory, int depth);

absl::StatusOr<std::string> PathOfConvention(const std::string& name,
                                             const std::string& data_directory) {
  ASSIGN_OR_RETURN(const std::vector<std::string> names, ListConventions(data_directory));
  if (std::binary_search(names.begin(), names.end(), name)) {
    return fmt::format("{}/conventions/{}.yaml", data_directory, name);
  }
  std::string hint = DidYouMean(name, names);
  if (hint.empty()) hint = fmt::format("; known: {}", fmt::join(names, ", "));
  return Error(Reason::kUnknownConvention,
               fmt::format("there is no convention '{}'{}", name.substr(0, 60), hint));
}

}  // namespace

// Fills a Convention in. The result is to be used only when there is no error among the findings.
class ConventionReader {
 public:
  ConventionReader(std::string data_directory, int depth, Findings& findings)
      : data_directory_(std::move(data_directory)), depth_(depth), findings_(findings) {}

  Convention Read(const YamlNode& root) {
    RuleMap map(root, "", findings_);
    Convention convention = TakeBase(map);
    convention.name_ = map.TakeRequiredText("name");
    convention.title_ = map.TakeRequiredText("title");
    convention.source_ = map.TakeText("source").value_or("");
    if (!convention.name_.empty() && !IsConventionName(convention.name_)) {
      map.Report(root.line, "name", "expected lower-case letters, digits, - and _");
    }
    if (auto counts = map.TakeMap("default")) TakeDefault(*counts, convention.default_);
    FillIn(convention.default_.flops, "flops");
    FillIn(convention.default_.read, "read_bytes");
    FillIn(convention.default_.write, "write_bytes");
    for (RuleMap& rule : map.TakeMaps("rules")) TakeRule(rule, convention);
    map.Finish();
    return convention;
  }

 private:
  Convention TakeBase(RuleMap& map) {
    const YamlNode* extends = map.Take("extends");
    if (extends == nullptr) return {};
    const auto refuse = [&](std::string_view problem) {
      map.Report(extends->line, "extends", std::string(problem));
      return Convention();
    };
    if (depth_ >= kMaxExtends) return refuse(fmt::format("more than {} files", kMaxExtends));
    const auto path = PathOfConvention(extends->scalar, data_directory_);
    if (!path.ok()) return refuse(MessageOf(path.status()));
    const auto text = ReadRuleFile(*path);
    if (!text.ok()) return refuse(MessageOf(text.status()));
    auto base = ReadNested(*text, *path, data_directory_, depth_ + 1);
    if (!base.ok()) return refuse(MessageOf(base.status()));
    return *std::move(base);
  }

  static void TakeDefault(RuleMap& map, ConventionRule& rule) {
    ConventionRule given = TakeCounts(map);
    if (!given.definitions.expressions.empty()) {
      map.Report(map.line(), "let", "names belong to a rule, not to the default");
    }
    if (given.flops) rule.flops = std::move(given.flops);
    if (given.read) rule.read = std::move(given.read);
    if (given.write) rule.write = std::move(given.write);
    map.Finish();
  }

  void TakeRule(RuleMap& map, Convention& convention) {
    const std::vector<std::string> operators = map.TakeTexts("operators");
    if (operators.empty()) map.Report(map.line(), "operators", "a rule names its operators");
    for (const std::string& text : operators) {
      OperatorName name = ParseOperatorName(text);
      std::pair key(std::move(name.domain), std::move(name.op));
      if (!seen_.insert(key).second) {
        map.Report(map.line(), "operators", fmt::format("{} has a rule already", text));
      }
      convention.by_operator_[std::move(key)] = convention.rules_.size();
    }
    convention.rules_.push_back(TakeCounts(map));
    map.Finish();
  }

  std::string data_directory_;
  int depth_;
  Findings& findings_;
  std::set<std::pair<std::string, std::string>> seen_;  // operators with a rule in this file
};

namespace {

absl::StatusOr<Convention> ReadNested(std::string_view yaml, std::string_view file,
                                      const std::string& data_directory, int depth) {
  Findings findings;
  const std::optional<YamlNode> root = ParseStrictYaml(yaml, file, "convention", findings);
  if (!root) return StatusOfFindings(findings, Reason::kInvalidRules);
  Convention convention = ConventionReader(data_directory, depth, findings).Read(*root);
  RETURN_IF_ERROR(StatusOfFindings(findings, Reason::kInvalidRules));
  return convention;
}

}  // namespace

absl::StatusOr<Convention> ReadConvention(std::string_view yaml, std::string_view file,
                                          const std::string& data_directory) {
  return ReadNested(yaml, file, data_directory, 0);
}

absl::StatusOr<std::vector<std::string>> ListConventions(const std::string& data_directory) {
  const fs::path folder = fs::path(data_directory) / "conventions";
  std::error_code error;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  }
  if (error) {
    return Error(
        Reason::kFileNotFound,
        fmt::format("{}: no folder of conventions; check the data folder (ROOFLINE_DATA_DIR)",
                    folder.string()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

absl::StatusOr<Convention> LoadConvention(const ConventionSource& source) {
  const std::string directory =
      source.data_directory.empty() ? DataDirectory() : source.data_directory;
  if (source.yaml) return ReadConvention(*source.yaml, source.name, directory);
  ASSIGN_OR_RETURN(const std::string path, PathOfConvention(source.name, directory));
  ASSIGN_OR_RETURN(const std::string text, ReadRuleFile(path));
  return ReadConvention(text, path, directory);
}

}  // namespace roofline
