#include "costmodel/yaml/strict_parser.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <exception>
#include <memory>
#include <sstream>
#include <utility>

namespace roofline {
namespace {

// Leaves yaml-cpp's parser early; caught in ParseStrictYaml.
struct Refusal {
  int line;
  std::string message;
};

// Builds the tree from parser events. Events come before the parser recurses, so the depth limit
// also bounds the parser's own stack.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view file, std::string_view what, Findings& findings)
      : file_(std::make_shared<const std::string>(file)), what_(what), findings_(findings) {}

  YamlNode TakeRoot() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (started_)
      throw Refusal{Line(mark), fmt::format("a second document; write one {} per file", what_)};
    started_ = true;
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Add(Make(mark, "", anchor, YamlNode::Kind::kNull));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refusal{Line(mark), "aliases (*name) are not supported; write the value out"};
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = Make(mark, tag, anchor, YamlNode::Kind::kScalar);
    node.scalar = value;
    node.quoted = tag == "!";
    Add(std::move(node));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(Make(mark, tag, anchor, YamlNode::Kind::kSequence));
  }
  void OnSequenceEnd() override { Close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(Make(mark, tag, anchor, YamlNode::Kind::kMap));
  }
  void OnMapEnd() override { Close(); }

 private:
  struct Level {
    YamlNode node;
    bool has_key = false;
    std::string key;
    int key_line = 0;
  };

  static int Line(const YAML::Mark& mark) { return mark.line + 1; }

  YamlNode Make(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                YamlNode::Kind kind) const {
    if (anchor != YAML::NullAnchor) {
      throw Refusal{Line(mark), "anchors (&name) are not supported; write the value out"};
    }
    // "?" is a plain value without a tag, "!" a quoted scalar.
    if (!tag.empty() && tag != "?" && tag != "!") {
      throw Refusal{Line(mark), "tags (!type) are not supported; write a plain value"};
    }
    YamlNode node;
    node.kind = kind;
    node.line = Line(mark);
    node.file = file_;
    return node;
  }

  void Open(YamlNode node) {
    if (static_cast<int>(levels_.size()) >= kMaxYamlDepth) {
      throw Refusal{node.line, fmt::format("nested deeper than any {} needs", what_)};
    }
    if (!levels_.empty() && IsKey()) throw Refusal{node.line, "a key must be plain text"};
    levels_.push_back(Level{std::move(node)});
  }

  void Close() {
    YamlNode node = std::move(levels_.back().node);
    levels_.pop_back();
    Add(std::move(node));
  }

  bool IsKey() const {
    return levels_.back().node.kind == YamlNode::Kind::kMap && !levels_.back().has_key;
  }

  void Add(YamlNode node) {
    if (levels_.empty()) {
      root_ = std::move(node);
    } else if (IsKey()) {
      AddKey(node);
    } else if (levels_.back().node.kind == YamlNode::Kind::kMap) {
      AddEntry(std::move(node));
    } else {
      levels_.back().node.items.push_back(std::move(node));
    }
  }

  void AddKey(const YamlNode& node) {
    if (node.kind != YamlNode::Kind::kScalar || node.scalar.empty()) {
      throw Refusal{node.line, "a key must be plain text"};
    }
    if (node.scalar == "<<") {
      throw Refusal{node.line, "merge keys (<<) are not supported; write the keys out"};
    }
    Level& level = levels_.back();
    if (level.node.entries.size() >= kMaxYamlEntries) {
      throw Refusal{node.line, fmt::format("more than {} keys in one map", kMaxYamlEntries)};
    }
    level.has_key = true;
    level.key = node.scalar;
    level.key_line = node.line;
  }

  void AddEntry(YamlNode node) {
    Level& level = levels_.back();
    level.has_key = false;
    for (const YamlNode::Entry& entry : level.node.entries) {
      if (entry.key != level.key) continue;
      findings_.push_back({Severity::kError, *file_, level.key_line, PathTo(level.key),
                           fmt::format("duplicate key, first on line {}; keep one", entry.line)});
      return;
    }
    level.node.entries.push_back({level.key, level.key_line, std::move(node)});
  }

  std::string PathTo(const std::string& key) const {
    std::string path;
    for (size_t i = 0; i + 1 < levels_.size(); ++i) {
      const Level& level = levels_[i];
      path += level.has_key ? level.key : fmt::format("[{}]", level.node.items.size());
      path += '.';
    }
    return path + key;
  }

  std::shared_ptr<const std::string> file_;
  std::string_view what_;
  Findings& findings_;
  bool started_ = false;
  YamlNode root_;
  std::vector<Level> levels_;
};

// Line of the first byte that is no plain text, with the reason; message empty when there is none.
Refusal FindForbiddenByte(std::string_view text, std::string_view what) {
  int line = 1;
  for (const char c : text) {
    if (c == '\n') ++line;
    if (c == '\t') return {line, "a tab; indent with blanks"};
    const auto byte = static_cast<unsigned char>(c);
    if (byte == 0x7f || (byte < 0x20 && c != '\n' && c != '\r')) {
      return {line, fmt::format("byte 0x{:02x}; a {} is plain text", byte, what)};
    }
  }
  return {0, ""};
}

}  // namespace

std::optional<YamlNode> ParseStrictYaml(std::string_view text, std::string_view file,
                                        std::string_view what, Findings& findings) {
  const auto refuse = [&](int line, std::string message) {
    findings.push_back({Severity::kError, std::string(file), line, "", std::move(message)});
    return std::nullopt;
  };
  if (text.size() > kMaxYamlBytes) {
    return refuse(0, fmt::format("{} bytes; at most {} are read", text.size(), kMaxYamlBytes));
  }
  if (Refusal found = FindForbiddenByte(text, what); !found.message.empty()) {
    return refuse(found.line, std::move(found.message));
  }
  std::istringstream stream{std::string(text)};
  TreeBuilder builder(file, what, findings);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refusal& refusal) {
    return refuse(refusal.line, refusal.message);
  } catch (const YAML::Exception& error) {
    return refuse(error.mark.line + 1, fmt::format("not valid YAML: {}", error.msg));
  } catch (const std::exception& error) {
    return refuse(0, fmt::format("not valid YAML: {}", error.what()));
  }
  YamlNode root = builder.TakeRoot();
  if (root.kind != YamlNode::Kind::kMap) {
    return refuse(root.line, "expected 'key: value' lines at the top level");
  }
  return root;
}

}  // namespace roofline
