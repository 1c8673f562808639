#ifndef ROOFLINE_COSTMODEL_GRAPH_STRING_TABLE_H_
#define ROOFLINE_COSTMODEL_GRAPH_STRING_TABLE_H_

#include <deque>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "costmodel/utf8.h"

namespace roofline {

// Owns every name of a model once; the views it hands out live as long as the table. A name that is
// not UTF-8 is kept with its stray bytes written out, so that any report can hold it.
class StringTable {
 public:
  // Room for so many names more.
  void Reserve(size_t more) { index_.reserve(index_.size() + more); }

  std::string_view Intern(std::string_view text) {
    if (const auto found = index_.find(text); found != index_.end()) return *found;
    if (!IsUtf8(text)) return Intern(EscapeInvalidUtf8(text));
    const std::string_view stored = storage_.emplace_back(text);
    index_.insert(stored);
    return stored;
  }

 private:
  std::deque<std::string> storage_;  // a deque never moves its elements
  absl::flat_hash_set<std::string_view> index_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_GRAPH_STRING_TABLE_H_
