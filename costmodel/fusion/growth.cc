#include "costmodel/fusion/growth.h"

#include <algorithm>
#include <set>

namespace roofline {
namespace {

// Layers taken so far and who reads them.
class Region {
 public:
  explicit Region(const Flow& flow) : flow_(flow) {}

  void Add(size_t layer) {
    const std::vector<size_t>& users = flow_.Users(layer);
    for (size_t i = 0; i < flow_.layer(layer).node->inputs.size(); ++i) {
      const size_t producer = flow_.Producer(layer, i);
      if (producer != Flow::kNone && Has(producer)) --open_;
    }
    open_ += users.size();
    outside_.erase(layer);
    too_many_ = too_many_ || users.size() > kMaxGroup;
    if (!too_many_) outside_.insert(users.begin(), users.end());
    members_.push_back(layer);
  }

  // Only the layer added last is read from outside.
  bool Closed() const { return open_ == flow_.Users(members_.back()).size(); }

  // The first layer outside that reads a member; Flow::kNone when there is none or when it is
  // hopeless: whatever is added, the last member keeps being read from outside.
  size_t Next() const {
    const size_t last = members_.back();
    if (too_many_ || outside_.empty() || flow_.Leaves(last) || flow_.Escapes(last))
      return Flow::kNone;
    return *outside_.begin();
  }

  const std::vector<size_t>& members() const { return members_; }

 private:
  bool Has(size_t layer) const {
    return std::find(members_.begin(), members_.end(), layer) != members_.end();
  }

  const Flow& flow_;
  std::vector<size_t> members_;
  std::set<size_t> outside_;
  bool too_many_ = false;  // more readers than a group can take in
  size_t open_ = 0;        // operands outside, and inside of layers yet to come, that members fill
};

}  // namespace

std::vector<size_t> Grow(const Flow& flow, const Groups& groups, std::vector<size_t> seeds,
                         const Admits& admits) {
  Region region(flow);
  for (const size_t seed : seeds) region.Add(seed);
  std::vector<size_t> closed;
  if (region.Closed()) closed = std::move(seeds);
  while (region.members().size() < kMaxGroup) {
    const size_t next = region.Next();
    if (next == Flow::kNone || !groups.Free(next) || !admits(region.members(), next)) break;
    region.Add(next);
    if (region.Closed() && !flow.IsView(next)) closed = region.members();
  }
  return closed;
}

}  // namespace roofline
