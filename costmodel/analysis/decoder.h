#ifndef ROOFLINE_COSTMODEL_ANALYSIS_DECODER_H_
#define ROOFLINE_COSTMODEL_ANALYSIS_DECODER_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "costmodel/analysis/bindings.h"
#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/count.h"
#include "costmodel/graph/graph.h"

namespace roofline {

// What one inference of a language model with past keys and values does.
enum class DecoderPhase : uint8_t {
  kPrefill,  // reads the whole prompt at once, nothing is cached yet
  kDecode,   // makes one token after a context that is cached
};

std::string_view DecoderPhaseName(DecoderPhase phase);  // "prefill", "decode"

struct DecoderRun {
  DecoderPhase phase = DecoderPhase::kPrefill;
  int64_t tokens = 1;  // of each sequence in this inference: the prompt, or 1
  int64_t past = 0;    // tokens of each sequence that are cached before it
};

// The inputs by which a graph is a decoder: float tensors of rank 4 or more, [batch, heads, past,
// head size], whose name says that they hold past keys or values.
std::vector<ValueId> PastInputs(const Graph& graph);

// Sets the symbolic dimensions of a run: the past of the caches (axis 2), the length of the token
// inputs (axis 1 of integer inputs that is no mask over past and new tokens), and a dimension of
// its own for the sum of both. kInvalidArgument for a model without past inputs, for fixed
// dimensions that contradict the run, and for a token count below 1.
absl::Status BindDecoder(const Graph& graph, const DecoderRun& run, Bindings& bindings);

// Facts of a decoder run with bound shapes.
struct DecoderFacts {
  DecoderRun run;
  int64_t sequences = 1;        // of the batch
  Count cache_bytes_per_token;  // keys and values of one token of one sequence, all layers
  Count cache_bytes;            // of all sequences after this inference
};

// `bits`: of an element of the caches where they are stored in another format than the model's.
// nullopt for a model without past inputs.
std::optional<DecoderFacts> DecoderFactsOf(const Graph& graph, const ShapedModel& shaped,
                                           const DecoderRun& run, std::optional<int> bits);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ANALYSIS_DECODER_H_
