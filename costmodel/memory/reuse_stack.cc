#include "costmodel/memory/reuse_stack.h"

#include <utility>

namespace roofline {
namespace {

constexpr size_t LowestBit(size_t n) { return n & (~n + 1); }

}  // namespace

ReuseStack::ReuseStack(std::vector<int64_t> sizes, size_t max_touches)
    : sizes_(std::move(sizes)), last_use_(sizes_.size(), 0), tree_(max_touches + 1, 0) {}

std::optional<int64_t> ReuseStack::Depth(size_t thing) const {
  const size_t time = last_use_[thing];
  if (time == 0) return std::nullopt;
  return total_ - SumUpTo(time);
}

void ReuseStack::Touch(size_t thing) {
  size_t& time = last_use_[thing];
  if (time != 0) Add(time, -sizes_[thing]);
  time = ++now_;
  Add(time, sizes_[thing]);
}

void ReuseStack::Add(size_t time, int64_t size) {
  total_ += size;
  for (; time < tree_.size(); time += LowestBit(time)) tree_[time] += size;
}

int64_t ReuseStack::SumUpTo(size_t time) const {
  int64_t sum = 0;
  for (; time > 0; time -= LowestBit(time)) sum += tree_[time];
  return sum;
}

}  // namespace roofline
