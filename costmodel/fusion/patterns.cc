#include "costmodel/fusion/patterns.h"

#include <array>

#include "costmodel/fusion/patterns/families.h"

namespace roofline {

std::span<const Pattern> Patterns() {
  static constexpr std::array kPatterns = {
      Pattern{
          "attention",
          "softmax(Q K^T, scaled and masked) V with the transposes around it: scores stay inside",
          MatchAttention},
      Pattern{"rotary", "x * cos + concat(-x2, x1) * sin, x1 and x2 being the halves of x",
              MatchRotary},
      Pattern{"conv chain",
              "a convolution with bias, batch norm, activation and residual add behind it",
              MatchConvChain},
      Pattern{"matmul chain",
              "a Gemm or MatMul with bias, batch norm, activation and residual add behind it",
              MatchMatmulChain},
      Pattern{"softmax", "exp(x - max) / sum over rows in small layers", MatchSoftmax},
      Pattern{"layer_norm", "(x - mean) / sqrt(variance + epsilon) over rows in small layers",
              MatchLayerNorm},
      Pattern{"rms_norm", "x / sqrt(mean(x^2) + epsilon) over rows in small layers", MatchRmsNorm},
      Pattern{"skip_layer_norm", "a normalization operator and the sum that it normalizes",
              MatchSkipNorm},
      Pattern{"qdq", "an operator between DequantizeLinear and QuantizeLinear works on integers",
              MatchQuantized},
      Pattern{"gelu", "x * 0.5 * (1 + erf(x / sqrt(2))) or its tanh form in small layers",
              MatchGelu},
      Pattern{"silu", "x * sigmoid(x), and what is computed on its elements", MatchSilu},
      Pattern{"elementwise chain", "layers that compute element by element on tensors of one size",
              MatchElementwiseChain},
  };
  return kPatterns;
}

}  // namespace roofline
