#include "client/render/coverage_json.h"

namespace roofline {

Json SharesJson(const v1::CoverageShares& shares) {
  return {{"exact", shares.exact()},
          {"bounded", shares.bounded()},
          {"assumed", shares.assumed()},
          {"unknown", shares.has_unknown() ? Json(shares.unknown()) : Json()}};
}

Json CoverageJson(const v1::Coverage& coverage) {
  return {{"nodes", coverage.nodes()},
          {"exact", coverage.exact()},
          {"bounded", coverage.bounded()},
          {"assumed", coverage.assumed()},
          {"unknown", coverage.unknown()},
          {"operations_share", SharesJson(coverage.operations())},
          {"bytes_share", SharesJson(coverage.bytes())},
          {"unknown_operators", Json(coverage.unknown_operators())},
          {"unknown_layers", Json(coverage.unknown_layers())}};
}

}  // namespace roofline
