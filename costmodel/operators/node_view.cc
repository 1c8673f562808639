#include "costmodel/operators/node_view.h"

#include <fmt/format.h>

#include <utility>

namespace roofline {
namespace {

template <class T>
const T* GetAttr(const NodeView& node, std::string_view name) {
  const Attribute* attr = node.FindAttr(name);
  return attr == nullptr ? nullptr : std::get_if<T>(&attr->value);
}

std::string OperandText(const Fact& fact) {
  if (fact.kind != TypeKind::kTensor) return "not a tensor";
  return fmt::format("{} {}", DTypeName(fact.dtype),
                     fact.shape ? ShapeText(*fact.shape) : "of unknown shape");
}

}  // namespace

const std::vector<int64_t>* NodeView::ints(int i) const {
  return has_input(i) && input(i).value ? input(i).value->ints() : nullptr;
}

const std::vector<double>* NodeView::floats(int i) const {
  return has_input(i) && input(i).value ? input(i).value->floats() : nullptr;
}

std::optional<std::vector<double>> NodeView::numbers(int i) const {
  if (const auto* content = floats(i)) return *content;
  if (const auto* content = ints(i)) return std::vector<double>(content->begin(), content->end());
  return std::nullopt;
}

const Attribute* NodeView::FindAttr(std::string_view name) const {
  for (const Attribute& attr : node_.attributes) {
    if (attr.name == name) return &attr;
  }
  return nullptr;
}

int64_t NodeView::attr_int(std::string_view name, int64_t fallback) const {
  const auto* value = GetAttr<int64_t>(*this, name);
  return value == nullptr ? fallback : *value;
}

double NodeView::attr_float(std::string_view name, double fallback) const {
  const auto* value = GetAttr<double>(*this, name);
  return value == nullptr ? fallback : *value;
}

std::string_view NodeView::attr_string(std::string_view name, std::string_view fallback) const {
  const auto* value = GetAttr<std::string_view>(*this, name);
  return value == nullptr ? fallback : *value;
}

const std::vector<int64_t>* NodeView::attr_ints(std::string_view name) const {
  return GetAttr<std::vector<int64_t>>(*this, name);
}

const std::vector<double>* NodeView::attr_floats(std::string_view name) const {
  return GetAttr<std::vector<double>>(*this, name);
}

const std::vector<std::string_view>* NodeView::attr_strings(std::string_view name) const {
  return GetAttr<std::vector<std::string_view>>(*this, name);
}

TensorPtr NodeView::attr_tensor(std::string_view name) const {
  const auto* value = GetAttr<TensorPtr>(*this, name);
  return value == nullptr ? nullptr : *value;
}

GraphId NodeView::attr_graph(std::string_view name) const {
  const auto* value = GetAttr<GraphId>(*this, name);
  return value == nullptr ? GraphId() : *value;
}

std::string NodeView::Describe() const { return fmt::format("{} node '{}'", op(), node_.name); }

absl::Status NodeView::Conflict(std::string_view problem) const {
  std::string operands;
  for (int i = 0; i < num_inputs(); ++i) {
    if (i == 8) {
      operands += ", ...";
      break;
    }
    operands +=
        fmt::format("{}{}", i == 0 ? "" : ", ", has_input(i) ? OperandText(input(i)) : "(none)");
  }
  return Error(Reason::kShapeConflict, fmt::format("{}: {} (inputs: {})", Describe(), problem,
                                                   operands.empty() ? "none" : operands));
}

absl::Status NodeView::NeedsValue(int i, std::string_view what) const {
  return Error(Reason::kUnresolvedValue,
               fmt::format("{}: {} comes from input {} whose content is not known before the run; "
                           "give it with --value",
                           Describe(), what, i));
}

absl::StatusOr<int> NodeView::Axis(int64_t axis, int rank) const {
  if (axis < -rank || axis >= rank) {
    return Conflict(fmt::format("axis {} is outside of [{}, {}]", axis, -rank, rank - 1));
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

void OutputFacts::Set(int i, DType dtype, Shape shape, Mark mark) {
  Fact fact = TensorFact(dtype, std::move(shape));
  fact.mark = mark;
  SetFact(i, std::move(fact));
}

void OutputFacts::SetFact(int i, Fact fact) {
  if (has(i)) facts_[static_cast<size_t>(i)] = std::move(fact);
}

template <class T>
void OutputFacts::SetContent(int i, std::vector<T> content) {
  if (!has(i)) return;
  Fact& target = facts_[static_cast<size_t>(i)];
  const auto size = static_cast<int64_t>(content.size());
  if (!target.shape || size > max_value_elements_ || Elements(*target.shape) != Count(size)) return;
  target.value = std::make_shared<Tensor>(Tensor{target.dtype, *target.shape, std::move(content)});
}

void OutputFacts::SetInts(int i, std::vector<int64_t> content) {
  SetContent(i, std::move(content));
}

void OutputFacts::SetFloats(int i, std::vector<double> content) {
  SetContent(i, std::move(content));
}

void OutputFacts::SetStrings(int i, std::vector<std::string> content) {
  SetContent(i, std::move(content));
}

}  // namespace roofline
