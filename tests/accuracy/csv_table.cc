#include "tests/accuracy/csv_table.h"

#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

namespace roofline::accuracy {
namespace {

std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

std::vector<CsvRow> ReadCsv(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::invalid_argument(path + ": cannot be read");
  const std::vector<std::string> header = Fields(line);
  std::vector<CsvRow> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = Fields(line);
    if (fields.size() < header.size()) {
      throw std::invalid_argument(
          fmt::format("{}: {} fields instead of {}: {}", path, fields.size(), header.size(), line));
    }
    CsvRow& row = rows.emplace_back();
    for (size_t i = 0; i < header.size(); ++i) row[header[i]] = fields[i];
  }
  return rows;
}

}  // namespace roofline::accuracy
