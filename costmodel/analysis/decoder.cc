#include "costmodel/analysis/decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "costmodel/ascii.h"
#include "costmodel/error.h"
#include "costmodel/graph/dtype.h"

namespace roofline {
namespace {

constexpr size_t kCacheRank = 4;
constexpr size_t kPastAxis = 2;
constexpr size_t kTokenAxis = 1;

bool HasRank(const Value& value, size_t rank) {
  return value.declared.shape && value.declared.shape->size() == rank;
}

std::string TextOf(const DeclaredDim& dim) {
  return dim.fixed() ? fmt::format("{}", dim.size) : std::string(dim.symbol);
}

// Binds one dimension of an input, or checks that it is what the run needs.
absl::Status Bind(const Value& input, size_t axis, int64_t size, Bindings& bindings) {
  const DeclaredDim& dim = (*input.declared.shape)[axis];
  if (dim.fixed() && dim.size != size) {
    return Error(
        Reason::kInvalidArgument,
        fmt::format("input {}: dimension {} is fixed to {}, this phase needs {}; the model "
                    "was exported for another one",
                    input.name, axis, TextOf(dim), size));
  }
  if (!dim.symbol.empty()) bindings.dims.try_emplace(std::string(dim.symbol), size);
  return absl::OkStatus();
}

// Token inputs are named after tokens or positions; a mask covers the past too.
bool CoversThePast(const Value& input) { return ContainsIgnoringCase(input.name, "mask"); }

}  // namespace

std::string_view DecoderPhaseName(DecoderPhase phase) {
  return phase == DecoderPhase::kPrefill ? "prefill" : "decode";
}

std::vector<ValueId> PastInputs(const Graph& graph) {
  std::vector<ValueId> past;
  for (const ValueId id : graph.inputs) {
    const Value& value = graph.value(id);
    const bool named =
        ContainsIgnoringCase(value.name, "past") || ContainsIgnoringCase(value.name, "cache");
    if (named && HasRank(value, kCacheRank) && IsFloat(value.declared.dtype)) past.push_back(id);
  }
  return past;
}

absl::Status BindDecoder(const Graph& graph, const DecoderRun& run, Bindings& bindings) {
  const std::vector<ValueId> past = PastInputs(graph);
  if (past.empty()) {
    return Error(Reason::kInvalidArgument,
                 "a phase needs a decoder with past keys and values: no input of rank 4 is named "
                 "past or cache; bind the dimensions with --dim instead");
  }
  if (run.tokens < 1 || run.past < 0) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("{} new tokens after {}; expected 1 or more after 0 or more",
                             run.tokens, run.past));
  }
  for (const ValueId id : past)
    RETURN_IF_ERROR(Bind(graph.value(id), kPastAxis, run.past, bindings));
  // Token inputs first: a mask whose length has a symbol of its own then gets the sum.
  for (const bool masks : {false, true}) {
    for (const ValueId id : graph.inputs) {
      const Value& input = graph.value(id);
      if (!HasRank(input, 2) || CoversThePast(input) != masks) continue;
      const int64_t size = masks ? run.past + run.tokens : run.tokens;
      if (masks && bindings.dims.contains(std::string((*input.declared.shape)[kTokenAxis].symbol)))
        continue;
      RETURN_IF_ERROR(Bind(input, kTokenAxis, size, bindings));
    }
  }
  return absl::OkStatus();
}

std::optional<DecoderFacts> DecoderFactsOf(const Graph& graph, const ShapedModel& shaped,
                                           const DecoderRun& run, std::optional<int> bits) {
  const std::vector<ValueId> past = PastInputs(graph);
  if (past.empty()) return std::nullopt;
  DecoderFacts facts{.run = run};
  for (const ValueId id : past) {
    const Fact& fact = shaped.main().facts[id.index()];
    if (!fact.shape || fact.shape->size() != kCacheRank) return std::nullopt;
    const Shape& shape = *fact.shape;
    facts.sequences = std::max<int64_t>(shape[0], 1);
    const Count elements = Count(shape[1]) * Count(shape[3]);
    facts.cache_bytes_per_token +=
        CeilDiv(elements * Count(bits.value_or(BitsOf(fact.dtype))), Count(8));
  }
  facts.cache_bytes =
      facts.cache_bytes_per_token * Count(facts.sequences) * Count(run.past + run.tokens);
  return facts;
}

}  // namespace roofline
