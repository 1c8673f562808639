#ifndef ROOFLINE_SERVER_CONVERT_OPERATOR_TOTALS_H_
#define ROOFLINE_SERVER_CONVERT_OPERATOR_TOTALS_H_

#include "costmodel/prediction/report.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

// Sums over the layers of each operator type, and what they take on each device; `proto` has its
// devices already.
void OperatorTotalsToProto(const Report& report, v1::Report& proto);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_OPERATOR_TOTALS_H_
