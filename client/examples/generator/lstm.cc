// Two layers of LSTM and a classifier of their last state.

#include <string_view>
#include <vector>

#include "client/examples/generator/families.h"
#include "client/examples/generator/layers.h"

namespace roofline::examples {
namespace {

constexpr int64_t kWidth = 64;  // of the input and of the state
constexpr int64_t kClasses = 10;

struct LstmResult {
  Value sequence;  // [sequence, batch, kWidth]
  Value last;      // [1, batch, kWidth]
};

// x [sequence, batch, kWidth], from a state of zeros. The four gates share each weight.
LstmResult Lstm(GraphBuilder& g, std::string_view name, const Value& x) {
  const Scope scope(g, name);
  const Value weight = g.Weight("weight_ih", {1, 4 * kWidth, kWidth});
  const Value recurrence = g.Weight("weight_hh", {1, 4 * kWidth, kWidth});
  const Value bias = g.Weight("bias", {1, 8 * kWidth});
  const std::vector<Value> y =
      g.Node("LSTM", {x, weight, recurrence, bias}, {{"hidden_size", kWidth}}, 2);
  return {g.Node("Squeeze", {y[0], g.Integers({1})}), y[1]};
}

}  // namespace

void LstmClassifier(GraphBuilder& g) {
  const Value x = g.Input("input", g.float_type(), {"sequence", "batch", kWidth});
  const LstmResult first = Lstm(g, "lstm.0", x);
  const LstmResult second = Lstm(g, "lstm.1", first.sequence);
  const Value last = g.Node("Squeeze", {second.last, g.Integers({0})});
  ClassesOutput(g, Gemm(g, "fc", last, kWidth, kClasses), kClasses);
}

}  // namespace roofline::examples
