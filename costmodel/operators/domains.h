#ifndef ROOFLINE_COSTMODEL_OPERATORS_DOMAINS_H_
#define ROOFLINE_COSTMODEL_OPERATORS_DOMAINS_H_

#include <string_view>

namespace roofline {

inline constexpr std::string_view kMicrosoft = "com.microsoft";
inline constexpr std::string_view kMl = "ai.onnx.ml";

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_DOMAINS_H_
