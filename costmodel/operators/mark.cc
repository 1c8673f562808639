#include "costmodel/operators/mark.h"

namespace roofline {

std::string_view MarkName(Mark mark) {
  switch (mark) {
    case Mark::kExact:
      return "exact";
    case Mark::kBounded:
      return "bounded";
    case Mark::kAssumed:
      return "assumed";
    case Mark::kUnknown:
      return "unknown";
  }
  return "unknown";
}

}  // namespace roofline
