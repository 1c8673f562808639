#ifndef ROOFLINE_COSTMODEL_OPERATORS_WORK_H_
#define ROOFLINE_COSTMODEL_OPERATORS_WORK_H_

#include "absl/container/inlined_vector.h"
#include "costmodel/count.h"
#include "costmodel/graph/dtype.h"
#include "costmodel/operators/mark.h"

namespace roofline {

// What one execution of a node must do, whatever the hardware. Counts are of scalar operations,
// traffic is in bytes.
struct Work {
  Count macs;  // multiply-accumulates of contractions (Conv, Gemm, MatMul, Einsum, recurrent cells,
               // attention)
  Count
      fmas;  // elementwise multiply-adds that one FMA instruction does (batch norm: y = x * s + b)
  Count arithmetic;  // additions, subtractions, multiplications, divisions, square roots outside of
                     // those
  Count comparisons;                         // min, max, relu, comparisons, selections
  Count transcendentals;                     // exp, log, tanh, erf, sin, pow ...; each call is 1
  Count integer_ops;                         // arithmetic on integers and bools
  DType math = DType::kUndefined;            // type the macs multiply in; accumulation may be wider
  absl::InlinedVector<Count, 4> read_bytes;  // per input operand; 0 for one left out
  absl::InlinedVector<Count, 2> write_bytes;  // per output operand
  // Whether the counts are what a run does when the shapes are; a rule that lacks content states
  // the bound and lowers it.
  Mark mark = Mark::kExact;
  Count inner_bytes;  // written and read again within the node, not visible as operands

  Count TotalRead() const;
  Count TotalWritten() const;
  // Floating-point operations with a MAC and an FMA as 2 and everything else that is not integer
  // work as 1. MACs of quantized operators count too: they are what an int8 peak is stated in.
  Count Flops() const;
  // False when any count overflowed int64.
  bool ok() const;
};

// Every count times `times` (a trip count).
Work operator*(const Work& work, Count times);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_WORK_H_
