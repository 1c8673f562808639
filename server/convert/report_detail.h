#ifndef ROOFLINE_SERVER_CONVERT_REPORT_DETAIL_H_
#define ROOFLINE_SERVER_CONVERT_REPORT_DETAIL_H_

#include <cstdint>

namespace roofline {

// How much of a report is said.
enum class ReportDetail : uint8_t {
  kEverything,
  kTotals,  // without layers and kernels
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_REPORT_DETAIL_H_
