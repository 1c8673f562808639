#ifndef ROOFLINE_COSTMODEL_DEVICE_QUERY_FILTER_H_
#define ROOFLINE_COSTMODEL_DEVICE_QUERY_FILTER_H_

#include <functional>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "costmodel/device/profile.h"

namespace roofline {

// A condition on devices:
//
//   vendor = "NVIDIA" and peak.fp32 >= 10 TFLOPS and not (kind : soc or year < 2020)
//
//   filter     = term { ["and"] term } { "or" term { ["and"] term } }
//   term       = "not" term | "(" filter ")" | FIELD OP VALUE | WORD
//   OP         = "=" | "!=" | "<" | "<=" | ">" | ">=" | ":" (contains)
//   VALUE      = "text" | word | number [unit]
//
// Fields are those of field.h. Text compares without letter case; text knows = != and : only. A
// WORD alone asks whether id, name, an alias, vendor, kind or architecture contains it. A
// comparison with a number that a profile does not state is false. An empty filter matches all.
class DeviceFilter {
 public:
  // kInvalidArgument, "filter, column 8: expected ..."; columns count bytes from 1.
  static absl::StatusOr<DeviceFilter> Parse(std::string_view text);

  bool Matches(const DeviceProfile& profile) const { return condition_(profile); }

  using Condition = std::function<bool(const DeviceProfile&)>;

 private:
  explicit DeviceFilter(Condition condition) : condition_(std::move(condition)) {}

  Condition condition_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_QUERY_FILTER_H_
