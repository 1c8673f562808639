#include "costmodel/analysis/bindings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "costmodel/analysis/symbol_sizes.h"
#include "costmodel/analysis/symbolic_size.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

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

// What to type for `text` at a command line: "past + sequence=N" needs quotes.
std::string ShellWord(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-.=/:").find(static_cast<char>(c)) != std::string_view::npos;
  });
  return plain ? text : fmt::format("'{}'", text);
}

// One pass over the inputs of a graph: shapes given whole first, then symbols, then what is left
// open.
class Binder {
 public:
  Binder(const Graph& graph, const Bindings& bindings, const ModelLimits& limits)
      : graph_(graph), bindings_(bindings), limits_(limits) {}

  absl::StatusOr<BoundInputs> Run() {
    RETURN_IF_ERROR(CheckGiven());
    ASSIGN_OR_RETURN(result_.dims, BindSymbols(graph_, bindings_));
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

  absl::Status CheckGiven() const {
    RETURN_IF_ERROR(CheckInputNames(bindings_.shapes, "--input"));
    RETURN_IF_ERROR(CheckInputNames(bindings_.values, "--value"));
    if (bindings_.batch && *bindings_.batch < 1) {
      return Error(Reason::kInvalidArgument,
                   fmt::format("--batch {}: expected 1 or more", *bindings_.batch));
    }
    for (const ValueId id : graph_.inputs) {
      const Value& input = graph_.value(id);
      if (const Shape* shape = GivenShape(input)) RETURN_IF_ERROR(CheckShape(input, *shape));
    }
    return absl::OkStatus();
  }

  const Shape* GivenShape(const Value& input) const {
    const auto given = bindings_.shapes.find(std::string(input.name));
    return given == bindings_.shapes.end() ? nullptr : &given->second;
  }

  absl::Status CheckShape(const Value& input, const Shape& shape) const {
    for (const int64_t size : shape) {
      if (size >= 0) continue;
      return Error(Reason::kInvalidArgument,
                   fmt::format("--input {}: negative extent", input.name));
    }
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
    if (const Shape* given = GivenShape(input)) return *given;
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
    const auto bound = result_.dims.find(std::string(dim.symbol));
    const bool symbol_decides =
        bindings_.dims.contains(std::string(dim.symbol)) || SymbolicSize::Parse(dim.symbol);
    if (i == 0 && bindings_.batch && !symbol_decides && !BatchIsElsewhere(input))
      return *bindings_.batch;
    if (dim.fixed()) return dim.size;
    if (bound != result_.dims.end()) return bound->second;
    const std::string where =
        fmt::format("input {} ({})", input.name, DeclaredText(input.declared));
    if (!dim.symbol.empty()) {
      return Error(Reason::kUnboundDimension,
                   fmt::format("{} has the open dimension {}; bind it with {}", where, dim.symbol,
                               OptionsFor(dim.symbol, i)));
    }
    return Error(
        Reason::kUnboundDimension,
        fmt::format("{} leaves dimension {} open; give the whole shape with --input {}=...", where,
                    i, input.name));
  }

  // What binds an open symbol.
  std::string OptionsFor(std::string_view symbol, size_t axis) const {
    if (const auto compound = SymbolicSize::Parse(symbol)) {
      std::vector<std::string> options;
      for (const std::string& part : compound->Missing(result_.dims)) {
        options.push_back(fmt::format("--dim {}", ShellWord(fmt::format("{}=N", part))));
      }
      return fmt::format("{}, or as a whole with --dim '{}=N'", fmt::join(options, " "), symbol);
    }
    return fmt::format("--dim {}{}", ShellWord(fmt::format("{}=N", symbol)),
                       axis == 0 || NamesBatch(symbol) ? " or --batch N" : "");
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
    const std::optional<int64_t> size = dim.fixed() ? dim.size : SizeOfSymbol(dim.symbol, dims);
    if (!size) return std::nullopt;
    shape.push_back(*size);
  }
  if (!Elements(shape).ok()) return std::nullopt;
  return TensorFact(type.dtype, std::move(shape));
}

}  // namespace roofline
