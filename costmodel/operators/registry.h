#ifndef ROOFLINE_COSTMODEL_OPERATORS_REGISTRY_H_
#define ROOFLINE_COSTMODEL_OPERATORS_REGISTRY_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "costmodel/operators/operator_rule.h"

namespace roofline {

// Every rule, in the order of the families in registry.cc.
std::span<const OperatorRule> AllOperatorRules();

// The rule for an operator under the imported version of its domain: the one that covers the
// greatest since_version not above `opset`. nullptr when the operator is not known at that version.
const OperatorRule* FindOperatorRule(std::string_view domain, std::string_view op, int64_t opset);

// The greatest since_version of any operator of a domain; 0 when there is no rule for it.
int NewestVersion(std::string_view domain);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_REGISTRY_H_
