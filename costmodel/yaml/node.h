#ifndef ROOFLINE_COSTMODEL_YAML_NODE_H_
#define ROOFLINE_COSTMODEL_YAML_NODE_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

// A YAML value with the place it was written at. Maps keep their order and have unique keys.
struct YamlNode {
  enum class Kind { kNull, kScalar, kSequence, kMap };
  struct Entry;

  Kind kind = Kind::kNull;
  std::string scalar;
  bool quoted = false;  // a scalar in quotes
  std::vector<YamlNode> items;
  std::vector<Entry> entries;
  int line = 0;                             // from 1
  std::shared_ptr<const std::string> file;  // one object per parsed file

  // The value of `key`; nullptr when this is no map or has no such key.
  const YamlNode* Find(std::string_view key) const;
};

struct YamlNode::Entry {
  std::string key;
  int line = 0;
  YamlNode value;
};

inline const YamlNode* YamlNode::Find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_YAML_NODE_H_
