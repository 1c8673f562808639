#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_TEXT_CHECK_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_TEXT_CHECK_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace roofline {

// A piece of a file fit for an error message: at most `max_bytes`, whatever is not printable ASCII
// as '?'.
std::string Shown(std::string_view text, size_t max_bytes = 40);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_TEXT_CHECK_H_
