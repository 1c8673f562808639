#ifndef ROOFLINE_COSTMODEL_ERROR_H_
#define ROOFLINE_COSTMODEL_ERROR_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace roofline {

// Why a request was refused. The name (ReasonName) is stable: it is the ErrorInfo.reason of the
// service and what scripts match on. The message is for people: one line that names the place, what
// was expected and what to do.
enum class Reason {
  kNotOnnx,           // the bytes are something else, or nothing
  kTruncatedModel,    // ends inside a field
  kMalformedModel,    // valid protobuf, impossible ONNX (a cycle, a missing input, a bad attribute)
  kLimitExceeded,     // a size, depth, rank or expansion limit
  kUnknownOperator,   // no rule, and the caller asked for strictness
  kShapeConflict,     // operand shapes contradict each other or the operator
  kUnboundDimension,  // a symbolic dimension without a value
  kUnknownInput,      // --input / --value / --dim names nothing in the model
  kInputMismatch,     // --input has another rank or contradicts a fixed dimension
  kUnresolvedValue,   // a trip count or condition is not known
  kUnknownDevice,
  kInvalidProfile,  // device YAML
  kInvalidRules,    // convention or operator-rule YAML
  kUnknownConvention,
  kInvalidMeasurement,  // a file of measured times
  kInvalidArgument,     // any other option
  kFileNotFound,
  kIoError,
  kCancelled,
  kDeadlineExceeded,
  kOverloaded,
  kUnavailable,  // server not reachable
  kInternal,
};

std::string_view ReasonName(Reason reason);

// A status whose code follows from the reason and which carries the reason as a payload.
absl::Status Error(Reason reason, std::string_view message);

// The reason a status carries; for a status from elsewhere, the nearest one to its code. nullopt
// when ok.
std::optional<Reason> ReasonOf(const absl::Status& status);

// From ReasonName back; nullopt for a name we do not know.
std::optional<Reason> ReasonFromName(std::string_view name);

// The text of a status. (Debian's absl::string_view is a type of its own; the rest of the code uses
// std::string_view.)
std::string_view MessageOf(const absl::Status& status);

// The same error with "context: " in front of its message; an ok status stays ok.
absl::Status Annotate(const absl::Status& status, std::string_view context);

}  // namespace roofline

#define ROOFLINE_CONCAT_INNER_(a, b) a##b
#define ROOFLINE_CONCAT_(a, b) ROOFLINE_CONCAT_INNER_(a, b)

// Returns the error of an absl::Status expression from the calling function.
#define RETURN_IF_ERROR(expr)                                     \
  do {                                                            \
    if (absl::Status status_macro = (expr); !status_macro.ok()) { \
      return status_macro;                                        \
    }                                                             \
  } while (false)

// ASSIGN_OR_RETURN(auto x, F()): x takes the value of the absl::StatusOr, or the calling function
// returns its error.
#define ASSIGN_OR_RETURN(lhs, expr) \
  ASSIGN_OR_RETURN_INNER_(ROOFLINE_CONCAT_(status_or_, __LINE__), lhs, expr)
#define ASSIGN_OR_RETURN_INNER_(temporary, lhs, expr) \
  auto temporary = (expr);                            \
  if (!temporary.ok()) {                              \
    return std::move(temporary).status();             \
  }                                                   \
  lhs = *std::move(temporary)

#endif  // ROOFLINE_COSTMODEL_ERROR_H_
