#ifndef ROOFLINE_SERVER_CONVERT_COVERAGE_H_
#define ROOFLINE_SERVER_CONVERT_COVERAGE_H_

#include "costmodel/analysis/coverage.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

void SharesToProto(const CoverageShares& shares, v1::CoverageShares& proto);

void CoverageToProto(const Coverage& coverage, v1::Coverage& proto);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_COVERAGE_H_
