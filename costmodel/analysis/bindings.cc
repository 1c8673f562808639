#include "costmodel/analysis/bindings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "costmodel/error.h"

namespace roofline {
namespace {

bool NamesBatch(std::string_view symbol) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "n", "b", "batch", "batch_size", "batchsize", "batch-size", "bs", "batch_dim"};
  std::string lower(symbol);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kNames.begin(), kNames.end(), lower) != kNames.end();
}

std::string InputList(const Graph& graph) {
  std::vector<std::string_view> names;
  for (const ValueId id : graph.inputs) names.push_back(graph.value(id).name);
  return names.empty() ? std::string("the model has no inputs")
                       : fmt::format("inputs: {}", fmt::join(names, ", "));
}

std::string DeclaredText(const DeclaredType& type) {
  if (!type.shape) return "of any rank";
  std::vector<std::string> dims;
  for (const DeclaredDim& dim : *type.shape) {
    dims.push_back(dim.fixed()          ? fmt::format("{}", dim.size)
                   : dim.symbol.empty() ? "?"
                                        : std::string(dim.symbol));
  }
  return dims.empty() ? "a scalar" : fmt::format("{}", fmt::join(dims, "x"));
}

// One pass over the inputs of a graph: shapes given whole first, then symbols, then what is left
// open.
class Binder {
 public:
  Binder(const Graph& graph, const Bindings& bindings, const ModelLimits& limits)
      : graph_(graph), bindings_(bindings), limits_(limits) {}

  absl::StatusOr<BoundInputs> Run() {
    RETURN_IF_ERROR(CheckNames());
    RETURN_IF_ERROR(BindSymbols());
    for (const ValueId id : graph_.inputs) {
      ASSIGN_OR_RETURN(Fact fact, BindInput(graph_.value(id)));
      result_.facts.push_back(std::move(fact));
    }
    return std::move(result_);
  }

