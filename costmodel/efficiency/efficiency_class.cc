#include "costmodel/efficiency/efficiency_class.h"

#include <algorithm>

#include "costmodel/device/efficiency.h"

namespace roofline {
namespace {

// The extents of a filter behind output and input channels.
bool KernelIs(const Shape& filter, int64_t extent) {
  return filter.size() > 2 &&
         std::all_of(filter.begin() + 2, filter.end(), [&](int64_t dim) { return dim == extent; });
}

bool HasStride(const NodeView& node) {
  const std::vector<int64_t>* strides = node.attr_ints("strides");
  return strides != nullptr &&
         std::any_of(strides->begin(), strides->end(), [](int64_t stride) { return stride != 1; });
}

// nullptr where the filter's shape is not known.
const Shape* FilterOf(const NodeView& node) {
  // Quantized forms have scales between X and the filter.
  const int weight = node.op() == "QLinearConv" ? 3 : 1;
  return node.has_shape(weight) ? &node.shape(weight) : nullptr;
}

bool IsDepthwise(const Shape& filter, int64_t groups) {
  return groups > 1 && filter.size() > 1 && filter[1] == 1;
}

std::string_view ConvolutionClass(const NodeView& node) {
  const Shape* known = FilterOf(node);
  if (known == nullptr) return "convolution";
  const Shape& filter = *known;
  const int64_t groups = node.attr_int("group", 1);
  if (groups > 1)
    return IsDepthwise(filter, groups) ? "convolution_depthwise" : "convolution_grouped";
  if (KernelIs(filter, 1)) return "convolution_1x1";
  if (KernelIs(filter, 3) && !HasStride(node) && filter[1] >= kWinogradChannels)
    return "convolution_3x3";
  return "convolution";
}

bool IsMatvec(const NodeView& node) {
  const Shape& y = node.out_shape(0);
  if (y.empty()) return true;
  const Count rows = node.out_elements(0) / Count(std::max<int64_t>(y.back(), 1));
  return rows.ok() && rows.value() <= kMatvecRows;
}

bool IsListed(std::string_view name) {
  return std::find(kEfficiencyClasses.begin(), kEfficiencyClasses.end(), name) !=
         kEfficiencyClasses.end();
}

}  // namespace

std::string_view LineConvolutionClass(const Layer& layer) {
  if (layer.rule == nullptr || layer.rule->op_class != OperatorClass::kConvolution) return {};
  const NodeView node = layer.view();
  const Shape* filter = FilterOf(node);
  if (filter == nullptr || filter->size() != 3) return {};  // filters, channels, extent
  return IsDepthwise(*filter, node.attr_int("group", 1)) ? "convolution_1d_depthwise"
                                                         : "convolution_1d";
}

EfficiencyClasses CoarserClasses(std::string_view name) {
  EfficiencyClasses classes = {name};
  if (name == "convolution_1d_depthwise") classes.push_back("convolution_depthwise");
  if (name.starts_with("convolution_")) classes.push_back("convolution");
  if (name == "matvec" || name == "matmul_matrix") classes.push_back("matmul");
  if (name == "local_response_norm") classes.push_back("normalization");
  if (name != "default") classes.push_back("default");
  return classes;
}

EfficiencyClasses EfficiencyClassesOf(const Layer& layer, Unit unit) {
  EfficiencyClasses classes;
  const OperatorClass op_class =
      layer.rule == nullptr ? OperatorClass::kOther : layer.rule->op_class;
  const NodeView node = layer.view();
  if (op_class == OperatorClass::kConvolution) {
    const std::string_view fine = ConvolutionClass(node);
    if (unit == Unit::kMatrix && fine != "convolution_depthwise")
      classes.push_back("convolution_matrix");
    if (const std::string_view line = LineConvolutionClass(layer); !line.empty())
      classes.push_back(line);
    classes.push_back(fine);
    if (fine != "convolution") classes.push_back("convolution");
  } else if (op_class == OperatorClass::kMatmul) {
    if (IsMatvec(node)) classes.push_back("matvec");
    if (unit == Unit::kMatrix) classes.push_back("matmul_matrix");
    classes.push_back("matmul");
  } else {
    if (node.op() == "LRN") classes.push_back("local_response_norm");
    const std::string_view name = OperatorClassName(op_class);
    classes.push_back(IsListed(name) ? name : "other");
  }
  classes.push_back("default");
  return classes;
}

}  // namespace roofline
