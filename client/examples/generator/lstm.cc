// A layer of LSTM alone; and two layers with a classifier of their last state.

#include <string_view>
#include <vector>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

constexpr int64_t kLstmWidth = 64;  // of the input and of the state of the classifier
constexpr int64_t kClasses = 10;

struct LstmResult {
  Value sequence;  // [sequence, batch, width]
  Value last;      // [1, batch, width]
};

// x [sequence, batch, width], from a state of zeros. The four gates share each weight.
LstmResult Lstm(GraphBuilder& g, std::string_view name, const Value& x, int64_t width) {
  const Scope scope(g, name);
  const Value weight = g.Weight("weight_ih", {1, 4 * width, width});
  const Value recurrence = g.Weight("weight_hh", {1, 4 * width, width});
  const Value bias = g.Weight("bias", {1, 8 * width});
  const std::vector<Value> y =
      g.Node("LSTM", {x, weight, recurrence, bias}, {{"hidden_size", width}}, 2);
  return {g.Node("Squeeze", {y[0], g.Integers({1})}), y[1]};
}

}  // namespace

void LstmLayer(GraphBuilder& g, int64_t width) {
  const Value x = g.Input("input", g.float_type(), {"sequence", "batch", width});
  const LstmResult result = Lstm(g, "lstm", x, width);
  g.Output(result.sequence, "output", g.float_type(), {"sequence", "batch", width});
}

void LstmClassifier(GraphBuilder& g) {
  const Value x = g.Input("input", g.float_type(), {"sequence", "batch", kLstmWidth});
  const LstmResult first = Lstm(g, "lstm.0", x, kLstmWidth);
  const LstmResult second = Lstm(g, "lstm.1", first.sequence, kLstmWidth);
  const Value last = g.Node("Squeeze", {second.last, g.Integers({0})});
  ClassesOutput(g, Gemm(g, "fc", last, kLstmWidth, kClasses), kClasses);
}

}  // namespace roofline::examples
