#ifndef ROOFLINE_CLIENT_RENDER_SWEEP_RENDER_H_
#define ROOFLINE_CLIENT_RENDER_SWEEP_RENDER_H_

#include <string>

#include "client/render/render_report.h"
#include "client/render/sweep_findings.h"

namespace roofline {

// A row per point with the times on each device beside each other, then the findings. JSON is
// {"schema_version", "axes", "devices", "points": [{"values": {<axis>: n}, "times"}], "findings"}.
std::string RenderSweep(const SweepResult& sweep, OutputFormat format, const CellFormat& cells);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_SWEEP_RENDER_H_
