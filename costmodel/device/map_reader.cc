#include "costmodel/device/map_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "costmodel/nearest.h"

namespace roofline {
namespace {

constexpr size_t kMaxText = 1000;

const std::vector<std::string>& BasisWords() {
  static const std::vector<std::string> words = {
      "base",     "boost",     "all_core", "avx2_all_core", "avx512_all_core", "theoretical",
      "measured", "published", "derived",  "calibrated",    "default"};
  return words;
}

absl::StatusOr<int64_t> ParseInteger(std::string_view text, int64_t max) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > max) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("'{}': expected a whole number of 1 .. {}", text.substr(0, 40), max));
  }
  return value;
}

absl::StatusOr<double> ParseFraction(std::string_view text, double max) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) ||
      value <= 0 || value > max) {
    return Error(
        Reason::kInvalidArgument,
        fmt::format("'{}': expected a number above 0, at most {}", text.substr(0, 40), max));
  }
  return value;
}

}  // namespace

MapReader::MapReader(const YamlNode& node, std::string path, const std::string& default_source,
                     ReadContext& context)
    : node_(node), path_(std::move(path)), context_(context) {
  if (node.kind != YamlNode::Kind::kMap) {
    Report(node.line, "", "expected 'key: value' lines");
  }
  source_ = TakeSource(default_source);
}

std::string MapReader::PathOf(std::string_view key) const {
  if (key.empty()) return path_;
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

void MapReader::Report(int line, std::string_view key, std::string message, Severity severity) {
  context_.findings.push_back({severity, *node_.file, line, PathOf(key), std::move(message)});
}

const YamlNode* MapReader::Take(std::string_view key) {
  taken_.emplace_back(key);
  return node_.Find(key);
}

std::optional<MapReader> MapReader::TakeMap(std::string_view key) {
  const YamlNode* value = Take(key);
  if (value == nullptr) return std::nullopt;
  return MapReader(*value, PathOf(key), source_, context_);
}

std::optional<std::string> MapReader::TakeText(std::string_view key) {
  const YamlNode* value = Take(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind != YamlNode::Kind::kScalar || value->scalar.empty() ||
      value->scalar.size() > kMaxText) {
    Report(value->line, key, fmt::format("expected a text of 1 .. {} characters", kMaxText));
    return std::nullopt;
  }
  return value->scalar;
}

std::optional<bool> MapReader::TakeBool(std::string_view key) {
  const YamlNode* value = Take(key);
  if (value == nullptr) return std::nullopt;
  if (value->scalar == "true") return true;
  if (value->scalar == "false") return false;
  Report(value->line, key, "expected true or false");
  return std::nullopt;
}

std::vector<std::string> MapReader::TakeTexts(std::string_view key) {
  const YamlNode* value = Take(key);
  if (value == nullptr) return {};
  if (value->kind == YamlNode::Kind::kScalar) return {value->scalar};
  std::vector<std::string> texts;
  bool good = value->kind == YamlNode::Kind::kSequence;
  for (const YamlNode& item : value->items) {
    good = good && item.kind == YamlNode::Kind::kScalar && !item.scalar.empty();
    texts.push_back(item.scalar);
  }
  if (good) return texts;
  Report(value->line, key, "expected a list of texts, e.g. [first, second]");
  return {};
}

std::string MapReader::TakeSource(const std::string& fallback) {
  const std::vector<std::string> keys = TakeTexts("source");
  if (keys.empty()) return fallback;
  std::vector<std::string> known;
  if (context_.sources != nullptr) {
    for (const auto& [key, text] : *context_.sources) known.push_back(key);
  }
  for (const std::string& key : keys) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    Report(node_.Find("source")->line, "source",
           fmt::format("'{}' is not listed under 'sources'{}", key, DidYouMean(key, known)));
  }
  return fmt::format("{}", fmt::join(keys, ", "));
}

std::string MapReader::TakeBasis() {
  const std::string basis = TakeText("basis").value_or("");
  const std::vector<std::string>& words = BasisWords();
  if (!basis.empty() && std::find(words.begin(), words.end(), basis) == words.end()) {
    Report(node_.Find("basis")->line, "basis",
           fmt::format("'{}': expected one of {}", basis, fmt::join(words, ", ")));
  }
  return basis;
}

std::optional<MapReader::NumberText> MapReader::AsNumber() {
  NumberText number;
  number.description.basis = TakeBasis();
  number.description.source = source_;
  number.description.reason = TakeText("reason").value_or("");
  number.description.file = *node_.file;
  const YamlNode* value = Take("value");
  if (value == nullptr || value->kind != YamlNode::Kind::kScalar) {
    Report(value == nullptr ? node_.line : value->line, "value", "expected the number here");
    return std::nullopt;
  }
  number.description.line = value->line;
  number.text = value->scalar;
  return number;
}

std::optional<MapReader::NumberText> MapReader::TakeNumber(std::string_view key) {
  const YamlNode* value = Take(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind == YamlNode::Kind::kScalar) {
    NumberText number;
    number.text = value->scalar;
    number.description.source = source_;
    number.description.file = *value->file;
    number.description.line = value->line;
    return number;
  }
  if (value->kind != YamlNode::Kind::kMap) {
    Report(value->line, key, "expected a number, or {value: ..., basis: ..., source: ...}");
    return std::nullopt;
  }
  MapReader map(*value, PathOf(key), source_, context_);
  std::optional<NumberText> number = map.AsNumber();
  map.Finish();
  return number;
}

std::optional<Sourced<int64_t>> MapReader::TakeInteger(std::string_view key, int64_t max) {
  return Convert<int64_t>(TakeNumber(key), key,
                          [max](const std::string& text) { return ParseInteger(text, max); });
}

std::optional<Sourced<double>> MapReader::TakeFraction(std::string_view key, double max) {
  return Convert<double>(TakeNumber(key), key,
                         [max](const std::string& text) { return ParseFraction(text, max); });
}

std::optional<Sourced<double>> MapReader::AsFraction(double max) {
  return Convert<double>(AsNumber(), "",
                         [max](const std::string& text) { return ParseFraction(text, max); });
}

void MapReader::Finish() {
  for (const YamlNode::Entry& entry : node_.entries) {
    if (std::find(taken_.begin(), taken_.end(), entry.key) != taken_.end()) continue;
    std::string hint = DidYouMean(entry.key, taken_);
    if (hint.empty()) hint = fmt::format("; known here: {}", fmt::join(taken_, ", "));
    context_.findings.push_back({Severity::kError, *entry.value.file, entry.line,
                                 PathOf(entry.key.substr(0, 60)), "unknown key" + hint});
  }
}

}  // namespace roofline
