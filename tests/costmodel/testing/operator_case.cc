#include "tests/costmodel/testing/operator_case.h"

#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "costmodel/analysis/count_work.h"
#include "costmodel/error.h"
#include "costmodel/limits.h"
#include "costmodel/operators/registry.h"

namespace roofline::testing {

std::string OperatorResult::shape(int i) const {
  if (!status.ok()) return std::string(MessageOf(status));
  const Fact& fact = outputs.at(static_cast<size_t>(i));
  return fact.shape ? ShapeText(*fact.shape) : "unknown";
}

std::vector<int64_t> OperatorResult::ints(int i) const {
  const TensorPtr& value = outputs.at(static_cast<size_t>(i)).value;
  return value && value->ints() != nullptr ? *value->ints() : std::vector<int64_t>();
}

std::vector<double> OperatorResult::floats(int i) const {
  const TensorPtr& value = outputs.at(static_cast<size_t>(i)).value;
  return value && value->floats() != nullptr ? *value->floats() : std::vector<double>();
}

OperatorCase::OperatorCase(const std::string& op, int opset, const std::string& domain)
    : opset_(opset) {
  node_.op = Own(op);
  node_.domain = Own(domain);
  node_.name = "n";
}

OperatorCase& OperatorCase::InFact(Fact fact) {
  node_.inputs.emplace_back(inputs_.size());
  inputs_.push_back(std::move(fact));
  present_.push_back(true);
  return *this;
}

OperatorCase& OperatorCase::In(DType dtype, Shape shape) {
  return InFact(TensorFact(dtype, std::move(shape)));
}

OperatorCase& OperatorCase::InInts(DType dtype, Shape shape, std::vector<int64_t> content) {
  Fact fact = TensorFact(dtype, shape);
  fact.value = std::make_shared<Tensor>(Tensor{dtype, std::move(shape), std::move(content)});
  return InFact(std::move(fact));
}

OperatorCase& OperatorCase::InFloats(DType dtype, Shape shape, std::vector<double> content) {
  Fact fact = TensorFact(dtype, shape);
  fact.value = std::make_shared<Tensor>(Tensor{dtype, std::move(shape), std::move(content)});
  return InFact(std::move(fact));
}

OperatorCase& OperatorCase::In(std::vector<int64_t> content) {
  const auto size = static_cast<int64_t>(content.size());
  return InInts(DType::kInt64, {size}, std::move(content));
}

OperatorCase& OperatorCase::None() {
  node_.inputs.emplace_back();
  inputs_.emplace_back();
  present_.push_back(false);
  return *this;
}

template <class T>
OperatorCase& OperatorCase::Attr(const std::string& name, T value) {
  node_.attributes.push_back({.name = Own(name), .value = std::move(value)});
  return *this;
}

OperatorCase& OperatorCase::Int(const std::string& name, int64_t value) {
  return Attr(name, value);
}
OperatorCase& OperatorCase::Float(const std::string& name, double value) {
  return Attr(name, value);
}
OperatorCase& OperatorCase::String(const std::string& name, const std::string& value) {
  return Attr(name, Own(value));
}
OperatorCase& OperatorCase::Ints(const std::string& name, std::vector<int64_t> value) {
  return Attr(name, std::move(value));
}
OperatorCase& OperatorCase::Floats(const std::string& name, std::vector<double> value) {
  return Attr(name, std::move(value));
}
OperatorCase& OperatorCase::Strings(const std::string& name,
                                    const std::vector<std::string>& value) {
  std::vector<std::string_view> owned;
  owned.reserve(value.size());
  for (const std::string& text : value) owned.push_back(Own(text));
  return Attr(name, std::move(owned));
}
OperatorCase& OperatorCase::TensorAttr(const std::string& name, Tensor value) {
  return Attr(name, TensorPtr(std::make_shared<Tensor>(std::move(value))));
}
OperatorCase& OperatorCase::Outputs(int count) {
  outputs_ = count;
  return *this;
}

OperatorResult OperatorCase::Run() const {
  const OperatorRule* rule = FindOperatorRule(node_.domain, node_.op, opset_);
  if (rule == nullptr)
    throw std::invalid_argument(fmt::format("no rule for {} at opset {}", node_.op, opset_));
  Node node = node_;
  for (int i = 0; i < outputs_; ++i) node.outputs.emplace_back(static_cast<size_t>(i));
  std::vector<const Fact*> inputs;
  bool content = true;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    inputs.push_back(present_[i] ? &inputs_[i] : nullptr);
    content = content && (!present_[i] || inputs_[i].value);
  }
  OperatorResult result;
  const NodeView before(node, opset_, inputs);
  for (int i = 0; i < rule->min_inputs; ++i) {
    if (!before.has_input(i)) {
      result.status = before.Conflict(fmt::format("input {} is required", i));
      return result;
    }
  }
  OutputFacts out(static_cast<size_t>(outputs_), ModelLimits().max_value_elements);
  result.status = rule->infer(before, out);
  if (!result.status.ok()) return result;
  if (rule->value != nullptr && (content || rule->value_needs == ValueNeeds::kShapes))
    rule->value(before, out);
  result.outputs = out.facts();
  std::vector<const Fact*> outputs;
  for (const Fact& fact : result.outputs) outputs.push_back(&fact);
  auto work = CountWork(NodeView(node, opset_, inputs, outputs), rule);
  result.status = work.status();
  if (work.ok()) result.work = *work;
  return result;
}

}  // namespace roofline::testing
