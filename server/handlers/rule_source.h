#ifndef ROOFLINE_SERVER_HANDLERS_RULE_SOURCE_H_
#define ROOFLINE_SERVER_HANDLERS_RULE_SOURCE_H_

#include <google/protobuf/repeated_ptr_field.h>

#include "absl/status/statusor.h"
#include "costmodel/custom/custom_rules.h"
#include "roofline/v1/model_inputs.pb.h"
#include "server/handlers/handler_context.h"

namespace roofline {

// The custom rules that hold for one request: those it brings, then the server's. kInvalidRules
// with file and line, kLimitExceeded.
absl::StatusOr<CustomRules> RulesFor(const google::protobuf::RepeatedPtrField<v1::RuleFile>& files,
                                     const HandlerData& data);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_HANDLERS_RULE_SOURCE_H_
