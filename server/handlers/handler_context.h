#ifndef ROOFLINE_SERVER_HANDLERS_HANDLER_CONTEXT_H_
#define ROOFLINE_SERVER_HANDLERS_HANDLER_CONTEXT_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/device/catalog.h"
#include "costmodel/efficiency/defaults.h"
#include "roofline/v1/model_inputs.pb.h"

namespace roofline {

// What handlers look things up in. Loaded once, shared by all calls.
struct HandlerData {
  DeviceCatalog devices;
  std::shared_ptr<const EfficiencyDefaults> efficiencies;  // never nullptr
  std::string directory;                                   // with conventions/
  std::vector<v1::RuleFile> rules;                         // of the server; they can be read
};

// From a folder with devices/, efficiencies/ and conventions/ (empty: the installed one) and files
// of custom rules. kFileNotFound when one is not there, kInvalidRules.
absl::StatusOr<HandlerData> LoadHandlerData(const std::string& data_dir,
                                            const std::vector<std::string>& rule_files = {});

// One call's surroundings. Handlers are free functions over it, so that the server and an
// in-process client give the same answer.
struct HandlerContext {
  const HandlerData& data;
  // True once nobody waits for the answer; polled in long work. Never empty.
  std::function<bool()> cancelled = [] { return false; };
  // Whether the models of requests are skeletons already: a client in this process made them.
  bool models_are_skeletons = false;
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_HANDLER_CONTEXT_H_
