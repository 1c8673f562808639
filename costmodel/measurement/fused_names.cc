#include "costmodel/measurement/fused_names.h"

#include <algorithm>
#include <array>

namespace roofline {
namespace {

struct Origin {
  std::string_view measured;
  std::string_view op;  // the operator of the group that does most of the work, or ends it
};

constexpr std::array kOrigins = {
    Origin{"BiasGelu", "Erf"},
    Origin{"BiasGelu", "Gelu"},
    Origin{"BiasGelu", "Mul"},
    Origin{"Gelu", "Erf"},
    Origin{"Gelu", "Mul"},
    Origin{"FastGelu", "Tanh"},
    Origin{"FastGelu", "Mul"},
    Origin{"QuickGelu", "Sigmoid"},
    Origin{"QuickGelu", "Mul"},
    Origin{"LayerNormalization", "ReduceMean"},
    Origin{"LayerNormalization", "Add"},
    Origin{"SimplifiedLayerNormalization", "ReduceMean"},
    Origin{"SimplifiedLayerNormalization", "Mul"},
    Origin{"SkipLayerNormalization", "LayerNormalization"},
    Origin{"SkipLayerNormalization", "Add"},
    Origin{"SkipSimplifiedLayerNormalization", "Add"},
    Origin{"EmbedLayerNormalization", "Gather"},
    Origin{"FusedMatMul", "MatMul"},
    Origin{"FusedGemm", "Gemm"},
    Origin{"Gemm", "MatMul"},
    Origin{"FusedConv", "Conv"},
    Origin{"NhwcConv", "Conv"},
    Origin{"QLinearConv", "Conv"},
    Origin{"QLinearMatMul", "MatMul"},
    Origin{"QGemm", "Gemm"},
    Origin{"QLinearAdd", "Add"},
    Origin{"QLinearMul", "Mul"},
    Origin{"QLinearConcat", "Concat"},
    Origin{"QLinearGlobalAveragePool", "GlobalAveragePool"},
    Origin{"QLinearAveragePool", "AveragePool"},
    Origin{"QLinearSigmoid", "Sigmoid"},
    Origin{"QLinearLeakyRelu", "LeakyRelu"},
    Origin{"QLinearSoftmax", "Softmax"},
    Origin{"NhwcMaxPool", "MaxPool"},
    Origin{"MatMulIntegerToFloat", "MatMulInteger"},
    Origin{"DynamicQuantizeMatMul", "MatMulInteger"},
    Origin{"DynamicQuantizeLSTM", "LSTM"},
    Origin{"MatMulNBits", "MatMul"},
    Origin{"Attention", "Softmax"},
    Origin{"MultiHeadAttention", "Softmax"},
    Origin{"Split", "Gather"},
    Origin{"Split", "Slice"},
};

}  // namespace

bool MayComeFrom(std::string_view measured, std::string_view op) {
  if (measured == op) return true;
  return std::any_of(kOrigins.begin(), kOrigins.end(), [&](const Origin& origin) {
    return origin.measured == measured && origin.op == op;
  });
}

}  // namespace roofline
