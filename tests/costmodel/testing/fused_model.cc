#include "tests/costmodel/testing/fused_model.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "costmodel/fusion/fuse.h"
#include "tests/costmodel/testing/model_text.h"

namespace roofline::testing {
namespace {

int64_t BytesOf(const Kernel& kernel, bool write) {
  Count bytes;
  for (const Traffic& traffic : kernel.traffic) {
    if (traffic.write == write) bytes += traffic.bytes;
  }
  return bytes.value();
}

// "float[4,3] w" with as many zeros as it has elements: "float[4,3] w = {0, ...}".
std::string WithZeros(const std::string& declaration) {
  int64_t elements = 1;
  const size_t open = declaration.find('[');
  const size_t close = declaration.find(']');
  if (open != std::string::npos) {
    std::istringstream dims(declaration.substr(open + 1, close - open - 1));
    std::string dim;
    while (std::getline(dims, dim, ',')) elements *= std::stoll(dim);
  }
  std::string zeros = "0";
  for (int64_t i = 1; i < elements; ++i) zeros += ",0";
  return declaration + " = {" + zeros + "}";
}

// Where the weights are declared: between '<' and '>' behind the signature; empty when there are
// none.
std::pair<size_t, size_t> WeightBlock(const std::string& text) {
  const size_t outputs = text.find(')', text.find("=>"));
  const size_t open = text.find_first_not_of(" \n", outputs + 1);
  if (text[open] != '<') return {open, open};
  return {open + 1, text.find('>', open)};
}

std::string FillWeights(const std::string& text) {
  const auto [begin, end] = WeightBlock(text);
  std::string filled;
  std::string declaration;
  int depth = 0;
  for (size_t i = begin; i <= end && begin < end; ++i) {
    const char c = text[i];
    if (i < end && (c != ',' || depth > 0)) {
      depth += c == '[' || c == '{' ? 1 : 0;
      depth -= c == ']' || c == '}' ? 1 : 0;
      declaration += c;
      continue;
    }
    const bool has_content = declaration.find('=') != std::string::npos;
    filled += (has_content ? declaration : WithZeros(declaration)) + (i < end ? "," : "");
    declaration.clear();
  }
  return text.substr(0, begin) + filled + text.substr(end);
}

bool Started(const Kernel& kernel) {
  return !kernel.traffic.empty() || kernel.work.Flops() + kernel.work.integer_ops != Count(0);
}

}  // namespace

int64_t ReadBytes(const Kernel& kernel) { return BytesOf(kernel, false); }
int64_t WriteBytes(const Kernel& kernel) { return BytesOf(kernel, true); }

size_t FusedModel::started() const {
  return static_cast<size_t>(std::count_if(plan.kernels.begin(), plan.kernels.end(), Started));
}

int64_t FusedModel::read_bytes() const {
  Count bytes;
  for (const Kernel& kernel : plan.kernels) bytes += Count(ReadBytes(kernel)) * kernel.repeat;
  return bytes.value();
}

int64_t FusedModel::write_bytes() const {
  Count bytes;
  for (const Kernel& kernel : plan.kernels) bytes += Count(WriteBytes(kernel)) * kernel.repeat;
  return bytes.value();
}

FusedModel Fuse(CountedModel counted, Runtime runtime) {
  FusedModel fused{.counted = std::move(counted), .buffers = nullptr, .plan = {}};
  fused.buffers = std::make_unique<BufferTable>(*fused.counted.model, fused.counted.layers);
  fused.plan = FuseKernels(*fused.counted.model, fused.counted.layers, *fused.buffers, runtime);
  return fused;
}

FusedModel FuseText(const std::string& graph_text, Runtime runtime, int opset) {
  return Fuse(CountModel(ParseModelText(FillWeights(graph_text), opset)), runtime);
}

std::string KernelsText(const FusedModel& model) {
  std::string text;
  for (const Kernel& kernel : model.plan.kernels) {
    if (!Started(kernel)) continue;
    if (!kernel.pattern.empty()) text += std::string(kernel.pattern) + ": ";
    for (size_t i = 0; i < kernel.layers.size(); ++i) {
      if (i > 0) text += ' ';
      text += model.counted.layers[kernel.layers[i]].node->op;
    }
    text += '\n';
  }
  return text;
}

}  // namespace roofline::testing
