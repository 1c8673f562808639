#ifndef ROOFLINE_TESTS_GENERATOR_TRUSTED_MODEL_H_
#define ROOFLINE_TESTS_GENERATOR_TRUSTED_MODEL_H_

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "client/examples/generator/networks.h"

// A second reading of the generated models, by libonnx, which may be trusted with them.
namespace roofline::examples {

// Fails the test and returns the first network where there is no network of that name.
const Network& FindNetwork(std::string_view name);

onnx::ModelProto Parse(const std::string& bytes);

// Values for named dimensions.
using Bindings = std::map<std::string, int64_t>;

// What libonnx cannot work out: the shape of a Slice, Range or Expand that depends on values.
struct Hint {
  std::vector<int64_t> shape;
  ElementType type = onnx::TensorProto::INT64;
};
using Hints = std::map<std::string, Hint>;

// A model with its inputs bound and the shape of every tensor inferred, strictly.
class TrustedModel {
 public:
  // Throws what libonnx throws where shapes contradict each other.
  TrustedModel(onnx::ModelProto model, const Bindings& bindings, const Hints& hints = {});

  const onnx::GraphProto& graph() const { return model_.graph(); }

  // Throws where a dimension is not known.
  std::vector<int64_t> Shape(const std::string& tensor) const;
  int64_t Elements(const std::string& tensor) const;

 private:
  onnx::ModelProto model_;
  std::map<std::string, onnx::TensorShapeProto> shapes_;
  std::map<std::string, std::vector<int64_t>> weights_;
};

// `attribute` of `node`; 0, empty or `otherwise` where it is absent.
int64_t IntegerOf(const onnx::NodeProto& node, std::string_view attribute, int64_t otherwise);
std::vector<int64_t> IntegersOf(const onnx::NodeProto& node, std::string_view attribute);

// Multiply-accumulates of the Conv, Gemm, MatMul and LSTM nodes.
int64_t CountMacs(const TrustedModel& model);
// Elements of the real initializers, less the running statistics of batch norms.
int64_t CountParameters(const onnx::GraphProto& graph);
// Nodes by operator.
std::map<std::string, int> CountNodes(const onnx::GraphProto& graph);

}  // namespace roofline::examples

#endif  // ROOFLINE_TESTS_GENERATOR_TRUSTED_MODEL_H_
