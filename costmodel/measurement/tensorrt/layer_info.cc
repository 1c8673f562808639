#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/measurement/json_text.h"
#include "costmodel/measurement/tensorrt/layer_name.h"
#include "costmodel/measurement/tensorrt/profile.h"

namespace roofline {
namespace {

using Json = nlohmann::json;

std::vector<int64_t> DimensionsOf(const Json& tensor) {
  std::vector<int64_t> shape;
  const auto dimensions = tensor.find("Dimensions");
  if (dimensions == tensor.end() || !dimensions->is_array()) return shape;
  for (const Json& dimension : *dimensions) {
    if (dimension.is_number_integer()) shape.push_back(dimension.get<int64_t>());
  }
  return shape;
}

// Calls `take` with every object in the list `key` of a layer.
template <class Take>
void ForEachTensor(const Json& layer, std::string_view key, const Take& take) {
  const auto tensors = layer.find(key);
  if (tensors == layer.end() || !tensors->is_array()) return;
  for (const Json& tensor : *tensors) {
    if (tensor.is_object()) take(tensor);
  }
}

void AddTo(MeasuredKernel& kernel, const Json& layer) {
  kernel.op = StringIn(layer, "LayerType");
  ForEachTensor(layer, "Inputs", [&kernel](const Json& tensor) {
    kernel.input_shapes.push_back(DimensionsOf(tensor));
  });
  ForEachTensor(layer, "Outputs", [&kernel](const Json& tensor) {
    kernel.output_shapes.push_back(DimensionsOf(tensor));
    if (const std::string name = StringIn(tensor, "Name"); !name.empty()) {
      kernel.tensor_names.push_back(name);
    }
  });
  if (const std::string tactic = StringIn(layer, "TacticName"); !tactic.empty()) {
    kernel.device_kernels = {tactic};
  }
  if (kernel.op == "Reformat" || kernel.inserted) {
    kernel.inserted = true;
    return;
  }
  std::vector<std::string> nodes = NodesInMetadata(StringIn(layer, "Metadata"));
  if (nodes.empty()) return;
  kernel.node_names = std::move(nodes);
  kernel.node_range = false;
}

}  // namespace

absl::Status AddTensorRtLayerInfo(std::string_view text, const std::string& name,
                                  MeasuredRun& run) {
  ASSIGN_OR_RETURN(const Json root, ParseJson(text, name));
  const auto layers = root.find("Layers");
  if (layers == root.end() || !layers->is_array()) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: no list of Layers; expected trtexec --exportLayerInfo", name));
  }
  std::map<std::string_view, MeasuredKernel*> by_name;
  for (MeasuredKernel& kernel : run.kernels) by_name.emplace(kernel.name, &kernel);
  size_t found = 0;
  for (const Json& layer : *layers) {
    const std::string layer_name = layer.is_string()   ? layer.get<std::string>()
                                   : layer.is_object() ? StringIn(layer, "Name")
                                                       : std::string();
    const auto kernel = by_name.find(layer_name);
    if (kernel == by_name.end()) continue;
    ++found;
    if (layer.is_object()) AddTo(*kernel->second, layer);
  }
  if (found == 0) {
    return Error(Reason::kInvalidMeasurement,
                 fmt::format("{}: none of its {} layers is in {}; expected the layers of the same "
                             "engine",
                             name, layers->size(), run.file));
  }
  return absl::OkStatus();
}

}  // namespace roofline
