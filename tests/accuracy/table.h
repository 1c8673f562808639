#ifndef ROOFLINE_TESTS_ACCURACY_TABLE_H_
#define ROOFLINE_TESTS_ACCURACY_TABLE_H_

#include <string>

#include "tests/accuracy/evaluation.h"

namespace roofline::accuracy {

// A Markdown table, one row a set.
std::string TableText(const Evaluation& evaluation);

// The cases of one set: measured, floor and expected in milliseconds and the errors of both. Throws
// std::invalid_argument, listing the sets, when there is none of that name.
std::string CasesText(const Evaluation& evaluation, const std::string& set);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_TABLE_H_
