#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_CSV_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_CSV_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace roofline {

struct CsvRow {
  int line = 0;  // where it begins, from 1
  std::vector<std::string> fields;

  // Empty for a column that is not there.
  std::string_view Field(std::optional<size_t> column) const {
    return column && *column < fields.size() ? std::string_view(fields[*column])
                                             : std::string_view();
  }
};

// Rows of separated values, double quotes as in RFC 4180, blanks around fields cut, empty lines
// left out. kInvalidMeasurement with the line of a quote that never closes.
absl::StatusOr<std::vector<CsvRow>> ParseCsv(std::string_view text, char separator,
                                             const std::string& name);

// The separator that a header line uses: a comma, a semicolon or a tab, the most frequent.
char SeparatorOf(std::string_view line);

// Where a column is, letter case aside.
std::optional<size_t> FindColumn(const CsvRow& header, std::string_view title);

// A finite number that is not negative, the whole text; thousands may be set off by commas.
// kInvalidMeasurement naming file, line and text.
absl::StatusOr<double> ParseAmount(std::string_view text, const std::string& name, int line);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_CSV_H_
