#include "costmodel/operators/scalar_work.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "costmodel/ascii.h"

namespace roofline {
namespace {

// Operations per element.
struct ActivationCost {
  std::string_view name;  // lower case
  int arithmetic;
  int comparisons;
  int transcendentals;
};

constexpr std::array kActivationCosts = {
    ActivationCost{"", 0, 0, 0},
    ActivationCost{"none", 0, 0, 0},
    ActivationCost{"identity", 0, 0, 0},
    ActivationCost{"relu", 0, 1, 0},
    ActivationCost{"leakyrelu", 1, 1, 0},        // one multiplication, one selection
    ActivationCost{"thresholdedrelu", 0, 1, 0},  // one selection
    ActivationCost{"clip", 0, 2, 0},
    ActivationCost{"sigmoid", 2, 0, 1},
    ActivationCost{"tanh", 0, 0, 1},
    ActivationCost{"scaledtanh", 2, 0, 1},   // alpha * tanh(beta * x)
    ActivationCost{"hardsigmoid", 2, 2, 0},  // min(max(alpha * x + beta, 0), 1)
    ActivationCost{"hardswish", 3, 2, 0},    // x * hardsigmoid(x)
    ActivationCost{"affine", 2, 0, 0},
    ActivationCost{"elu", 2, 1, 1},       // alpha * (exp(x) - 1), one selection
    ActivationCost{"softsign", 3, 0, 0},  // x / (1 + |x|)
    ActivationCost{"softplus", 1, 0, 2},  // log(1 + exp(x))
    ActivationCost{"silu", 3, 0, 1},
    ActivationCost{"swish", 3, 0, 1},
    ActivationCost{"quickgelu", 4, 0, 1},  // x * sigmoid(alpha * x)
    ActivationCost{"gelu", 4, 0, 1},       // 0.5 * x * (1 + erf(x / sqrt(2)))
    ActivationCost{"fastgelu", 7, 0, 1},   // 0.5 * x * (1 + tanh(x * (a + b * x * x)))
    ActivationCost{"erf", 0, 0, 1},
};

}  // namespace

bool AddActivation(Work& work, std::string_view name, Count n) {
  const std::string lower = Lower(name);
  for (const ActivationCost& cost : kActivationCosts) {
    if (cost.name != lower) continue;
    work.arithmetic += Count(cost.arithmetic) * n;
    work.comparisons += Count(cost.comparisons) * n;
    work.transcendentals += Count(cost.transcendentals) * n;
    return true;
  }
  return false;
}

}  // namespace roofline
