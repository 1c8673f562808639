#include "server/convert/layer_parameters.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace roofline {
namespace {

using Parameters = google::protobuf::RepeatedPtrField<v1::LayerParameter>;

// Operators that slide a window, and where their weights and bias are (-1:
// none). https://onnx.ai/onnx/operators/
struct WindowOperator {
  std::string_view op;
  int weight;
  int bias;
};
constexpr std::array kWindowOperators = {
    WindowOperator{"Conv", 1, 2},          WindowOperator{"ConvTranspose", 1, 2},
    WindowOperator{"ConvInteger", 1, -1},  WindowOperator{"QLinearConv", 3, 8},
    WindowOperator{"DeformConv", 1, 3},    WindowOperator{"MaxPool", -1, -1},
    WindowOperator{"AveragePool", -1, -1}, WindowOperator{"LpPool", -1, -1},
};

const WindowOperator* FindWindowOperator(std::string_view op) {
  for (const WindowOperator& entry : kWindowOperators) {
    if (entry.op == op) return &entry;
  }
  return nullptr;
}

v1::LayerParameter& Add(Parameters& parameters, std::string_view name) {
  v1::LayerParameter& parameter = *parameters.Add();
  parameter.set_name(std::string(name));
  return parameter;
}

// Longer lists are data, not parameters to print.
constexpr size_t kLongestList = 16;

void AddIntegers(Parameters& parameters, std::string_view name, const std::vector<int64_t>& list) {
  if (list.size() > kLongestList) return;
  auto& values = *Add(parameters, name).mutable_integers()->mutable_values();
  values.Add(list.begin(), list.end());
}

// The attribute, or the weight's extents behind output and input channels.
std::vector<int64_t> KernelOf(const NodeView& view, int weight) {
  if (const auto* kernel = view.attr_ints("kernel_shape")) return *kernel;
  if (weight < 0 || !view.has_shape(weight) || view.shape(weight).size() < 2) return {};
  const Shape& shape = view.shape(weight);
  return {shape.begin() + 2, shape.end()};
}

void AddWindow(const NodeView& view, const WindowOperator& window, Parameters& parameters) {
  const std::vector<int64_t> kernel = KernelOf(view, window.weight);
  const auto add_list = [&](std::string_view name, const char* attribute, size_t count,
                            int64_t fallback) {
    const auto* list = view.attr_ints(attribute);
    AddIntegers(parameters, name, list != nullptr ? *list : std::vector<int64_t>(count, fallback));
  };
  AddIntegers(parameters, "kernel", kernel);
  add_list("stride", "strides", kernel.size(), 1);
  const std::string_view auto_pad = view.attr_string("auto_pad", "NOTSET");
  if (auto_pad == "NOTSET") {
    add_list("pads", "pads", 2 * kernel.size(), 0);
  } else {
    Add(parameters, "auto_pad").set_text(std::string(auto_pad));
  }
  add_list("dilation", "dilations", kernel.size(), 1);
  if (window.weight < 0) return;
  Add(parameters, "groups").set_integer(view.attr_int("group", 1));
  Add(parameters, "bias").set_flag(window.bias >= 0 && view.has_input(window.bias));
}

// Tensors, types and subgraphs are not parameters in this sense.
void AddAttribute(const Attribute& attribute, Parameters& parameters) {
  if (const auto* integer = std::get_if<int64_t>(&attribute.value)) {
    Add(parameters, attribute.name).set_integer(*integer);
  } else if (const auto* number = std::get_if<double>(&attribute.value)) {
    Add(parameters, attribute.name).set_number(*number);
  } else if (const auto* text = std::get_if<std::string_view>(&attribute.value)) {
    Add(parameters, attribute.name).set_text(std::string(*text));
  } else if (const auto* list = std::get_if<std::vector<int64_t>>(&attribute.value)) {
    AddIntegers(parameters, attribute.name, *list);
  }
}

}  // namespace

void FillParameters(const Layer& layer, Parameters& parameters) {
  const WindowOperator* window =
      layer.node->domain.empty() ? FindWindowOperator(layer.node->op) : nullptr;
  if (window != nullptr) {
    AddWindow(layer.view(), *window, parameters);
    return;
  }
  for (const Attribute& attribute : layer.node->attributes) AddAttribute(attribute, parameters);
}

}  // namespace roofline
