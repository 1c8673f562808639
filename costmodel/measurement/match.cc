#include "costmodel/measurement/match.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "costmodel/measurement/fused_names.h"

namespace roofline {
namespace {

bool DoesWork(const Layer& layer) {
  return layer.work.TotalRead() + layer.work.TotalWritten() != Count(0) ||
         layer.work.Flops() + layer.work.integer_ops != Count(0);
}

// A runtime's own: reorders and copies, and what it takes to switch into a branch or body, whose
// nodes are kernels of their own.
bool IsOwn(const MeasuredKernel& kernel) {
  return kernel.inserted || kernel.op == "If" || kernel.op == "Loop" || kernel.op == "Scan";
}

class Matcher {
 public:
  Matcher(const Model& model, const std::vector<Layer>& layers, const MeasuredRun& run)
      : layers_(layers), run_(run), taken_(layers.size()), found_(run.kernels.size()) {
    for (size_t i = 0; i < layers.size(); ++i) IndexLayer(model, i);
  }

  Matching Run() {
    for (size_t k = 0; k < run_.kernels.size(); ++k) {
      if (IsOwn(run_.kernels[k])) continue;
      MatchByName(k);
      if (!found_[k]) MatchByTensor(k);
    }
    MatchByOrder();
    return Collect();
  }

 private:
  using Index = absl::flat_hash_map<std::string, std::vector<size_t>>;

  void IndexLayer(const Model& model, size_t i) {
    const Layer& layer = layers_[i];
    by_name_[layer.name].push_back(i);
    if (layer.node->name != layer.name && !layer.node->name.empty())
      by_name_[std::string(layer.node->name)].push_back(i);
    const Graph& graph = model.graph(layer.run->graph);
    for (const ValueId output : layer.node->outputs) {
      if (output.valid()) by_tensor_[std::string(graph.value(output).name)].push_back(i);
    }
  }

  // The first layer of that name that is free, else the first: a runtime may split one node.
  std::optional<size_t> Find(const Index& index, const std::string& name) const {
    const auto found = index.find(name);
    if (found == index.end()) return std::nullopt;
    for (const size_t i : found->second) {
      if (!taken_[i]) return i;
    }
    return found->second.front();
  }

  void Take(size_t measured, std::vector<size_t> layers, MatchBasis basis) {
    std::sort(layers.begin(), layers.end());
    layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
    for (const size_t i : layers) taken_[i] = true;
    found_[measured] = Match{measured, std::move(layers), basis};
  }

  void MatchByName(size_t k) {
    const MeasuredKernel& kernel = run_.kernels[k];
    std::vector<size_t> layers;
    for (const std::string& name : kernel.node_names) {
      if (const auto layer = Find(by_name_, name)) layers.push_back(*layer);
    }
    if (layers.empty()) return;
    if (!kernel.node_range) return Take(k, std::move(layers), MatchBasis::kName);
    const auto [first, last] = std::minmax_element(layers.begin(), layers.end());
    std::vector<size_t> stretch;
    for (size_t i = *first; i <= *last; ++i) stretch.push_back(i);
    Take(k, std::move(stretch), MatchBasis::kRange);
  }

  void MatchByTensor(size_t k) {
    std::vector<size_t> layers;
    for (const auto* names : {&run_.kernels[k].tensor_names, &run_.kernels[k].node_names}) {
      for (const std::string& name : *names) {
        if (const auto layer = Find(by_tensor_, name)) layers.push_back(*layer);
      }
      if (!layers.empty()) return Take(k, std::move(layers), MatchBasis::kTensor);
    }
  }

  // Kernels between two that are matched belong to layers between those two.
  void MatchByOrder() {
    const std::vector<size_t> next = NextNamed();
    size_t before = 0;
    for (size_t k = 0; k < run_.kernels.size(); ++k) {
      if (found_[k]) {
        before = found_[k]->layers.front();
        continue;
      }
      if (IsOwn(run_.kernels[k])) continue;
      auto layer = FindInOrder(k, before, next[k] > before ? next[k] : layers_.size());
      if (!layer) layer = FindInOrder(k, 0, layers_.size());
      if (!layer) continue;
      Take(k, {*layer}, MatchBasis::kOrder);
      before = *layer;
    }
  }

  // For each kernel the last layer of the next one that is matched; the number of layers at the
  // end.
  std::vector<size_t> NextNamed() const {
    std::vector<size_t> next(found_.size(), layers_.size());
    for (size_t k = found_.size(); k-- > 1;)
      next[k - 1] = found_[k] ? found_[k]->layers.back() : next[k];
    return next;
  }

  // A free layer of [begin, end) that the kernel may come from; of several the one whose output has
  // its shape, the exact operator before one it is fused from.
  std::optional<size_t> FindInOrder(size_t k, size_t begin, size_t end) const {
    const MeasuredKernel& kernel = run_.kernels[k];
    std::optional<size_t> best;
    int best_score = 0;
    for (size_t i = begin; i < end; ++i) {
      if (taken_[i] || !MayComeFrom(kernel.op, layers_[i].node->op)) continue;
      const int score =
          1 + (SameShape(kernel, layers_[i]) ? 2 : 0) + (kernel.op == layers_[i].node->op ? 1 : 0);
      if (score <= best_score) continue;
      best = i;
      best_score = score;
    }
    return best;
  }

  static bool SameShape(const MeasuredKernel& kernel, const Layer& layer) {
    if (kernel.output_shapes.empty() || layer.outputs.empty() || layer.outputs.front() == nullptr ||
        !layer.outputs.front()->shape) {
      return false;
    }
    const Shape& shape = *layer.outputs.front()->shape;
    return std::equal(shape.begin(), shape.end(), kernel.output_shapes.front().begin(),
                      kernel.output_shapes.front().end());
  }

  Matching Collect() {
    Matching matching;
    Seconds matched;
    Seconds all;
    for (size_t k = 0; k < run_.kernels.size(); ++k) {
      if (IsOwn(run_.kernels[k])) {
        matching.inserted.push_back(k);
        continue;
      }
      all += run_.kernels[k].median;
      if (!found_[k]) {
        matching.unmatched_measured.push_back(k);
        continue;
      }
      matched += run_.kernels[k].median;
      matching.matches.push_back(*std::move(found_[k]));
    }
    for (size_t i = 0; i < layers_.size(); ++i) {
      if (!taken_[i] && DoesWork(layers_[i])) matching.unmatched_layers.push_back(i);
    }
    if (all > Seconds(0)) matching.matched_time_share = matched / all;
    return matching;
  }

  const std::vector<Layer>& layers_;
  const MeasuredRun& run_;
  Index by_name_;
  Index by_tensor_;
  std::vector<bool> taken_;
  std::vector<std::optional<Match>> found_;
};

}  // namespace

std::string_view MatchBasisName(MatchBasis basis) {
  switch (basis) {
    case MatchBasis::kName:
      return "name";
    case MatchBasis::kRange:
      return "range";
    case MatchBasis::kTensor:
      return "tensor";
    case MatchBasis::kOrder:
      return "order";
  }
  return "order";
}

Matching MatchKernels(const Model& model, const std::vector<Layer>& layers,
                      const MeasuredRun& run) {
  return Matcher(model, layers, run).Run();
}

}  // namespace roofline
