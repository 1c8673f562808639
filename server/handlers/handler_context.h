#ifndef ROOFLINE_SERVER_HANDLERS_HANDLER_CONTEXT_H_
#define ROOFLINE_SERVER_HANDLERS_HANDLER_CONTEXT_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "costmodel/device/catalog.h"
#include "costmodel/efficiency/defaults.h"

namespace roofline {

// What handlers look things up in. Loaded once, shared by all calls.
struct HandlerData {
  DeviceCatalog devices;
  std::shared_ptr<const EfficiencyDefaults> efficiencies;  // never nullptr
  std::string directory;                                   // with conventions/
};

// From a folder with devices/, efficiencies/ and conventions/; empty: the installed one.
// kFileNotFound when it is not there.
absl::StatusOr<HandlerData> LoadHandlerData(const std::string& data_dir);

// One call's surroundings. Handlers are free functions over it, so that the server and an
// in-process client give the same answer.
struct HandlerContext {
  const HandlerData& data;
  // True once nobody waits for the answer; polled in long work. Never empty.
  std::function<bool()> cancelled = [] { return false; };
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_HANDLER_CONTEXT_H_
