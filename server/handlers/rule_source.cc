#include "server/handlers/rule_source.h"

#include <fmt/format.h>

#include <string>

#include "costmodel/error.h"
#include "server/errors.h"
#include "server/limits.h"

namespace roofline {

absl::StatusOr<CustomRules> RulesFor(const google::protobuf::RepeatedPtrField<v1::RuleFile>& files,
                                     const HandlerData& data) {
  size_t bytes = 0;
  for (const v1::RuleFile& file : files) bytes += file.yaml().size();
  if (bytes > kMaxRuleBytes) {
    return WithField(Error(Reason::kLimitExceeded,
                           fmt::format("{} bytes of custom rules; at most {} are read in one "
                                       "request",
                                       bytes, kMaxRuleBytes)),
                     "rules");
  }
  CustomRules rules;
  for (const v1::RuleFile& file : files) {
    const std::string name = file.name().empty() ? "rules.yaml" : CutText(file.name(), 200);
    RETURN_IF_ERROR(WithField(rules.Add(file.yaml(), name), "rules"));
  }
  for (const v1::RuleFile& file : data.rules) RETURN_IF_ERROR(rules.Add(file.yaml(), file.name()));
  return rules;
}

}  // namespace roofline
