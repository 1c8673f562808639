#ifndef ROOFLINE_CLIENT_RENDER_EVALUATION_RENDER_H_
#define ROOFLINE_CLIENT_RENDER_EVALUATION_RENDER_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "client/render/render_report.h"
#include "roofline/v1/evaluation.pb.h"

namespace roofline {

// Totals, where the time goes that the roof does not explain (the first `selection.top` groups, or
// ten), impossible figures, and what was left over on either side. CSV is the table of all groups;
// JSON holds everything. kInvalidArgument for an unknown column.
absl::StatusOr<std::string> RenderEvaluation(const v1::Evaluation& evaluation, OutputFormat format,
                                             const CellFormat& cells,
                                             const TableSelection& selection);

// The whole evaluation as JSON, keys as in the API.
std::string EvaluationJson(const v1::Evaluation& evaluation);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_EVALUATION_RENDER_H_
