#ifndef ROOFLINE_CLIENT_RENDER_TABLE_H_
#define ROOFLINE_CLIENT_RENDER_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "client/render/cell.h"
#include "client/render/cell_format.h"

namespace roofline {

struct TableColumn {
  std::string key;  // snake_case with its unit: the CSV header, and what --columns and --sort take
  std::string title;  // for people
};

struct Table {
  std::string title;
  std::vector<TableColumn> columns;
  std::vector<std::vector<Cell>> rows;
  int64_t rows_left_out = 0;  // by --top
};

// Rows as columns: the first cell of each is the title of its column.
Table Turned(const Table& table, const CellFormat& format);

// Columns padded to one width, numbers to the right, two blanks between.
std::string TextTable(const Table& table, const CellFormat& format);
std::string MarkdownTable(const Table& table, const CellFormat& format);
// RFC 4180 with the keys as header.
std::string CsvTable(const Table& table, const CellFormat& format);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_TABLE_H_
