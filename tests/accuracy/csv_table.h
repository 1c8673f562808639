#ifndef ROOFLINE_TESTS_ACCURACY_CSV_TABLE_H_
#define ROOFLINE_TESTS_ACCURACY_CSV_TABLE_H_

#include <map>
#include <string>
#include <vector>

namespace roofline::accuracy {

using CsvRow = std::map<std::string, std::string>;

// The rows of a CSV file by the names of its first line; a field may be "quoted, with commas".
// Throws std::invalid_argument, naming the file, when it cannot be read or a row has too few
// fields.
std::vector<CsvRow> ReadCsv(const std::string& path);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_CSV_TABLE_H_
