// The shape and type of every tensor that a real runtime saw.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/shared/shared_case.h"

namespace roofline::testing {
namespace {

struct Seen {
  std::string dtype;
  std::vector<int64_t> shape;
  bool operator==(const Seen&) const = default;
};

std::ostream& operator<<(std::ostream& stream, const Seen& seen) {
  return stream << seen.dtype << " " << ::testing::PrintToString(seen.shape);
}

// The runtime calls a value of a branch "96.then_branch.8.else_branch::name": node index and
// attribute of each level. Only branches that run have a GraphRun, so the depth is enough.
struct ScopedName {
  size_t depth;
  std::string_view name;
};

ScopedName ParseName(std::string_view text) {
  const size_t colons = text.find("::");
  if (colons == std::string_view::npos || text[0] < '0' || text[0] > '9') return {0, text};
  const std::string_view scope = text.substr(0, colons);
  const auto dots = static_cast<size_t>(std::count(scope.begin(), scope.end(), '.'));
  return {(dots + 1) / 2, text.substr(colons + 2)};
}

size_t DepthOf(const GraphRun& run) {
  size_t depth = 0;
  for (const GraphRun* at = run.parent; at != nullptr; at = at->parent) ++depth;
  return depth;
}

// What was inferred for the values of one model, by depth and name.
class Inferred {
 public:
  explicit Inferred(const Report& report) {
    for (const auto& run : report.workload.shaped->runs) {
      const Graph& graph = report.model->graph(run->graph);
      for (size_t v = 0; v < graph.values.size(); ++v) {
        Seen seen{.dtype = std::string(DTypeName(run->facts[v].dtype)), .shape = {-1}};
        if (run->facts[v].shape) {
          seen.shape.assign(run->facts[v].shape->begin(), run->facts[v].shape->end());
        }
        values_[{DepthOf(*run), graph.values[v].name}].push_back(std::move(seen));
      }
    }
  }

  // Empty when there is no such value.
  std::vector<Seen> Find(ScopedName name) const {
    const auto found = values_.find({name.depth, name.name});
    return found == values_.end() ? std::vector<Seen>() : found->second;
  }

 private:
  std::map<std::pair<size_t, std::string_view>, std::vector<Seen>> values_;
};

class Comparison {
 public:
  void Add(const std::string& name, const Seen& expected, const std::vector<Seen>& inferred) {
    ++tensors_;
    const bool equal =
        !inferred.empty() &&
        std::all_of(inferred.begin(), inferred.end(), [&](const Seen& s) { return s == expected; });
    if (equal) return;
    constexpr int kShown = 5;
    if (++wrong_ > kShown) return;
    text_ << "\n  " << name << ": expected " << expected << ", inferred "
          << (inferred.empty() ? "nothing" : ::testing::PrintToString(inferred.front()));
  }

  int tensors() const { return tensors_; }
  int wrong() const { return wrong_; }
  std::string text() const { return text_.str(); }

 private:
  int tensors_ = 0;
  int wrong_ = 0;
  std::ostringstream text_;
};

void CheckCase(const SharedCase& shared) {
  const auto report = PredictShared(shared, "flops");
  if (!report.ok()) {
    ADD_FAILURE() << shared.Name() << ": " << report.status();
    return;
  }
  const Inferred inferred(*report);
  Comparison comparison;
  const nlohmann::json json = ReadSharedJson("models/expected_shapes/" + shared.Name() + ".json");
  for (const auto& [name, type] : json.at("shapes").items()) {
    const std::string dtype = type.at(0) == "float" ? "float32" : type.at(0);
    comparison.Add(name, {dtype, type.at(1)}, inferred.Find(ParseName(name)));
  }
  EXPECT_GT(comparison.tensors(), 0) << shared.Name();
  EXPECT_EQ(comparison.wrong(), 0)
      << shared.Name() << ": of " << comparison.tensors() << " tensors" << comparison.text();
}

TEST(SharedShapesTest, EveryTensorOfEveryCaseIsAsARuntimeSawIt) {
  const std::vector<SharedCase> cases = SharedCases();
  ASSERT_GE(cases.size(), 53U);
  for (const SharedCase& shared : cases) CheckCase(shared);
}

}  // namespace
}  // namespace roofline::testing
