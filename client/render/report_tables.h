#ifndef ROOFLINE_CLIENT_RENDER_REPORT_TABLES_H_
#define ROOFLINE_CLIENT_RENDER_REPORT_TABLES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/render/table.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

// Which rows and columns of a table to show.
struct TableSelection {
  std::vector<std::string> columns;  // keys in order; empty: the usual ones
  std::string sort;  // a key; numbers largest first, text alphabetical; empty: execution order
  int64_t top = 0;   // rows to keep; 0: all
};

// One row per device: times, bound, efficiency, and the speed relative to the first one.
Table DeviceTable(const v1::Report& report);

// One row per layer, with the times on each device beside each other; those of a fused kernel
// stand at its main layer. kInvalidArgument for an
// unknown column, naming the nearest and all there are.
absl::StatusOr<Table> LayerTable(const v1::Report& report, const TableSelection& selection);

// One row per kernel and device: terms, bound and its margin, what twice the bandwidth or the peak
// would give.
absl::StatusOr<Table> KernelTable(const v1::Report& report, const TableSelection& selection);

// One row per operator type.
absl::StatusOr<Table> OperatorTable(const v1::Report& report, const TableSelection& selection);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_REPORT_TABLES_H_
