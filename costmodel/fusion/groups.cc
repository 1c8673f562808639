#include "costmodel/fusion/groups.h"

#include <algorithm>
#include <utility>

namespace roofline {

bool Groups::CanRunAtOnce(const std::vector<size_t>& layers) const {
  const size_t last = layers.back();
  return std::all_of(layers.begin(), layers.end(), [&](size_t layer) {
    if (flow_.layer(layer).run != flow_.layer(last).run) return false;
    if (layer == last) return true;
    if (flow_.Escapes(layer)) return false;
    const std::vector<size_t>& users = flow_.Users(layer);
    return std::all_of(users.begin(), users.end(), [&](size_t user) {
      return user > last || std::binary_search(layers.begin(), layers.end(), user);
    });
  });
}

bool Groups::IsClosed(const std::vector<size_t>& layers) const {
  return CanRunAtOnce(layers) && std::all_of(layers.begin(), layers.end() - 1, [&](size_t layer) {
           const std::vector<size_t>& users = flow_.Users(layer);
           return !flow_.Leaves(layer) && std::all_of(users.begin(), users.end(), [&](size_t user) {
             return std::binary_search(layers.begin(), layers.end(), user);
           });
         });
}

void Groups::Claim(LayerGroup group) {
  for (const size_t layer : group.layers) group_of_[layer] = all_.size();
  all_.push_back(std::move(group));
}

bool Groups::Add(LayerGroup group) {
  const bool free = std::all_of(group.layers.begin(), group.layers.end(),
                                [&](size_t layer) { return Free(layer); });
  if (!free || !CanRunAtOnce(group.layers)) return false;
  Claim(std::move(group));
  return true;
}

void Groups::AddFirst(LayerGroup group) {
  group.at_first = true;
  Claim(std::move(group));
}

bool Groups::Extend(size_t group, const LayerGroup& more) {
  constexpr size_t kMaxLayers = 256;  // each extension looks at all of them
  if (all_[group].at_first || all_[group].layers.size() > kMaxLayers) return false;
  std::vector<size_t> layers = all_[group].layers;
  layers.insert(layers.end(), more.layers.begin(), more.layers.end());
  std::sort(layers.begin(), layers.end());
  if (!CanRunAtOnce(layers)) return false;
  for (const size_t layer : more.layers) group_of_[layer] = group;
  LayerGroup& extended = all_[group];
  extended.layers = std::move(layers);
  extended.pattern = more.pattern;
  extended.folded.insert(extended.folded.end(), more.folded.begin(), more.folded.end());
  return true;
}

}  // namespace roofline
