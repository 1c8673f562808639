#include "costmodel/device/merge.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace roofline {
namespace {

constexpr std::array<std::string_view, 5> kOwn = {"id", "name", "aliases", "note", "extends"};

YamlNode MergeNode(const YamlNode& base, const YamlNode& over);

// Two maps, key by key. A number written as {value: ...} replaces the other as a whole, so that its
// source does not end up beside another's value.
YamlNode MergeMaps(const YamlNode& base, const YamlNode& over) {
  YamlNode merged = over;
  for (const YamlNode::Entry& inherited : base.entries) {
    const auto own = std::find_if(merged.entries.begin(), merged.entries.end(),
                                  [&](const auto& entry) { return entry.key == inherited.key; });
    if (own == merged.entries.end()) {
      merged.entries.push_back(inherited);
    } else {
      own->value = MergeNode(inherited.value, own->value);
    }
  }
  return merged;
}

std::string_view LevelOf(const YamlNode& cache) {
  const YamlNode* level = cache.Find("level");
  return level == nullptr ? std::string_view() : std::string_view(level->scalar);
}

// Lists of maps with a `level` merge by it; other lists are replaced.
YamlNode MergeLists(const YamlNode& base, const YamlNode& over) {
  YamlNode merged = over;
  for (const YamlNode& inherited : base.items) {
    if (LevelOf(inherited).empty()) return over;
    const auto own = std::find_if(merged.items.begin(), merged.items.end(), [&](const auto& item) {
      return LevelOf(item) == LevelOf(inherited);
    });
    if (own == merged.items.end()) {
      merged.items.push_back(inherited);
    } else {
      *own = MergeMaps(inherited, *own);
    }
  }
  return merged;
}

YamlNode MergeNode(const YamlNode& base, const YamlNode& over) {
  if (base.kind != over.kind) return over;
  if (over.kind == YamlNode::Kind::kSequence) return MergeLists(base, over);
  if (over.kind != YamlNode::Kind::kMap || over.Find("value") != nullptr) return over;
  return MergeMaps(base, over);
}

}  // namespace

YamlNode MergeOver(const YamlNode& base, const YamlNode& over) {
  YamlNode inherited = base;
  std::erase_if(inherited.entries, [](const YamlNode::Entry& entry) {
    return std::find(kOwn.begin(), kOwn.end(), entry.key) != kOwn.end();
  });
  return MergeNode(inherited, over);
}

}  // namespace roofline
