#include "costmodel/analysis/footprint.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "costmodel/operators/registry.h"

namespace roofline {
namespace {

// One use of a constant value: by a layer, or by a node that was folded into a constant itself.
struct Use {
  const GraphRun* run;
  ValueId value;
  bool parameter;       // the operand is one that training sets
  bool integer_weight;  // ... and an integer there is a quantised weight
  int64_t packed;       // parameters in one stored element
};

bool MultipliesIntegers(OperatorClass op_class) {
  switch (op_class) {
    case OperatorClass::kQuantization:
    case OperatorClass::kConvolution:
    case OperatorClass::kMatmul:
    case OperatorClass::kAttention:
    case OperatorClass::kRecurrent:
      return true;
    default:
      return false;
  }
}

// Operators whose weights have several parameters in each byte.
int64_t ParametersPerElement(const Node& node, DType stored) {
  static constexpr std::array<std::string_view, 6> kPacked = {
      "MatMulNBits", "MatMulNBitsMlp", "MatMulNBitsQkv",
      "MatMulBnb4",  "QMoE",           "GatherBlockQuantized"};
  if (stored != DType::kUint8 ||
      std::find(kPacked.begin(), kPacked.end(), node.op) == kPacked.end())
    return 1;
  const std::string_view attribute = node.op == "QMoE" ? "expert_weight_bits" : "bits";
  const int64_t bits = NodeView(node, 1, {}).attr_int(attribute, 4);
  return bits == 1 || bits == 2 || bits == 4 ? 8 / bits : 1;
}

// What subgraphs give is taken as stored, like the constants of a file.
bool GeneratesItsOutput(std::string_view op) {
  return op == "If" || op == "Loop" || op == "Constant" || op == "ConstantOfShape" ||
         op == "EyeLike" || op == "Range";
}

class Collector {
 public:
  explicit Collector(const Model& model) : model_(model) {}

  void AddLayer(const Layer& layer) {
    AddOperands(*layer.run, *layer.node, layer.rule, layer.inputs);
    while (!pending_.empty()) {
      const Use use = pending_.back();
      pending_.pop_back();
      Follow(use);
    }
  }

  const Footprint& footprint() const { return footprint_; }

 private:
  void AddOperands(const GraphRun& run, const Node& node, const OperatorRule* rule,
                   const std::vector<const Fact*>& facts) {
    const uint32_t buffers = rule == nullptr ? 0 : rule->buffer_inputs;
    const bool integers = rule != nullptr && MultipliesIntegers(rule->op_class);
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (facts[i] == nullptr || !facts[i]->constant) continue;
      const bool parameter = i >= 32 || ((buffers >> i) & 1U) == 0;
      pending_.push_back({&run, node.inputs[i], parameter, parameter && integers,
                          ParametersPerElement(node, facts[i]->dtype)});
    }
  }

  // Goes back from a constant to the tensors of the file it is made of.
  void Follow(Use use) {
    while (model_.graph(use.run->graph).value(use.value).captured.valid()) {
      use.value = model_.graph(use.run->graph).value(use.value).captured;
      use.run = use.run->parent;
    }
    // What turns into a bool or an index on the way was not trained (a causal mask).
    const DType dtype = use.run->facts[use.value.index()].dtype;
    use.parameter = use.parameter && (IsFloat(dtype) || (use.integer_weight && IsInteger(dtype)));
    const Graph& graph = model_.graph(use.run->graph);
    const Value& value = graph.value(use.value);
    const Node* node = value.producer.valid() ? &graph.node(value.producer) : nullptr;
    if (value.initializer || node == nullptr || GeneratesItsOutput(node->op)) return AddLeaf(use);
    if (!visited_.insert({KeyOf(use), use.parameter}).second) return;
    std::vector<const Fact*> facts;
    for (const ValueId id : node->inputs)
      facts.push_back(id.valid() ? &use.run->facts[id.index()] : nullptr);
    const OperatorRule* rule =
        FindOperatorRule(node->domain, node->op, model_.OpsetOf(node->domain));
    const size_t first = pending_.size();
    AddOperands(*use.run, *node, rule, facts);
    for (size_t i = first; i < pending_.size(); ++i) {
      pending_[i].parameter = pending_[i].parameter && use.parameter;
      pending_[i].integer_weight = pending_[i].integer_weight && use.parameter;
      pending_[i].packed *= use.packed;
    }
  }

  void AddLeaf(const Use& use) {
    const Fact& fact = use.run->facts[use.value.index()];
    if (!fact.shape) return;
    if (stored_.insert(KeyOf(use)).second)
      footprint_.weight_bytes += BytesOf(fact.dtype, Elements(*fact.shape));
    const bool trained = use.parameter && !fact.shape->empty();
    if (trained && trained_.insert(KeyOf(use)).second)
      footprint_.parameters += Elements(*fact.shape) * use.packed;
  }

  using Key = std::pair<size_t, size_t>;  // graph, value
  static Key KeyOf(const Use& use) { return {use.run->graph.index(), use.value.index()}; }

  const Model& model_;
  std::vector<Use> pending_;
  absl::flat_hash_set<std::pair<Key, bool>> visited_;
  absl::flat_hash_set<Key> stored_;
  absl::flat_hash_set<Key> trained_;
  Footprint footprint_;
};

}  // namespace

Footprint FootprintOf(const Model& model, const std::vector<Layer>& layers) {
  Collector collector(model);
  for (const Layer& layer : layers) collector.AddLayer(layer);
  return collector.footprint();
}

}  // namespace roofline
