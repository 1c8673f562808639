#include "costmodel/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "costmodel/ascii.h"

namespace roofline {
namespace {

// Longer words are never typos of a name; the table below stays small whatever the input.
constexpr size_t kMaxWord = 128;
constexpr int kFar = 1 << 20;

}  // namespace

int EditDistance(std::string_view a, std::string_view b) {
  if (a.size() > kMaxWord || b.size() > kMaxWord) return kFar;
  const std::string x = Lower(a);
  const std::string y = Lower(b);
  // Three rows of the optimal string alignment table.
  std::vector<int> before(y.size() + 1);
  std::vector<int> previous(y.size() + 1);
  std::vector<int> current(y.size() + 1);
  for (size_t j = 0; j <= y.size(); ++j) previous[j] = static_cast<int>(j);
  for (size_t i = 1; i <= x.size(); ++i) {
    current[0] = static_cast<int>(i);
    for (size_t j = 1; j <= y.size(); ++j) {
      const int replace = previous[j - 1] + (x[i - 1] == y[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, replace});
      if (i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return previous[y.size()];
}

std::vector<std::string> NearestNames(std::string_view word,
                                      const std::vector<std::string>& candidates,
                                      size_t max_count) {
  const int limit = std::max(1, static_cast<int>(word.size()) / 3);
  const std::string lower = Lower(word);
  std::vector<std::pair<int, std::string>> near;
  for (const std::string& candidate : candidates) {
    int distance = EditDistance(word, candidate);
    if (distance > limit) {
      const bool contained = lower.size() >= 3 && Lower(candidate).find(lower) != std::string::npos;
      if (!contained) continue;
      distance = limit + 1;
    }
    near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> names;
  for (const auto& [distance, name] : near) {
    if (names.size() == max_count) break;
    names.push_back(name);
  }
  return names;
}

std::string DidYouMean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::vector<std::string> names = NearestNames(word, candidates);
  if (names.empty()) return "";
  return fmt::format("; did you mean '{}'?", fmt::join(names, "' or '"));
}

}  // namespace roofline
