#include "client/render/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace roofline {
namespace {

using TextRows = std::vector<std::vector<std::string>>;

TextRows FormatRows(const Table& table, const CellFormat& format) {
  TextRows rows;
  rows.reserve(table.rows.size());
  for (const auto& row : table.rows) {
    auto& texts = rows.emplace_back();
    for (const Cell& cell : row) texts.push_back(format.Format(cell));
  }
  return rows;
}

bool RightAligned(const Table& table, size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [column](const auto& row) { return row[column].numeric(); });
}

// Characters, not bytes, so that names in any script line up.
size_t WidthOf(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::string Padded(std::string_view text, size_t width, bool right) {
  const std::string blanks(width - std::min(width, WidthOf(text)), ' ');
  return right ? fmt::format("{}{}", blanks, text) : fmt::format("{}{}", text, blanks);
}

std::string LeftOutNote(const Table& table) {
  if (table.rows_left_out == 0) return "";
  return fmt::format("... and {} more row{}\n", table.rows_left_out,
                     table.rows_left_out == 1 ? "" : "s");
}

// A cell may not end a Markdown row or start a new one.
std::string MarkdownText(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c == '\n' || c == '\r' ? ' ' : c;
  }
  return escaped;
}

std::string CsvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

// Terminal control characters in a name would move the cursor; they print as '?'.
std::string Printable(std::string_view text) {
  std::string safe(text);
  for (char& c : safe) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return safe;
}

}  // namespace

Table Turned(const Table& table, const CellFormat& format) {
  Table turned{.title = table.title, .columns = {table.columns.front()}};
  for (const auto& row : table.rows)
    turned.columns.push_back({.key = "", .title = format.Format(row.front())});
  for (size_t c = 1; c < table.columns.size(); ++c) {
    auto& line = turned.rows.emplace_back();
    line.push_back(Cell::Text(table.columns[c].title));
    for (const auto& row : table.rows) line.push_back(row[c]);
  }
  return turned;
}

std::string TextTable(const Table& table, const CellFormat& format) {
  TextRows rows = FormatRows(table, format);
  std::vector<size_t> widths;
  std::vector<bool> right;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    right.push_back(RightAligned(table, c));
    size_t width = WidthOf(table.columns[c].title);
    for (auto& row : rows) {
      row[c] = Printable(row[c]);
      width = std::max(width, WidthOf(row[c]));
    }
    widths.push_back(width);
  }
  std::string text = table.title.empty() ? "" : fmt::format("{}\n", table.title);
  const auto add_line = [&](const auto& cell_text) {
    std::string line;
    for (size_t c = 0; c < widths.size(); ++c) {
      line += fmt::format("{}{}", c == 0 ? "" : "  ", Padded(cell_text(c), widths[c], right[c]));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add_line([&](size_t c) { return std::string_view(table.columns[c].title); });
  add_line([&](size_t c) { return std::string(widths[c], '-'); });
  for (const auto& row : rows) add_line([&](size_t c) { return std::string_view(row[c]); });
  return text + LeftOutNote(table);
}

std::string MarkdownTable(const Table& table, const CellFormat& format) {
  std::string text =
      table.title.empty() ? "" : fmt::format("**{}**\n\n", MarkdownText(table.title));
  text += "|";
  for (const TableColumn& column : table.columns)
    text += fmt::format(" {} |", MarkdownText(column.title));
  text += "\n|";
  for (size_t c = 0; c < table.columns.size(); ++c)
    text += RightAligned(table, c) ? " ---: |" : " --- |";
  text += "\n";
  for (const auto& row : FormatRows(table, format)) {
    text += "|";
    for (const std::string& cell : row) text += fmt::format(" {} |", MarkdownText(cell));
    text += "\n";
  }
  const std::string note = LeftOutNote(table);
  return note.empty() ? text : fmt::format("{}\n{}", text, note);
}

std::string CsvTable(const Table& table, const CellFormat& format) {
  std::string text;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    text += fmt::format("{}{}", c == 0 ? "" : ",", CsvField(table.columns[c].key));
  }
  text += "\n";
  for (const auto& row : FormatRows(table, format)) {
    for (size_t c = 0; c < row.size(); ++c)
      text += fmt::format("{}{}", c == 0 ? "" : ",", CsvField(row[c]));
    text += "\n";
  }
  return text;
}

}  // namespace roofline
