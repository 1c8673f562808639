#ifndef ROOFLINE_CLIENT_RENDER_RENDER_REPORT_H_
#define ROOFLINE_CLIENT_RENDER_RENDER_REPORT_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "client/render/cell_format.h"
#include "client/render/report_tables.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

enum class OutputFormat : uint8_t { kText, kMarkdown, kCsv, kJson };
enum class ReportView : uint8_t { kSummary, kLayers, kKernels, kOperators };

struct RenderOptions {
  OutputFormat format = OutputFormat::kText;
  ReportView view = ReportView::kSummary;
  CellFormat cells;
  TableSelection selection;  // of the layer or operator table; JSON always holds everything
};

// The report as its reader wants it. kInvalidArgument for an unknown column.
absl::StatusOr<std::string> RenderReport(const v1::Report& report, const RenderOptions& options);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_RENDER_REPORT_H_
