#ifndef ROOFLINE_COSTMODEL_ANALYSIS_SYMBOLIC_SIZE_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_SYMBOLIC_SIZE_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace roofline {

// The name of a dimension that is arithmetic over the names of others, as exporters write it:
// "past_sequence + sequence", "(height - 1) // 2 + 1".
//
// Operators: + - * / // and ( ); "/" must divide evenly, "//" rounds down. Names are letters,
// digits,
// '_' and '.'; a '-' between letters belongs to the name ("batch-size").
class SymbolicSize {
 public:
  // nullopt when the text is a mere name, or anything else.
  static std::optional<SymbolicSize> Parse(std::string_view text);

  // The names in it, each once.
  const std::vector<std::string>& parts() const { return parts_; }
  // Those of them that have no size in `dims`.
  std::vector<std::string> Missing(const std::map<std::string, int64_t>& dims) const;

  // With all parts in `dims`. kInputMismatch, with the sizes, when the result is negative, not
  // whole or over int64.
  absl::StatusOr<int64_t> Evaluate(const std::map<std::string, int64_t>& dims) const;

 private:
  friend class SymbolicSizeParser;

  // A step of a stack machine: pushes a number or a part, or combines the two on top.
  struct Step {
    enum class Kind : uint8_t { kNumber, kPart, kAdd, kSubtract, kMultiply, kDivide, kFloorDivide };
    Kind kind;
    int64_t operand = 0;  // the number, or the position in parts_
  };

  static std::optional<int64_t> Combine(Step::Kind kind, int64_t a, int64_t b);
  std::optional<int64_t> Run(const std::map<std::string, int64_t>& dims) const;

  std::string text_;
  std::vector<std::string> parts_;
  std::vector<Step> steps_;
};

// The size of a dimension by its name, whole or as arithmetic; nullopt when it cannot be told.
std::optional<int64_t> SizeOfSymbol(std::string_view symbol,
                                    const std::map<std::string, int64_t>& dims);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_SYMBOLIC_SIZE_H_
