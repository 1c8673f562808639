#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_JSON_TEXT_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_JSON_TEXT_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace roofline {

// kInvalidMeasurement with what is wrong where; `place` names the file, and line if there are
// several.
absl::StatusOr<nlohmann::json> ParseJson(std::string_view text, const std::string& place);

// A member that is a string; empty when there is none.
std::string StringIn(const nlohmann::json& object, std::string_view key);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_JSON_TEXT_H_
