#ifndef ROOFLINE_CLIENT_EXAMPLES_GENERATOR_NETWORKS_H_
#define ROOFLINE_CLIENT_EXAMPLES_GENERATOR_NETWORKS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "client/examples/generator/graph_builder.h"

namespace roofline::examples {

struct Network {
  std::string_view name;  // of the file, less ".onnx"
  int64_t opset;
  void (*build)(GraphBuilder&);
  bool shipped;  // a file of client/examples; others are for tests
  ElementType float_type = onnx::TensorProto::FLOAT;
};

// Every network the generator knows.
std::span<const Network> Networks();

// The .onnx file of `network`, the same bytes every time.
std::string Generate(const Network& network, Biases biases = Biases::kInConvolutions);

}  // namespace roofline::examples

#endif  // ROOFLINE_CLIENT_EXAMPLES_GENERATOR_NETWORKS_H_
