#ifndef ROOFLINE_COSTMODEL_UTF8_H_
#define ROOFLINE_COSTMODEL_UTF8_H_

#include <string>
#include <string_view>

namespace roofline {

// Whether text is valid UTF-8. Overlong forms and surrogates are not.
bool IsUtf8(std::string_view text);

// The text with each byte that is part of no valid sequence written out, as in "a\xff": what
// protobuf strings and JSON can hold, and still different for different names.
std::string EscapeInvalidUtf8(std::string_view text);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_UTF8_H_
