#ifndef ROOFLINE_SERVER_CONVERT_REPORT_H_
#define ROOFLINE_SERVER_CONVERT_REPORT_H_

#include <span>
#include <string>
#include <string_view>

#include "costmodel/prediction/report.h"
#include "roofline/v1/report.pb.h"
#include "server/convert/report_detail.h"

namespace roofline {

// The report of the cost model as the API says it. `model_name` is what the request called the
// model, `profile_digests` are parallel to report.devices.
v1::Report ReportToProto(const Report& report, std::string_view model_name,
                         std::span<const std::string> profile_digests, ReportDetail detail);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_REPORT_H_
