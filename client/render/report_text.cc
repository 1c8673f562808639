#include "client/render/report_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace roofline {
namespace {

std::string ParameterText(const v1::LayerParameter& parameter) {
  switch (parameter.value_case()) {
    case v1::LayerParameter::kInteger:
      return fmt::format("{} {}", parameter.name(), parameter.integer());
    case v1::LayerParameter::kIntegers:
      return fmt::format("{} {}", parameter.name(), fmt::join(parameter.integers().values(), "x"));
    case v1::LayerParameter::kNumber:
      return fmt::format("{} {}", parameter.name(), parameter.number());
    case v1::LayerParameter::kFlag:
      return fmt::format("{} {}", parameter.name(), parameter.flag() ? "yes" : "no");
    case v1::LayerParameter::kText:
      return fmt::format("{} {}", parameter.name(), parameter.text());
    default:
      return parameter.name();
  }
}

}  // namespace

std::string_view BoundText(v1::Bound bound) {
  switch (bound) {
    case v1::BOUND_COMPUTE:
      return "compute";
    case v1::BOUND_MEMORY:
      return "memory";
    case v1::BOUND_OVERHEAD:
      return "overhead";
    default:
      return "none";
  }
}

std::string_view FusionText(v1::Fusion fusion) {
  return fusion == v1::FUSION_NONE ? "none" : "runtime";
}

std::string_view MemoryStateText(v1::MemoryState state) {
  switch (state) {
    case v1::MEMORY_STATE_COLD:
      return "cold";
    case v1::MEMORY_STATE_DRAM:
      return "dram";
    default:
      return "warm";
  }
}

std::string_view MarkText(v1::CoverageMark mark) {
  switch (mark) {
    case v1::COVERAGE_MARK_EXACT:
      return "exact";
    case v1::COVERAGE_MARK_BOUNDED:
      return "bounded";
    case v1::COVERAGE_MARK_ASSUMED:
      return "assumed";
    default:
      return "unknown";
  }
}

std::string ShapesText(const google::protobuf::RepeatedPtrField<v1::Tensor>& tensors) {
  std::vector<std::string> shapes;
  for (const v1::Tensor& tensor : tensors) {
    if (!tensor.shape_known()) {
      shapes.emplace_back("?");
    } else {
      shapes.push_back(tensor.shape().empty() ? "scalar"
                                              : fmt::format("{}", fmt::join(tensor.shape(), "x")));
    }
  }
  return fmt::format("{}", fmt::join(shapes, " "));
}

std::string ParametersText(const v1::Layer& layer) {
  std::vector<std::string> texts;
  for (const v1::LayerParameter& parameter : layer.parameters())
    texts.push_back(ParameterText(parameter));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string SourceText(const v1::Layer& layer) {
  constexpr std::string_view kBlanks = " \t\r";
  std::vector<std::string_view> lines;
  std::string_view rest = layer.source();
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    line.remove_suffix(line.size() - (line.find_last_not_of(kBlanks) + 1));
    if (!line.empty()) lines.push_back(line);
  }
  return fmt::format("{}", fmt::join(lines, "; "));
}

std::string OperatorLabel(std::string_view domain, std::string_view op) {
  return domain.empty() ? std::string(op) : fmt::format("{}.{}", domain, op);
}

}  // namespace roofline
