#include <algorithm>
#include <cmath>

#include "costmodel/operators/elementwise.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// A float attribute that an activation takes.
struct Parameter {
  std::string_view name;
  double fallback = 0;
};

struct Activation {
  std::string_view op;
  std::vector<int> versions;
  double (*function)(double x, double a, double b);
  ElementCost cost;
  std::string_view formula;
  Parameter a;
  Parameter b;
};

double Sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }
double Softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

const std::vector<Activation>& Activations() {
  static const auto& activations = *new std::vector<Activation>{
      {"Celu",
       {12, 28},
       [](double x, double a, double) {
         return std::max(0.0, x) + std::min(0.0, a * std::expm1(x / a));
       },
       {.arithmetic = 4, .comparisons = 2, .transcendentals = 1},
       "per element max(0, x) + min(0, a*(exp(x/a) - 1)): 4 arithmetic, 2 comparisons, 1 exp",
       {"alpha", 1.0},
       {}},
      {"Elu",
       {1, 6, 22},
       [](double x, double a, double) { return x < 0 ? a * std::expm1(x) : x; },
       {.arithmetic = 2, .comparisons = 1, .transcendentals = 1},
       "per element x < 0 ? a*(exp(x) - 1) : x: 2 arithmetic, 1 comparison, 1 exp",
       {"alpha", 1.0},
       {}},
      {"HardSigmoid",
       {1, 6, 22},
       [](double x, double a, double b) { return std::clamp(a * x + b, 0.0, 1.0); },
       {.fmas = 1, .comparisons = 2},
       "per element max(0, min(1, a*x + b)): 1 multiply-add, 2 comparisons",
       {"alpha", 0.2},
       {"beta", 0.5}},
      {"HardSwish",
       {14, 22},
       [](double x, double, double) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); },
       {.fmas = 1, .arithmetic = 1, .comparisons = 2},
       "per element x * max(0, min(1, x/6 + 0.5)): 1 multiply-add, 1 arithmetic, 2 comparisons",
       {},
       {}},
      {"LeakyRelu",
       {1, 6, 16},
       [](double x, double a, double) { return x < 0 ? a * x : x; },
       {.arithmetic = 1, .comparisons = 1},
       "per element x < 0 ? a*x : x: 1 arithmetic, 1 comparison",
       {"alpha", 0.01},
       {}},
      {"Mish",
       {18, 22},
       [](double x, double, double) { return x * std::tanh(Softplus(x)); },
       {.arithmetic = 2, .transcendentals = 3},
       "per element x * tanh(log(1 + exp(x))): 2 arithmetic, 3 transcendental",
       {},
       {}},
      {"Relu",
       {1, 6, 13, 14},
       [](double x, double, double) { return std::max(0.0, x); },
       {.comparisons = 1},
       "y comparisons",
       {},
       {}},
      {"Selu",
       {1},
       [](double x, double a, double g) { return g * (x > 0 ? x : a * std::expm1(x)); },
       {.arithmetic = 3, .comparisons = 1, .transcendentals = 1},
       "per element g * (x > 0 ? x : a*exp(x) - a): 3 arithmetic, 1 comparison, 1 exp",
       {"alpha", 1.6732},
       {"gamma", 1.0507}},
      {"Selu",
       {6, 22},
       [](double x, double a, double g) { return g * (x > 0 ? x : a * std::expm1(x)); },
       {.arithmetic = 3, .comparisons = 1, .transcendentals = 1},
       "per element g * (x > 0 ? x : a*exp(x) - a): 3 arithmetic, 1 comparison, 1 exp",
       {"alpha", 1.67326319217681884765625},
       {"gamma", 1.05070102214813232421875}},
      {"Shrink",
       {9},
       [](double x, double l, double b) { return x < -l ? x + b : (x > l ? x - b : 0.0); },
       {.arithmetic = 1, .comparisons = 2},
       "per element x < -l ? x + b : x > l ? x - b : 0: 1 arithmetic, 2 comparisons",
       {"lambd", 0.5},
       {"bias", 0.0}},
      {"Sigmoid",
       {1, 6, 13},
       [](double x, double, double) { return Sigmoid(x); },
       {.arithmetic = 2, .transcendentals = 1},
       "per element 1 / (1 + exp(-x)): 2 arithmetic, 1 exp",
       {},
       {}},
      {"Softplus",
       {1, 22},
       [](double x, double, double) { return Softplus(x); },
       {.arithmetic = 1, .transcendentals = 2},
       "per element log(1 + exp(x)): 1 arithmetic, 2 transcendental",
       {},
       {}},
      {"Softsign",
       {1, 22},
       [](double x, double, double) { return x / (1 + std::fabs(x)); },
       {.arithmetic = 3},
       "per element x / (1 + abs(x)): 3 arithmetic",
       {},
       {}},
      {"Swish",
       {24},
       [](double x, double a, double) { return x * Sigmoid(a * x); },
       {.arithmetic = 4, .transcendentals = 1},
       "per element x / (1 + exp(-a*x)) as x times a sigmoid: 4 arithmetic, 1 exp",
       {"alpha", 1.0},
       {}},
      {"ThresholdedRelu",
       {10, 22},
       [](double x, double a, double) { return x > a ? x : 0.0; },
       {.comparisons = 1},
       "y comparisons",
       {"alpha", 1.0},
       {}},
  };
  return activations;
}

const Activation* FindActivation(const NodeView& node) {
  const Activation* best = nullptr;
  for (const Activation& activation : Activations()) {
    const bool newer = best == nullptr || activation.versions.front() <= node.opset();
    if (activation.op == node.op() && newer) best = &activation;
  }
  return best;
}

double ReadParameter(const NodeView& node, const Parameter& parameter) {
  return parameter.name.empty() ? 0.0 : node.attr_float(parameter.name, parameter.fallback);
}

void ValueActivation(const NodeView& node, OutputFacts& out) {
  const Activation* activation = FindActivation(node);
  if (activation == nullptr || !ContentFits(out)) return;
  const double a = ReadParameter(node, activation->a);
  const double b = ReadParameter(node, activation->b);
  if (const auto* x = node.floats(0)) {
    SetRounded(out, MapContent(*x, [&](double v) { return activation->function(v, a, b); }));
  } else if (const auto* n = node.ints(0); n != nullptr && node.op() == "Relu") {
    SetWrapped(out, MapContent(*n, [](int64_t v) { return std::max<int64_t>(v, 0); }));
  }
}

void WorkActivation(const NodeView& node, Work& work) {
  const Activation* activation = FindActivation(node);
  if (activation == nullptr) return;
  AddElementWork(node.dtype(0), node.out_elements(0), activation->cost, work);
}

OperatorRule RuleOf(const Activation& activation) {
  return {.op = activation.op,
          .versions = activation.versions,
          .op_class = OperatorClass::kActivation,
          .infer = InferSameAsInput,
          .value = ValueActivation,
          .work = WorkActivation,
          .formula = activation.formula,
          .source = "the function in the ONNX operator text"};
}

}  // namespace

std::vector<OperatorRule> ActivationRules() {
  std::vector<OperatorRule> rules;
  for (const Activation& activation : Activations()) rules.push_back(RuleOf(activation));
  return rules;
}

}  // namespace roofline
