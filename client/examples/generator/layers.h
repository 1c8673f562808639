#ifndef ROOFLINE_CLIENT_EXAMPLES_GENERATOR_LAYERS_H_
#define ROOFLINE_CLIENT_EXAMPLES_GENERATOR_LAYERS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "client/examples/generator/graph_builder.h"

// The layers of image networks. `name` is the module that owns the weights and the node.
namespace roofline::examples {

// A square convolution.
struct ConvSpec {
  int64_t in;   // channels
  int64_t out;  // channels
  int64_t kernel = 1;
  int64_t stride = 1;
  int64_t pad = 0;
  int64_t groups = 1;
  bool bias = false;
};
Value Conv(GraphBuilder& g, std::string_view name, const Value& x, const ConvSpec& spec);

Value BatchNorm(GraphBuilder& g, std::string_view name, const Value& x, int64_t channels,
                float epsilon = 1e-5F);
Value Relu(GraphBuilder& g, std::string_view name, const Value& x);
// Across channels, with the constants of AlexNet.
Value LocalResponseNorm(GraphBuilder& g, std::string_view name, const Value& x);
// Convolution, batch norm and ReLU: modules "<name>.0", "<name>.1" and "<name>.2" inside `name`.
Value ConvNormRelu(GraphBuilder& g, const std::string& name, const Value& x, const ConvSpec& spec);
// Clip to [0, 6].
Value Relu6(GraphBuilder& g, std::string_view name, const Value& x);

// A square pooling window. `ceil` rounds the output extent up.
struct PoolSpec {
  int64_t kernel;
  int64_t stride;
  int64_t pad = 0;
  bool ceil = false;
};
Value MaxPool(GraphBuilder& g, std::string_view name, const Value& x, const PoolSpec& spec);
Value AveragePool(GraphBuilder& g, std::string_view name, const Value& x, const PoolSpec& spec);
Value GlobalAveragePool(GraphBuilder& g, std::string_view name, const Value& x);

// Sigmoid of x times x.
Value Silu(GraphBuilder& g, std::string_view name, const Value& x);
// Concatenates along the channels, in the current scope.
Value ConcatChannels(GraphBuilder& g, const std::vector<Value>& parts);
// x [batch, channels, ...] as [batch, the rest], in the current scope.
Value Flatten(GraphBuilder& g, const Value& x);

// x [rows, in] times weight [out, in] transposed, plus a bias.
Value Gemm(GraphBuilder& g, std::string_view name, const Value& x, int64_t in, int64_t out);

// The input every image network has: "input", float, [batch, 3, side, side].
Value ImageInput(GraphBuilder& g, int64_t side = 224);
// Makes `value` [batch, classes] the graph output "output".
void ClassesOutput(GraphBuilder& g, const Value& value, int64_t classes = 1000);

}  // namespace roofline::examples

#endif  // ROOFLINE_CLIENT_EXAMPLES_GENERATOR_LAYERS_H_
