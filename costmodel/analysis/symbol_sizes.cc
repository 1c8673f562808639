#include "costmodel/analysis/symbol_sizes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "costmodel/analysis/symbolic_size.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

// A symbolic dimension of an input.
struct Occurrence {
  const Value* input;
  size_t axis;
  std::string symbol;
  std::optional<SymbolicSize> compound;  // when the name is arithmetic
};

std::vector<Occurrence> OccurrencesIn(const Graph& graph) {
  std::vector<Occurrence> occurrences;
  for (const ValueId id : graph.inputs) {
    const Value& input = graph.value(id);
    if (!input.declared.shape) continue;
    for (size_t axis = 0; axis < input.declared.shape->size(); ++axis) {
      const std::string_view symbol = (*input.declared.shape)[axis].symbol;
      if (symbol.empty()) continue;
      occurrences.push_back({&input, axis, std::string(symbol), SymbolicSize::Parse(symbol)});
    }
  }
  return occurrences;
}

// The sources of sizes one after the other, the strongest first.
class SymbolBinder {
 public:
  SymbolBinder(const Graph& graph, const Bindings& bindings)
      : bindings_(bindings), occurrences_(OccurrencesIn(graph)) {}

  absl::StatusOr<std::map<std::string, int64_t>> Run() {
    RETURN_IF_ERROR(TakeDims());
    for (const Occurrence& at : occurrences_) {
      if (const Shape* shape = GivenShape(at)) RETURN_IF_ERROR(TakeFromShape(at, *shape));
    }
    if (bindings_.batch) TakeBatch();
    for (const Occurrence& at : occurrences_) RETURN_IF_ERROR(Compute(at));
    return std::move(dims_);
  }

 private:
  const Shape* GivenShape(const Occurrence& at) const {
    const auto given = bindings_.shapes.find(std::string(at.input->name));
    return given == bindings_.shapes.end() ? nullptr : &given->second;
  }

  // Every name that can be bound, in order of appearance.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    absl::flat_hash_set<std::string_view> seen;
    const auto add = [&](const std::string& name) {
      if (seen.insert(name).second) names.push_back(name);
    };
    for (const Occurrence& at : occurrences_) {
      add(at.symbol);
      if (!at.compound) continue;
      for (const std::string& part : at.compound->parts()) add(part);
    }
    return names;
  }

  // A single letter may also count points or boxes, unless it leads an input.
  bool IsTheBatch(std::string_view name) const {
    if (!NamesBatch(name)) return false;
    return name.size() > 1 ||
           std::any_of(occurrences_.begin(), occurrences_.end(),
                       [&](const Occurrence& at) { return at.axis == 0 && at.symbol == name; });
  }

  absl::Status TakeDims() {
    const std::vector<std::string> names =
        bindings_.dims.empty() ? std::vector<std::string>() : Names();
    for (const auto& [name, size] : bindings_.dims) {
      if (size < 0) {
        return Error(Reason::kInvalidArgument,
                     fmt::format("--dim {}={}: expected 0 or more", name, size));
      }
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        return Error(Reason::kUnknownInput,
                     fmt::format("--dim {}: no input has a dimension of that name ({})", name,
                                 names.empty() ? "the model has no named dimensions"
                                               : fmt::format("named dimensions: {}",
                                                             fmt::join(names, ", "))));
      }
      if (bindings_.batch && *bindings_.batch != size && IsTheBatch(name)) {
        return Error(Reason::kInvalidArgument,
                     fmt::format("--batch {} and --dim {}={} contradict each other; give one of "
                                 "them",
                                 *bindings_.batch, name, size));
      }
    }
    dims_ = bindings_.dims;
    return absl::OkStatus();
  }

  absl::Status TakeFromShape(const Occurrence& at, const Shape& shape) {
    const auto [known, fresh] = dims_.try_emplace(at.symbol, shape[at.axis]);
    if (fresh || known->second == shape[at.axis]) return absl::OkStatus();
    return Error(Reason::kInputMismatch,
                 fmt::format("--input {}={}: the dimension {} is {} elsewhere", at.input->name,
                             ShapeText(shape), at.symbol, known->second));
  }

  void TakeBatch() {
    for (const Occurrence& at : occurrences_) {
      if (at.compound) {
        for (const std::string& part : at.compound->parts()) {
          if (NamesBatch(part)) dims_.try_emplace(part, *bindings_.batch);
        }
      } else if (GivenShape(at) == nullptr && (at.axis == 0 || NamesBatch(at.symbol))) {
        dims_.try_emplace(at.symbol, *bindings_.batch);
      }
    }
  }

  // A compound name from its parts, once all of them have sizes.
  absl::Status Compute(const Occurrence& at) {
    if (!at.compound || bindings_.dims.contains(at.symbol)) return absl::OkStatus();
    if (!at.compound->Missing(dims_).empty()) return absl::OkStatus();
    const absl::StatusOr<int64_t> size = at.compound->Evaluate(dims_);
    if (!size.ok()) return Annotate(size.status(), fmt::format("input {}", at.input->name));
    const auto [known, fresh] = dims_.try_emplace(at.symbol, *size);
    if (fresh || known->second == *size) return absl::OkStatus();
    return Error(Reason::kInputMismatch,
                 fmt::format("input {}: the dimension {} is given as {}, but its parts make {}; "
                             "change either, or state it with --dim '{}=N'",
                             at.input->name, at.symbol, known->second, *size, at.symbol));
  }

  const Bindings& bindings_;
  std::vector<Occurrence> occurrences_;
  std::map<std::string, int64_t> dims_;
};

}  // namespace

bool NamesBatch(std::string_view symbol) {
  static constexpr std::array<std::string_view, 8> kNames = {
      "n", "b", "batch", "batch_size", "batchsize", "batch-size", "bs", "batch_dim"};
  std::string lower(symbol);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kNames.begin(), kNames.end(), lower) != kNames.end();
}

absl::StatusOr<std::map<std::string, int64_t>> BindSymbols(const Graph& graph,
                                                           const Bindings& bindings) {
  return SymbolBinder(graph, bindings).Run();
}

}  // namespace roofline
