#include "server/handlers/handler_context.h"

#include <utility>

#include "costmodel/convention/reader.h"
#include "costmodel/custom/custom_rules.h"
#include "costmodel/data_dir.h"
#include "costmodel/error.h"
#include "costmodel/expression/rule_map.h"

namespace roofline {

namespace {

absl::StatusOr<std::vector<v1::RuleFile>> LoadRules(const std::vector<std::string>& paths) {
  std::vector<v1::RuleFile> files;
  for (const std::string& path : paths) {
    ASSIGN_OR_RETURN(std::string yaml, ReadRuleFile(path));
    RETURN_IF_ERROR(ReadCustomRules(yaml, path).status());
    v1::RuleFile& file = files.emplace_back();
    file.set_name(path);
    file.set_yaml(std::move(yaml));
  }
  return files;
}

}  // namespace

absl::StatusOr<HandlerData> LoadHandlerData(const std::string& data_dir,
                                            const std::vector<std::string>& rule_files) {
  const std::string folder = data_dir.empty() ? DataDirectory() : data_dir;
  ASSIGN_OR_RETURN(DeviceCatalog devices, DeviceCatalog::Open(folder + "/devices"));
  ASSIGN_OR_RETURN(EfficiencyDefaults efficiencies, EfficiencyDefaults::Load(folder));
  RETURN_IF_ERROR(ListConventions(folder).status());
  ASSIGN_OR_RETURN(std::vector<v1::RuleFile> rules, LoadRules(rule_files));
  return HandlerData{std::move(devices),
                     std::make_shared<const EfficiencyDefaults>(std::move(efficiencies)), folder,
                     std::move(rules)};
}

}  // namespace roofline
