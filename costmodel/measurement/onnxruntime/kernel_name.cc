#include "costmodel/measurement/onnxruntime/kernel_name.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "costmodel/ascii.h"

namespace roofline {
namespace {

// The graph transformers of ONNX Runtime name what they make after what they replace.
constexpr std::string_view kBlockedLayout = "_nchwc";  // NchwcTransformer: output tensor + this
constexpr std::string_view kUnique = "_token_";        // Graph::GenerateNodeName: + a number
constexpr std::string_view kFused = "fused ";          // GemmActivationFusion
constexpr std::array<std::string_view, 4> kInsertedOps = {"ReorderInput", "ReorderOutput",
                                                          "MemcpyToHost", "MemcpyFromHost"};
constexpr std::array<std::string_view, 2> kInsertedNames = {"InsertedCast_",
                                                            "InsertedPrecisionFreeCast_"};

std::string_view WithoutUnique(std::string_view name) {
  const size_t at = name.rfind(kUnique);
  if (at == std::string_view::npos || at == 0) return name;
  const std::string_view number = name.substr(at + kUnique.size());
  const bool is_number = !number.empty() && std::ranges::all_of(number, IsDigit);
  return is_number ? name.substr(0, at) : name;
}

// "/a/Mul/LayerNormFusion/" -> "/a/Mul": fusions append their own name between slashes.
std::string_view WithoutFusion(std::string_view name) {
  constexpr std::string_view kEnd = "Fusion/";
  if (!name.ends_with(kEnd)) return name;
  const size_t slash = name.rfind('/', name.size() - 2);
  return slash == std::string_view::npos || slash == 0 ? name : name.substr(0, slash);
}

}  // namespace

void InterpretName(MeasuredKernel& kernel) {
  std::string_view name = WithoutUnique(kernel.name);
  const auto begins = [name](std::string_view prefix) { return name.starts_with(prefix); };
  kernel.inserted = std::ranges::find(kInsertedOps, kernel.op) != kInsertedOps.end() ||
                    std::ranges::any_of(kInsertedNames, begins);
  if (kernel.inserted) return;
  if (name.ends_with(kBlockedLayout)) {
    name.remove_suffix(kBlockedLayout.size());
    kernel.tensor_names = {std::string(name)};
    return;
  }
  if (name.starts_with(kFused)) name.remove_prefix(kFused.size());
  kernel.node_names = {std::string(WithoutFusion(name))};
}

}  // namespace roofline
