#ifndef ROOFLINE_CLIENT_RENDER_OPERATOR_LIST_H_
#define ROOFLINE_CLIENT_RENDER_OPERATOR_LIST_H_

#include <string>
#include <vector>

#include "costmodel/operators/operator_list.h"

namespace roofline {

// One operator per line.
std::string OperatorListText(const std::vector<OperatorEntry>& entries);
// [{"domain","op","versions","class","exactness","formula","source"}], documented in the README.
std::string OperatorListJson(const std::vector<OperatorEntry>& entries);
// A whole page with a table per domain: costmodel/operators/OPERATORS.md is this of all operators.
std::string OperatorListMarkdown(const std::vector<OperatorEntry>& entries);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_OPERATOR_LIST_H_
