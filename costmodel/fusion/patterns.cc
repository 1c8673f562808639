#include "costmodel/fusion/patterns.h"

#include <array>

#include "costmodel/fusion/patterns/families.h"

namespace roofline {

std::span<const Pattern> Patterns() {
  static constexpr std::array kPatterns = {
      Pattern{"conv chain",
              "a convolution with bias, batch norm, activation and residual add behind it",
              MatchConvChain},
      Pattern{"matmul chain",
              "a Gemm or MatMul with bias, batch norm, activation and residual add behind it",
              MatchMatmulChain},
      Pattern{"gelu", "x * 0.5 * (1 + erf(x / sqrt(2))) or its tanh form in small layers",
              MatchGelu},
      Pattern{"silu", "x * sigmoid(x), and what is computed on its elements", MatchSilu},
      Pattern{"elementwise chain", "layers that compute element by element on tensors of one size",
              MatchElementwiseChain},
  };
  return kPatterns;
}

}  // namespace roofline
