#ifndef ROOFLINE_COSTMODEL_NEAREST_H_
#define ROOFLINE_COSTMODEL_NEAREST_H_

#include <string>
#include <string_view>
#include <vector>

namespace roofline {

// Edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`; letter case does not
// count.
int EditDistance(std::string_view a, std::string_view b);

// The candidates that `word` may have been meant to be, nearest first, `max_count` at most: within
// a third of its length in edits, or containing it. Empty when none is near.
std::vector<std::string> NearestNames(std::string_view word,
                                      const std::vector<std::string>& candidates,
                                      size_t max_count = 3);

// "; did you mean 'x' or 'y'?" to end an error message with; empty when no candidate is near.
std::string DidYouMean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_NEAREST_H_
