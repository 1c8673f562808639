#include "client/render/selection.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "costmodel/error.h"

namespace roofline {
namespace {

absl::StatusOr<size_t> ColumnIndex(const Table& table, std::string_view option,
                                   std::string_view key) {
  std::vector<std::string_view> keys;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    if (table.columns[c].key == key) return c;
    keys.push_back(table.columns[c].key);
  }
  return Error(Reason::kInvalidArgument, fmt::format("{} {}: no such column; there are {}", option,
                                                     key, fmt::join(keys, ", ")));
}

void SortRows(Table& table, size_t column) {
  std::stable_sort(table.rows.begin(), table.rows.end(), [column](const auto& a, const auto& b) {
    const Cell& x = a[column];
    const Cell& y = b[column];
    if (x.numeric() || y.numeric()) return x.sort_value() > y.sort_value();
    return x.text < y.text;
  });
}

}  // namespace

absl::StatusOr<Table> Select(Table table, const TableSelection& selection,
                             const std::vector<std::string>& usual) {
  if (!selection.sort.empty()) {
    ASSIGN_OR_RETURN(const size_t column, ColumnIndex(table, "--sort", selection.sort));
    SortRows(table, column);
  }
  const auto count = static_cast<int64_t>(table.rows.size());
  if (selection.top > 0 && selection.top < count) {
    table.rows_left_out = count - selection.top;
    table.rows.resize(static_cast<size_t>(selection.top));
  }
  std::vector<size_t> indices;
  for (const std::string& key : selection.columns.empty() ? usual : selection.columns) {
    ASSIGN_OR_RETURN(const size_t column, ColumnIndex(table, "--columns", key));
    indices.push_back(column);
  }
  Table result{.title = std::move(table.title), .rows_left_out = table.rows_left_out};
  for (const size_t c : indices) result.columns.push_back(table.columns[c]);
  for (const auto& row : table.rows) {
    auto& projected = result.rows.emplace_back();
    for (const size_t c : indices) projected.push_back(row[c]);
  }
  return result;
}

}  // namespace roofline
