#include "costmodel/operators/work.h"

namespace roofline {

Count Work::TotalRead() const {
  Count total = inner_bytes;
  for (const Count bytes : read_bytes) total += bytes;
  return total;
}

Count Work::TotalWritten() const {
  Count total = inner_bytes;
  for (const Count bytes : write_bytes) total += bytes;
  return total;
}

Count Work::Flops() const {
  return Count(2) * macs + Count(2) * fmas + arithmetic + comparisons + transcendentals;
}

bool Work::ok() const {
  return (Flops() + integer_ops).ok() && TotalRead().ok() && TotalWritten().ok();
}

Work operator*(const Work& work, Count times) {
  Work scaled = work;
  for (Count* count : {&scaled.macs, &scaled.fmas, &scaled.arithmetic, &scaled.comparisons,
                       &scaled.transcendentals, &scaled.integer_ops, &scaled.inner_bytes}) {
    *count *= times;
  }
  for (Count& bytes : scaled.read_bytes) bytes *= times;
  for (Count& bytes : scaled.write_bytes) bytes *= times;
  return scaled;
}

}  // namespace roofline
