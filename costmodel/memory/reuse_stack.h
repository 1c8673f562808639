#ifndef ROOFLINE_COSTMODEL_MEMORY_REUSE_STACK_H_
#define ROOFLINE_COSTMODEL_MEMORY_REUSE_STACK_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace roofline {

// Things of fixed sizes in the order of their last use: the stack whose depths are the reuse
// distances of a least-recently-used cache (Mattson et al., Evaluation techniques for storage
// hierarchies, 1970). Depths are sums over a Fenwick tree indexed by the time of last use: both
// operations take O(log touches).
class ReuseStack {
 public:
  // `sizes` of the things; their sum fits int64. At most `max_touches` calls of Touch.
  ReuseStack(std::vector<int64_t> sizes, size_t max_touches);

  // Sum of the sizes above `thing`; nullopt before its first use.
  std::optional<int64_t> Depth(size_t thing) const;

  // Uses `thing`: it is on top then.
  void Touch(size_t thing);

 private:
  void Add(size_t time, int64_t size);
  int64_t SumUpTo(size_t time) const;

  std::vector<int64_t> sizes_;
  std::vector<size_t> last_use_;  // per thing: time of last use, from 1; 0 before the first
  std::vector<int64_t> tree_;     // over times
  size_t now_ = 0;
  int64_t total_ = 0;  // of everything in the stack
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEMORY_REUSE_STACK_H_
