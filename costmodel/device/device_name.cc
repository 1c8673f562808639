#include "costmodel/device/device_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "costmodel/nearest.h"

namespace roofline {
namespace {

std::vector<std::string> WordsOf(const std::string& normal) {
  std::vector<std::string> words;
  std::istringstream stream(normal);
  for (std::string word; std::getline(stream, word, '-');) words.push_back(word);
  return words;
}

std::string Squeezed(std::string normal) {
  std::erase(normal, '-');
  return normal;
}

constexpr int kHundred = 100;
constexpr int kContained = 1 * kHundred;
constexpr int kAllWords = 2 * kHundred;

int LengthDifference(const std::string& a, const std::string& b) {
  const size_t difference = std::max(a.size(), b.size()) - std::min(a.size(), b.size());
  return static_cast<int>(std::min<size_t>(difference, kHundred - 1));
}

int TyposAllowed(const std::string& text) { return static_cast<int>(text.size()) / 4; }

// Edits from `word` to the nearest of `own`, 0 for the beginning of one; nullopt: too many.
std::optional<int> EditsToNearest(const std::string& word, const std::vector<std::string>& own) {
  std::optional<int> best;
  for (const std::string& candidate : own) {
    const int edits = candidate.starts_with(word) ? 0 : EditDistance(word, candidate);
    if (edits <= TyposAllowed(word)) best = std::min(best.value_or(edits), edits);
  }
  return best;
}

}  // namespace

std::string NormalName(std::string_view name) {
  std::string normal;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      normal += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!normal.empty() && normal.back() != '-') {
      normal += '-';
    }
  }
  while (!normal.empty() && normal.back() == '-') normal.pop_back();
  return normal;
}

NameSearch::NameSearch(std::string_view text)
    : squeezed_(Squeezed(NormalName(text))), words_(WordsOf(NormalName(text))) {}

std::optional<int> NameSearch::WordDistance(const std::vector<std::string>& own) const {
  int total = 0;
  for (const std::string& word : words_) {
    const auto edits = EditsToNearest(word, own);
    if (!edits.has_value()) return std::nullopt;
    total += *edits;
  }
  return total == 0 ? kAllWords : kTypo + kHundred * total;
}

std::optional<int> NameSearch::Distance(std::string_view name, std::string_view vendor) const {
  if (squeezed_.empty()) return std::nullopt;
  const std::string own = Squeezed(NormalName(name));
  if (own == squeezed_) return 0;
  const int lengths = LengthDifference(own, squeezed_);
  if (own.find(squeezed_) != std::string::npos) return kContained + lengths;
  std::optional<int> best = WordDistance(WordsOf(NormalName(fmt::format("{} {}", vendor, name))));
  const int edits = EditDistance(own, squeezed_);
  if (edits <= TyposAllowed(squeezed_)) {
    const int whole = kTypo + kHundred * edits;
    best = std::min(best.value_or(whole), whole);
  }
  if (best.has_value()) *best += lengths;
  return best;
}

std::optional<int> NameSearch::Distance(const DeviceProfile& device) const {
  std::vector<std::string> names = device.aliases;
  names.push_back(device.id);
  names.push_back(device.name);
  std::optional<int> best;
  for (const std::string& name : names) {
    const auto distance = Distance(name, device.vendor);
    if (distance.has_value()) best = std::min(best.value_or(*distance), *distance);
  }
  return best;
}

bool IsDeviceId(std::string_view text) {
  if (text.empty() || text.size() > 64) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

}  // namespace roofline
