#include "costmodel/fusion/patterns.h"

#include <array>

#include "costmodel/fusion/patterns/families.h"

namespace roofline {

// The right column follows GenerateTransformers of ONNX Runtime
// (onnxruntime/core/optimizer/graph_transformer_utils.cc), whose passes for the CPU are named
// there, and what profiles of its release 1.30 on a CPU show: AttentionFusion and
// SkipLayerNormFusion found nothing to do in BERT, ViT and GPT-2 as exporters write them.
std::span<const Pattern> Patterns() {
  constexpr MatchFunction kOff = nullptr;
  static constexpr std::array kPatterns = {
      Pattern{
          "attention",
          "softmax(Q K^T, scaled and masked) V with the transposes around it: scores stay inside",
          MatchAttention, kOff},
      Pattern{"rotary", "x * cos + concat(-x2, x1) * sin, x1 and x2 being the halves of x",
              MatchRotary, kOff},
      Pattern{"conv chain",
              "a convolution with bias, batch norm, activation and residual add behind it",
              MatchConvChain, MatchCpuConv},  // Conv{BN,Mul,Add,Activation}Fusion
      Pattern{"matmul chain",
              "a Gemm or MatMul with bias, batch norm, activation and residual add behind it",
              MatchMatmulChain, MatchCpuMatmul},  // {MatMulAdd,GemmActivation,MatMulScale}Fusion
      Pattern{"softmax", "exp(x - max) / sum over rows in small layers", MatchSoftmax, kOff},
      Pattern{"layer_norm", "(x - mean) / sqrt(variance + epsilon) over rows in small layers",
              MatchLayerNorm, MatchCpuLayerNorm},  // LayerNormFusion
      Pattern{"rms_norm", "x / sqrt(mean(x^2) + epsilon) over rows in small layers", MatchRmsNorm,
              MatchCpuRmsNorm},  // SimplifiedLayerNormFusion
      Pattern{"skip_layer_norm", "a normalization operator and the sum that it normalizes",
              MatchSkipNorm, kOff},
      Pattern{"qdq", "an operator between DequantizeLinear and QuantizeLinear works on integers",
              MatchQuantized, MatchCpuQuantized},  // QDQSelectorActionTransformer
      Pattern{"gelu", "x * 0.5 * (1 + erf(x / sqrt(2))) or its tanh form in small layers",
              MatchGelu, MatchCpuGelu},  // {Gelu,BiasGelu,FastGelu}Fusion
      Pattern{"silu", "x * sigmoid(x), and what is computed on its elements", MatchSilu,
              MatchCpuSilu},  // QuickGeluFusion
      Pattern{"elementwise chain", "layers that compute element by element on tensors of one size",
              MatchElementwiseChain, kOff},
  };
  return kPatterns;
}

}  // namespace roofline
