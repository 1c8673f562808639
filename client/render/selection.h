#ifndef ROOFLINE_CLIENT_RENDER_SELECTION_H_
#define ROOFLINE_CLIENT_RENDER_SELECTION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/render/report_tables.h"
#include "client/render/table.h"

namespace roofline {

// Sorts, cuts and projects a table that has every column. `usual` are the keys shown when none are
// asked for.
absl::StatusOr<Table> Select(Table table, const TableSelection& selection,
                             const std::vector<std::string>& usual);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_SELECTION_H_