 private:
  template <class Map>
  absl::Status CheckInputNames(const Map& named, std::string_view option) const {
    for (const auto& entry : named) {
      const std::string& name = entry.first;
      const auto is_it = [&](ValueId id) { return graph_.value(id).name == name; };
      if (std::none_of(graph_.inputs.begin(), graph_.inputs.end(), is_it)) {
        return Error(Reason::kUnknownInput, fmt::format("{} {}: the model has no such input ({})",
                                                        option, name, InputList(graph_)));
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckNames() const {
    RETURN_IF_ERROR(CheckInputNames(bindings_.shapes, "--input"));
    RETURN_IF_ERROR(CheckInputNames(bindings_.values, "--value"));
    if (bindings_.batch && *bindings_.batch < 1) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("--batch {}: expected 1 or more", *bindings_.batch));
    }
    std::vector<std::string_view> symbols;
    for (const ValueId id : graph_.inputs) {
      const DeclaredType& type = graph_.value(id).declared;
      if (!type.shape) continue;
      for (const DeclaredDim& dim : *type.shape) {
        if (!dim.symbol.empty() &&
            std::find(symbols.begin(), symbols.end(), dim.symbol) == symbols.end()) {
          symbols.push_back(dim.symbol);
        }
      }
    }
    for (const auto& [name, size] : bindings_.dims) {
      if (size < 0)
        return Error(Reason::kInvalidArgument,
                     fmt::format("--dim {}={}: expected 0 or more", name, size));
      if (std::find(symbols.begin(), symbols.end(), name) == symbols.end()) {
        return Error(Reason::kUnknownInput,
                     fmt::format("--dim {}: no input has a dimension of that name ({})", name,
                                 symbols.empty() ? "the model has no named dimensions"
                                                 : fmt::format("named dimensions: {}",
                                                               fmt::join(symbols, ", "))));
      }
    }
    return absl::OkStatus();
  }

  // Sizes of the symbols from --dim, from whole shapes of --input, and from --batch, which must not
  // contradict each other.
  absl::Status BindSymbols() {
    result_.dims = bindings_.dims;
    for (const ValueId id : graph_.inputs) {
      const Value& input = graph_.value(id);
      const auto given = bindings_.shapes.find(std::string(input.name));
      if (given == bindings_.shapes.end() || !input.declared.shape) continue;
      RETURN_IF_ERROR(CheckRank(input, given->second));
      for (size_t i = 0; i < given->second.size(); ++i) {
        const std::string_view symbol = (*input.declared.shape)[i].symbol;
        if (symbol.empty()) continue;
        const auto [at, fresh] = result_.dims.try_emplace(std::string(symbol), given->second[i]);
        if (!fresh && at->second != given->second[i]) {
          return Error(Reason::kInputMismatch,
                       fmt::format("--input {}={}: the dimension {} is {} elsewhere", input.name,
                                   ShapeText(given->second), symbol, at->second));
        }
      }
    }
    if (!bindings_.batch) return absl::OkStatus();
    for (const ValueId id : graph_.inputs) {
      const DeclaredType& type = graph_.value(id).declared;
      if (!type.shape || bindings_.shapes.contains(std::string(graph_.value(id).name))) continue;
      for (size_t i = 0; i < type.shape->size(); ++i) {
        const std::string_view symbol = (*type.shape)[i].symbol;
        if (symbol.empty() || (i != 0 && !NamesBatch(symbol))) continue;
        result_.dims.try_emplace(std::string(symbol), *bindings_.batch);
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckRank(const Value& input, const Shape& shape) const {
    if (!input.declared.shape || input.declared.shape->size() == shape.size())
      return absl::OkStatus();
    return Error(Reason::kInputMismatch,
                 fmt::format("--input {}={} has {} dimensions, the model declares {} ({})",
                             input.name, ShapeText(shape), shape.size(),
                             input.declared.shape->size(), DeclaredText(input.declared)));
  }

  absl::StatusOr<Fact> BindInput(const Value& input) {
    if (input.declared.kind != TypeKind::kTensor) return BindOther(input);
    ASSIGN_OR_RETURN(Shape shape, BindShape(input));
    if (!BytesOf(input.declared.dtype, Elements(shape)).ok()) {
      return Error(Reason::kLimitExceeded,
                   fmt::format("input {} of {} has more bytes than int64 can count", input.name,
                               ShapeText(shape)));
    }
    Fact fact = TensorFact(input.declared.dtype, std::move(shape));
    const auto given = bindings_.values.find(std::string(input.name));
    if (given != bindings_.values.end()) RETURN_IF_ERROR(BindContent(input, given->second, fact));
    return fact;
  }

  absl::StatusOr<Shape> BindShape(const Value& input) const {
    if (const auto given = bindings_.shapes.find(std::string(input.name));
        given != bindings_.shapes.end()) {
      RETURN_IF_ERROR(CheckRank(input, given->second));
      for (const int64_t size : given->second) {
        if (size < 0)
          return Error(Reason::kInvalidArgument,
                       fmt::format("--input {}: negative extent", input.name));
      }
      return given->second;
    }
    if (!input.declared.shape) {
      const auto value = bindings_.values.find(std::string(input.name));
      if (value != bindings_.values.end()) return Shape{static_cast<int64_t>(value->second.size())};
      return Error(Reason::kUnboundDimension,
                   fmt::format("input {} has no declared shape; give it with --input {}=...",
                               input.name, input.name));
    }
    // The content of a list tells its length.
    if (const auto value = bindings_.values.find(std::string(input.name));
        value != bindings_.values.end() && input.declared.shape->size() == 1 &&
        !input.declared.shape->front().fixed()) {
      return Shape{static_cast<int64_t>(value->second.size())};
    }
    Shape shape;
    for (size_t i = 0; i < input.declared.shape->size(); ++i) {
      ASSIGN_OR_RETURN(const int64_t size, BindDim(input, i));
      shape.push_back(size);
    }
    return shape;
  }

  // A recurrent state [layers, batch, hidden] says itself where its batch is.
  static bool BatchIsElsewhere(const Value& input) {
    const std::vector<DeclaredDim>& dims = *input.declared.shape;
    return dims.front().fixed() &&
           std::any_of(dims.begin() + 1, dims.end(),
                       [](const DeclaredDim& dim) { return NamesBatch(dim.symbol); });
  }

  absl::StatusOr<int64_t> BindDim(const Value& input, size_t i) const {
    const DeclaredDim& dim = (*input.declared.shape)[i];
    const bool named_directly = bindings_.dims.contains(std::string(dim.symbol));
    if (i == 0 && bindings_.batch && !named_directly && !BatchIsElsewhere(input))
      return *bindings_.batch;
    if (dim.fixed()) return dim.size;
    if (!dim.symbol.empty()) {
      if (const auto bound = result_.dims.find(std::string(dim.symbol));
          bound != result_.dims.end())
        return bound->second;
      return Error(Reason::kUnboundDimension,
                   fmt::format("input {} ({}) has the open dimension {}; bind it with --dim {}=N{}",
                               input.name, DeclaredText(input.declared), dim.symbol, dim.symbol,
                               i == 0 || NamesBatch(dim.symbol) ? " or --batch N" : ""));
    }
    return Error(
        Reason::kUnboundDimension,
        fmt::format(
            "input {} ({}) leaves dimension {} open; give the whole shape with --input {}=...",
            input.name, DeclaredText(input.declared), i, input.name));
  }

  absl::Status BindContent(const Value& input, const std::vector<double>& numbers,
                           Fact& fact) const {
    const auto count = static_cast<int64_t>(numbers.size());
    if (count > limits_.max_value_elements || Elements(*fact.shape) != Count(count)) {
      return Error(Reason::kInputMismatch, fmt::format("--value {}: {} numbers for a tensor of {}",
                                                       input.name, count, ShapeText(*fact.shape)));
    }
    auto tensor = std::make_shared<Tensor>(Tensor{fact.dtype, *fact.shape, {}});
    if (IsFloat(fact.dtype)) {
      tensor->content = numbers;
    } else {
      std::vector<int64_t> whole;
      for (const double number : numbers) {
        if (number != std::floor(number) || std::abs(number) > 9.0e18) {
          return Error(Reason::kInputMismatch, fmt::format("--value {}: {} is no {}", input.name,
                                                           number, DTypeName(fact.dtype)));
        }
        whole.push_back(static_cast<int64_t>(number));
      }
      tensor->content = std::move(whole);
    }
    fact.value = std::move(tensor);
    return absl::OkStatus();
  }

  // Sequences, optionals and maps start without known content.
  absl::StatusOr<Fact> BindOther(const Value& input) const {
    Fact fact;
    fact.kind = input.declared.kind;
    if (fact.kind == TypeKind::kUndeclared || fact.kind == TypeKind::kSparseTensor) {
      const auto given = bindings_.shapes.find(std::string(input.name));
      if (given == bindings_.shapes.end()) {
        return Error(
            Reason::kUnboundDimension,
            fmt::format(
                "input {} declares no dense tensor type; give its shape with --input {}=...",
                input.name, input.name));
      }
      fact = TensorFact(DType::kFloat32, given->second);
      fact.mark = Mark::kAssumed;
      return fact;
    }
    fact.length_known = false;
    fact.mark = Mark::kUnknown;
    if (input.declared.element) {
      if (auto element = FactFromDeclared(*input.declared.element, result_.dims)) {
        fact.elements = std::make_shared<const std::vector<Fact>>(1, *std::move(element));
      }
    }
    return fact;
  }

  const Graph& graph_;
  const Bindings& bindings_;
  const ModelLimits& limits_;
  BoundInputs result_;
};

}  // namespace

absl::StatusOr<BoundInputs> BindInputs(const Graph& graph, const Bindings& bindings,
                                       const ModelLimits& limits) {
  return Binder(graph, bindings, limits).Run();
}

std::optional<Fact> FactFromDeclared(const DeclaredType& type,
                                     const std::map<std::string, int64_t>& dims) {
  if (type.kind != TypeKind::kTensor || !type.shape) return std::nullopt;
  Shape shape;
  for (const DeclaredDim& dim : *type.shape) {
    const auto bound = dims.find(std::string(dim.symbol));
    if (!dim.fixed() && bound == dims.end()) return std::nullopt;
    shape.push_back(dim.fixed() ? dim.size : bound->second);
  }
  if (!Elements(shape).ok()) return std::nullopt;
  return TensorFact(type.dtype, std::move(shape));
}

}  // namespace roofline
