#ifndef ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_LIST_H_
#define ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {

// What people are told about an operator over versions that are counted alike.
struct OperatorEntry {
  std::string_view domain;  // written out: "ai.onnx"
  std::string_view op;
  std::vector<int> versions;  // since_versions, ascending
  OperatorClass op_class = OperatorClass::kOther;
  WorkPrecision precision = WorkPrecision::kExact;
  std::string_view formula;
  std::string_view source;
};

struct OperatorQuery {
  std::vector<std::string> ops;  // "Conv", of any domain, or "com.microsoft.Gelu"; empty: all
  std::string domain;            // empty: all
};

// The operators of the registry that the query asks for, by domain, name and first version; one
// that is counted differently by version has an entry for each way. kUnknownOperator, with the
// nearest names, for an operator or a domain that has no rule.
absl::StatusOr<std::vector<OperatorEntry>> ListOperators(const OperatorQuery& query);

std::string_view WorkPrecisionName(WorkPrecision precision);  // "exact", "model", "unknown"

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_OPERATOR_LIST_H_
