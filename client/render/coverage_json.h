#ifndef ROOFLINE_CLIENT_RENDER_COVERAGE_JSON_H_
#define ROOFLINE_CLIENT_RENDER_COVERAGE_JSON_H_

#include "client/render/json.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

// {"exact", "bounded", "assumed", "unknown"}, 0 to 1; null where the unknown part is not known.
Json SharesJson(const v1::CoverageShares& shares);

Json CoverageJson(const v1::Coverage& coverage);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_COVERAGE_JSON_H_
