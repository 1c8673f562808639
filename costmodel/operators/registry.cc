#include "costmodel/operators/registry.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "costmodel/operators/families.h"

namespace roofline {
namespace {

struct VersionedRule {
  int since;
  const OperatorRule* rule;
};

using OperatorKey = std::pair<std::string_view, std::string_view>;  // domain, op

class Registry {
 public:
  Registry() {
    // clang-format off
    for (const auto& family : {
             ActivationRules,
             ArgReduceRules,
             ArithmeticRules,
             AtenRules,
             AttentionRules,
             BatchNormRules,
             BitwiseRules,
             BlockFloatingPointRules,
             CastRules,
             CausalConvRules,
             ClipRules,
             Col2ImRules,
             ComparisonRules,
             CompressRules,
             ConcatRules,
             ConstantRules,
             ContribActivationRules,
             ContribGatherRules,
             ContribImageRules,
             ContribMathRules,
             ContribMovementRules,
             ContribQLinearRules,
             ContribTextRules,
             ControlFlowRules,
             ConvTransposeRules,
             ConvolutionRules,
             CumulativeRules,
             DecoderAttentionRules,
             DeformConvRules,
             DepthToSpaceRules,
             DetRules,
             EinsumRules,
             EmbedLayerNormRules,
             EngramRules,
             ExpandRules,
             ExperimentalRules,
             EyeLikeRules,
             FusedMatMulRules,
             FusedRecurrentRules,
             GatedActivationRules,
             GatedDeltaNetRules,
             GatherRules,
             GemmRules,
             GenerationRules,
             GridSampleRules,
             GroupNormRules,
             GroupQueryAttentionRules,
             IdentityRules,
             ImageDecoderRules,
             InstanceNormRules,
             LayerNormRules,
             LinearAttentionRules,
             LogicalRules,
             LongformerAttentionRules,
             LossRules,
             LpNormRules,
             LrnRules,
             MatMulRules,
             MaxUnpoolRules,
             MixtureOfExpertsRules,
             MlCategoriesRules,
             MlFeaturesRules,
             MlLinearRules,
             MlSvmRules,
             MlTreeEnsembleRules,
             MultiHeadAttentionRules,
             NchwcRules,
             NonMaxSuppressionRules,
             OneHotRules,
             OpaqueRules,
             OptionalRules,
             PadRules,
             PagedAttentionRules,
             PoolingRules,
             PositionBiasRules,
             PowRules,
             ProjectedAttentionRules,
             QorderedRules,
             QuantizeLinearRules,
             QuantizedConvolutionRules,
             QuantizedMatMulRules,
             RandomRules,
             RangeRules,
             RecurrentRules,
             ReduceRules,
             ReshapeRules,
             ResizeRules,
             ReverseSequenceRules,
             RoiPoolingRules,
             RotaryEmbeddingRules,
             ScatterRules,
             SequenceRules,
             ShapeRules,
             SkipLayerNormRules,
             SliceRules,
             SoftmaxRules,
             SpectralRules,
             SplitRules,
             SqueezeRules,
             TextRules,
             TopKRules,
             TrainingRules,
             TransposeRules,
             TriluRules,
             UnaryMathRules,
             UniqueRules,
             VariadicRules,
             WeightOnlyMatMulRules,
             WhereRules,
             WindowFunctionRules,
         }) {
      // clang-format on
      for (OperatorRule& rule : family()) rules_.push_back(std::move(rule));
    }
    for (const OperatorRule& rule : rules_) {
      for (const int since : rule.versions)
        index_[{rule.domain, rule.op}].push_back({since, &rule});
    }
    for (auto& [key, versions] : index_) {
      std::sort(versions.begin(), versions.end(),
                [](const VersionedRule& a, const VersionedRule& b) { return a.since < b.since; });
    }
  }

  std::span<const OperatorRule> rules() const { return rules_; }

  const OperatorRule* Find(std::string_view domain, std::string_view op, int64_t opset) const {
    const auto found = index_.find(OperatorKey{domain, op});
    if (found == index_.end()) return nullptr;
    const OperatorRule* best = nullptr;
    for (const VersionedRule& version : found->second) {
      if (version.since <= opset) best = version.rule;
    }
    return best;
  }

 private:
  std::vector<OperatorRule> rules_;
  absl::flat_hash_map<OperatorKey, std::vector<VersionedRule>> index_;
};

const Registry& TheRegistry() {
  static const Registry& registry = *new Registry;  // never destroyed: rules are used until exit
  return registry;
}

}  // namespace

std::span<const OperatorRule> AllOperatorRules() { return TheRegistry().rules(); }

const OperatorRule* FindOperatorRule(std::string_view domain, std::string_view op, int64_t opset) {
  return TheRegistry().Find(domain, op, opset);
}

int NewestVersion(std::string_view domain) {
  int newest = 0;
  for (const OperatorRule& rule : AllOperatorRules()) {
    if (rule.domain == domain) newest = std::max(newest, rule.versions.back());
  }
  return newest;
}

}  // namespace roofline
