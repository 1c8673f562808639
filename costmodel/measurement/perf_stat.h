#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_PERF_STAT_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_PERF_STAT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/measurement/measured_run.h"
#include "costmodel/measurement/read_measured.h"

namespace roofline {

// Whether text begins like `perf stat -x,` output (or another separator): counter, unit, event.
bool LooksLikePerfStat(std::string_view head);

// Floating-point operations from the FP_ARITH_INST_RETIRED events of Intel, by name or raw code,
// weighted by the width of the vector (a fused multiply-add retires as two), or from
// fp_ret_sse_avx_ops.all of AMD. Counters are of the whole process: divided by
// options.inferences. Intervals (-I) are added up.
absl::StatusOr<MeasuredRun> ReadPerfStat(std::string_view text, const std::string& name,
                                         const ReadMeasuredOptions& options);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_PERF_STAT_H_
