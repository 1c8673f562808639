#ifndef ROOFLINE_COSTMODEL_EXPRESSION_EXPRESSION_H_
#define ROOFLINE_COSTMODEL_EXPRESSION_EXPRESSION_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/count.h"
#include "costmodel/expression/context.h"

namespace roofline {

// Arithmetic over one layer, as users write it in conventions and operator rules:
//
//   2 * n + n / dim(0, attr("axis", -1))
//
// Operators: + - * / ^  < <= > >= == !=  && ||  condition ? a : b, with ( ). Numbers are doubles:
// whole numbers are exact below 2^53.
//
// Variables
//   n, y                 elements of input 0, of output 0
//   item                 bytes per element of input 0 (0.5 for int4)
//   opset                imported version of the operator's domain
//   inputs               number of inputs that are present
//   macs, fmas, arithmetic, comparisons, transcendentals, integer_ops
//                        the work of the layer, each operation as 1
//   flops                2 macs + 2 fmas + arithmetic + comparisons + transcendentals
//   read_bytes, write_bytes  its traffic
//   attr.NAME            a numeric attribute; an error when the node has none
//   in0 .. in9, out0 .. out9  operands, to give to the functions below
//
// Functions. i is the number of an input, or in0 ... or out0 ...; k is an axis, negative ones count
// from the end.
//   in(i), out(i)            elements of an input, of an output; 0 when absent
//   in_bytes(i), out_bytes(i)  their bytes
//   prod(in0), bytes(out0)   the same by operand
//   dim(i, k), odim(i, k)    extent of axis k of an input, of an output
//   tail(i, k)               product of the extents from axis k on
//   rank(i)                  number of axes
//   sum_in(), max_in()       elements of all inputs together, of the largest one
//   attr("name", default)    a numeric attribute
//   attr_prod("name", default)  product of an integer list attribute
//   attr_is("name", "text")  1 when a text attribute has this value, else 0
//   min(...), max(...), abs(x), floor(x), ceil(x), sqrt(x), log2(x), mod(a, b)
//
// An object belongs to one thread at a time.
class Expression {
 public:
  // kInvalidRules with the column of the mistake, and the nearest names for one that is unknown.
  static absl::StatusOr<Expression> Compile(std::string_view text, const ExpressionScope& scope);

  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  // A non-negative whole number. kInvalidRules when the result is negative, broken, not finite or
  // over 2^53, or when the layer lacks an operand, axis or attribute that was asked for.
  absl::StatusOr<Count> Evaluate(const ExpressionContext& context) const;
  // Any finite number.
  absl::StatusOr<double> EvaluateNumber(const ExpressionContext& context) const;

  const std::string& text() const;

 private:
  class Program;
  explicit Expression(std::unique_ptr<Program> program);

  std::unique_ptr<Program> program_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_EXPRESSION_EXPRESSION_H_
