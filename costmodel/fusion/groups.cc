#include "costmodel/fusion/groups.h"

#include <algorithm>
#include <utility>

namespace roofline {

bool Groups::RunAtOnce(const std::vector<size_t>& layers) const {
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

bool Groups::Add(LayerGroup group) {
  for (const size_t layer : group.layers) {
    if (!Free(layer)) return false;
  }
  if (!RunAtOnce(group.layers)) return false;
  for (const size_t layer : group.layers) group_of_[layer] = all_.size();
  all_.push_back(std::move(group));
  return true;
}

bool Groups::Extend(size_t group, size_t layer, std::string_view pattern) {
  std::vector<size_t> layers = all_[group].layers;
  layers.insert(std::lower_bound(layers.begin(), layers.end(), layer), layer);
  if (!Free(layer) || !RunAtOnce(layers)) return false;
  group_of_[layer] = group;
  all_[group].layers = std::move(layers);
  all_[group].pattern = pattern;
  return true;
}

}  // namespace roofline
