#ifndef ROOFLINE_CLIENT_RENDER_REPORT_JSON_H_
#define ROOFLINE_CLIENT_RENDER_REPORT_JSON_H_

#include <string>

#include "roofline/v1/report.pb.h"

namespace roofline {

// The whole report as JSON, indented by two, ending in a newline: plain numbers in SI base units,
// snake_case keys, the keys documented in the README under "JSON".
std::string ReportJson(const v1::Report& report);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_REPORT_JSON_H_
