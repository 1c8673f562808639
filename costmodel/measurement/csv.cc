#include "costmodel/measurement/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/measurement/text_check.h"

namespace roofline {
namespace {

std::string Trimmed(const std::string& text) {
  const size_t start = text.find_first_not_of(" \t\r");
  if (start == std::string::npos) return "";
  return text.substr(start, text.find_last_not_of(" \t\r") - start + 1);
}

class CsvParser {
 public:
  CsvParser(std::string_view text, char separator) : text_(text), separator_(separator) {}

  // The line of an open quote, 0 if all is well.
  int Parse() {
    for (size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '\n') ++line_;
      if (quote_line_ > 0) {
        if (c != '"') {
          field_ += c;
        } else if (i + 1 < text_.size() && text_[i + 1] == '"') {
          field_ += text_[++i];
        } else {
          quote_line_ = 0;
        }
      } else if (c == '"') {
        quote_line_ = line_;
      } else if (c == separator_) {
        EndField();
      } else if (c == '\n') {
        EndRow();
        row_.line = line_;
      } else {
        field_ += c;
      }
    }
    EndRow();
    return quote_line_;
  }

  std::vector<CsvRow> TakeRows() { return std::move(rows_); }

 private:
  void EndField() { row_.fields.push_back(Trimmed(std::exchange(field_, ""))); }

  void EndRow() {
    EndField();
    const bool is_empty = row_.fields.size() == 1 && row_.fields[0].empty();
    CsvRow row = std::exchange(row_, CsvRow());
    if (!is_empty) rows_.push_back(std::move(row));
  }

  std::string_view text_;
  char separator_;
  int line_ = 1;
  int quote_line_ = 0;
  std::string field_;
  CsvRow row_{.line = 1};
  std::vector<CsvRow> rows_;
};

bool SameWord(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

absl::StatusOr<std::vector<CsvRow>> ParseCsv(std::string_view text, char separator,
                                             const std::string& name) {
  CsvParser parser(text, separator);
  if (const int line = parser.Parse(); line > 0) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}:{}: a quote opens here and never closes", name, line));
  }
  return parser.TakeRows();
}

char SeparatorOf(std::string_view line) {
  constexpr std::array<char, 3> kSeparators = {',', ';', '\t'};
  return *std::ranges::max_element(kSeparators, {},
                                   [line](char c) { return std::ranges::count(line, c); });
}

std::optional<size_t> FindColumn(const CsvRow& header, std::string_view title) {
  for (size_t i = 0; i < header.fields.size(); ++i) {
    if (SameWord(header.fields[i], title)) return i;
  }
  return std::nullopt;
}

absl::StatusOr<double> ParseAmount(std::string_view text, const std::string& name, int line) {
  std::string digits(text);
  std::erase(digits, ',');
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}:{}: '{}' is not a number", name, line, Shown(text)));
  }
  if (value < 0) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}:{}: '{}' is negative", name, line, Shown(text)));
  }
  return value;
}

}  // namespace roofline
