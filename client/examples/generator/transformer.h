#ifndef ROOFLINE_CLIENT_EXAMPLES_GENERATOR_TRANSFORMER_H_
#define ROOFLINE_CLIENT_EXAMPLES_GENERATOR_TRANSFORMER_H_

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "client/examples/generator/graph_builder.h"

// What transformers share, in the many small nodes that exporters write for it. `name` is the
// module that owns the weights and nodes; functions without it add to the current scope.
namespace roofline::examples {

// x [..., in] times weight [in, out], plus a bias: MatMul and Add.
Value Linear(GraphBuilder& g, std::string_view name, const Value& x, int64_t in, int64_t out,
             bool bias = true);

// Over the last dimension, `width` long.
Value LayerNorm(GraphBuilder& g, std::string_view name, const Value& x, int64_t width,
                float epsilon);

// x / 2 * (1 + erf(x / sqrt 2))
Value Gelu(GraphBuilder& g, const Value& x);
// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))
Value GeluTanh(GraphBuilder& g, const Value& x);

// Extent `axis` of x, as an int64 scalar.
Value ScalarExtent(GraphBuilder& g, const Value& x, int64_t axis);
// An int64 scalar as a vector of one.
Value AsVector(GraphBuilder& g, const Value& scalar);
Value Unsqueeze(GraphBuilder& g, const Value& x, int64_t axis);
Value Transpose(GraphBuilder& g, const Value& x, const Ints& permutation);

// Where a Reshape takes an extent from: a number, or an int64 scalar of the graph.
using Extent = std::variant<int64_t, Value>;
Value Reshape(GraphBuilder& g, const Value& x, const std::vector<Extent>& extents);

// x [batch, sequence, heads * size] as [batch, sequence, heads, size], then permuted.
Value SplitHeads(GraphBuilder& g, const Value& x, int64_t heads, int64_t size,
                 const Ints& permutation);
// x [batch, heads, sequence, size] as [batch, sequence, width]; width is heads * size.
Value JoinHeads(GraphBuilder& g, const Value& x, int64_t width);

// The lowest finite value of FLOAT or FLOAT16.
float LowestOf(ElementType type);
// int64 scalars first, first + 1, ... up to but without end.
Value Range(GraphBuilder& g, const Value& first, const Value& end);
// bool [sequence, total]: which of the positions 0 ... total - 1 each of `positions` [sequence] may
// see, itself included.
Value CausalMask(GraphBuilder& g, const Value& positions, const Value& total);
// 0 where `mask` [batch, total] is 1, the lowest float where it is 0; [batch, 1, 1, total].
Value AdditiveMask(GraphBuilder& g, const Value& mask);

}  // namespace roofline::examples

#endif  // ROOFLINE_CLIENT_EXAMPLES_GENERATOR_TRANSFORMER_H_
