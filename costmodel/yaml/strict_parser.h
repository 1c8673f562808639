#ifndef ROOFLINE_COSTMODEL_YAML_STRICT_PARSER_H_
#define ROOFLINE_COSTMODEL_YAML_STRICT_PARSER_H_

#include <optional>
#include <string>
#include <string_view>

#include "costmodel/yaml/finding.h"
#include "costmodel/yaml/node.h"

namespace roofline {

inline constexpr size_t kMaxYamlBytes = size_t{256} * 1024;
inline constexpr int kMaxYamlDepth = 12;
inline constexpr size_t kMaxYamlEntries = 1000;  // keys of one map

// Reads the plain part of YAML: maps with unique text keys, lists and scalars. Tabs, anchors,
// aliases, merge keys, tags, several documents and whatever is over the limits above are refused.
// `file` names the text in findings, `what` says what it holds ("profile"). nullopt, with an error
// among the findings, when the text cannot be used; duplicate keys are a finding, and the first one
// counts.
std::optional<YamlNode> ParseStrictYaml(std::string_view text, std::string_view file,
                                        std::string_view what, Findings& findings);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_YAML_STRICT_PARSER_H_
