// Every operator of the table with operands and attributes that no checker let through: each run
// ends in facts and work or in an error, never in a crash, a hang or undefined behaviour.

#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/footprint.h"
#include "costmodel/analysis/interpreter.h"
#include "costmodel/error.h"
#include "costmodel/operators/registry.h"
#include "tests/hostile/hostile_test_case.h"

namespace roofline::testing {
namespace {

constexpr int64_t kOperatorsMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kOperatorsMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kOperatorsHuge = int64_t{1} << 62;

Fact Ints(DType dtype, const Shape& shape, std::vector<int64_t> content) {
  Fact fact = TensorFact(dtype, shape);
  fact.value = std::make_shared<const Tensor>(Tensor{dtype, shape, std::move(content)});
  return fact;
}

Fact Ints(std::vector<int64_t> content) {
  const auto size = static_cast<int64_t>(content.size());
  return Ints(DType::kInt64, {size}, std::move(content));
}

Fact Floats(const Shape& shape, std::vector<double> content) {
  Fact fact = TensorFact(DType::kFloat32, shape);
  fact.value = std::make_shared<const Tensor>(Tensor{DType::kFloat32, shape, std::move(content)});
  return fact;
}

Fact Strings(std::vector<std::string> content) {
  const Shape shape = {static_cast<int64_t>(content.size())};
  Fact fact = TensorFact(DType::kString, shape);
  fact.value = std::make_shared<const Tensor>(Tensor{DType::kString, shape, std::move(content)});
  return fact;
}

Fact Holding(TypeKind kind, std::vector<Fact> elements, bool length_known = true) {
  Fact fact;
  fact.kind = kind;
  fact.elements = std::make_shared<const std::vector<Fact>>(std::move(elements));
  fact.length_known = length_known;
  return fact;
}

Fact Nothing(TypeKind kind) {
  Fact fact;
  fact.kind = kind;
  fact.length_known = false;
  fact.mark = Mark::kUnknown;
  return fact;
}

// What operators usually get: with these a rule runs past its first checks.
std::vector<Fact> UsualOperands() {
  return {TensorFact(DType::kFloat32, {2, 4, 8, 8}),
          TensorFact(DType::kFloat32, {4, 4, 3, 3}),
          TensorFact(DType::kFloat32, {4}),
          TensorFact(DType::kFloat32, {2, 4, 8}),
          TensorFact(DType::kFloat32, {8, 8}),
          TensorFact(DType::kInt64, {2, 4}),
          TensorFact(DType::kInt32, {2}),
          TensorFact(DType::kUint8, {8, 8}),
          TensorFact(DType::kInt8, {2, 4, 8, 8}),
          TensorFact(DType::kBool, {2, 4}),
          TensorFact(DType::kFloat16, {1}),
          TensorFact(DType::kFloat32, {}),
          TensorFact(DType::kString, {4}),
          Ints({0, 1}),
          Ints({2, 2, 2, 2}),
          Ints(DType::kInt64, {}, {1}),
          Ints(DType::kBool, {}, {1}),
          Ints(DType::kInt32, {1}, {3}),
          Floats({4}, {1, 1, 2, 2}),
          Floats({}, {0.5}),
          Strings({"a", "b"}),
          Holding(TypeKind::kSequence, {TensorFact(DType::kFloat32, {2, 3})})};
}

std::vector<Fact> HostileOperands() {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  Fact unknown;
  unknown.mark = Mark::kUnknown;
  return {unknown,
          TensorFact(DType::kUndefined, {2, 2}),
          TensorFact(DType::kFloat32, {0}),
          TensorFact(DType::kFloat32, {0, 4, 0, 8}),
          TensorFact(DType::kFloat32, {kOperatorsHuge / 4}),
          TensorFact(DType::kFloat32, {int64_t{1} << 30, int64_t{1} << 30}),
          TensorFact(DType::kFloat32, {int64_t{1} << 15, 1 << 15, 1 << 15, 1 << 15}),
          TensorFact(DType::kBool, {kOperatorsMax, 0, kOperatorsMax}),
          TensorFact(DType::kFloat32, Shape(64, 1)),
          TensorFact(DType::kInt64, {1'000'000}),
          TensorFact(DType::kComplex128, {2, 2}),
          Ints({}),
          Ints({kOperatorsMin}),
          Ints({kOperatorsMax, kOperatorsMax}),
          Ints({-1, -1}),
          Ints({0, 0, 0, 0}),
          Ints({kOperatorsMin, kOperatorsMax, 0, -1}),
          Ints(std::vector<int64_t>(1000, 1)),
          Ints(DType::kInt64, {}, {kOperatorsMin}),
          Ints(DType::kInt64, {}, {kOperatorsMax}),
          Ints(DType::kInt64, {}, {0}),
          Ints(DType::kInt64, {2, 2}, {kOperatorsMin, kOperatorsMax, -1, 0}),
          Ints(DType::kUint64, {2}, {-1, -1}),
          Floats({4}, {nan, inf, -inf, 1e300}),
          Floats({2}, {-1, 0}),
          Floats({}, {nan}),
          Floats({}, {1e300}),
          Strings({"", std::string(1, '\0')}),
          Holding(TypeKind::kSequence, {}),
          Holding(TypeKind::kOptional, {}),
          Holding(TypeKind::kSequence, {unknown}, false),
          Nothing(TypeKind::kSequence),
          Nothing(TypeKind::kOptional),
          Nothing(TypeKind::kMap),
          Nothing(TypeKind::kSparseTensor)};
}

// The names of the attributes that the rules ask for, by the kind they ask for ("int", "ints",
// "string" ...): taken from their source, so that none is forgotten.
std::set<std::pair<std::string, std::string>> AttributeNames() {
  std::set<std::pair<std::string, std::string>> names;
  const std::regex use("attr_([a-z]+)\\(\"([A-Za-z_0-9]+)\"");
  for (const auto& entry :
       std::filesystem::directory_iterator(ROOFLINE_SOURCE_DIR "/costmodel/operators")) {
    std::ostringstream content;
    content << std::ifstream(entry.path()).rdbuf();
    const std::string text = content.str();
    for (std::sregex_iterator match(text.begin(), text.end(), use), end; match != end; ++match) {
      names.insert({(*match)[1], (*match)[2]});
    }
  }
  return names;
}

class Sweep {
 public:
  Sweep() {
    for (const auto& [kind, name] : AttributeNames()) names_.emplace_back(kind, name);
  }

  size_t attribute_names() const { return names_.size(); }

  // One node of `rule` with `count` operands: what it ends in.
  absl::Status Run(const OperatorRule& rule, int version, const std::vector<Fact>& operands,
                   std::vector<Attribute> attributes, int outputs) {
    Model model;
    model.opsets = {{rule.domain, version}};
    Graph& graph = model.graphs.emplace_back();
    Node node{.name = "n", .domain = rule.domain, .op = rule.op};
    for (size_t i = 0; i < operands.size(); ++i) {
      const ValueId id(graph.values.size());
      graph.values.push_back({.name = "x"});
      graph.inputs.push_back(id);
      const bool left_out = random_() % 16 == 0;
      node.inputs.push_back(left_out ? ValueId() : id);
    }
    for (int i = 0; i < outputs; ++i) {
      const ValueId id(graph.values.size());
      graph.values.push_back({.name = "y", .producer = NodeId(0)});
      graph.outputs.push_back(id);
      node.outputs.push_back(id);
    }
    node.attributes = std::move(attributes);
    graph.nodes.push_back(std::move(node));
    return RunModel(model, operands);
  }

  Fact Operand(int hostile_percent) {
    const bool hostile = static_cast<int>(random_() % 100) < hostile_percent;
    Fact fact = hostile ? Pick(hostile_) : Pick(usual_);
    fact.constant = random_() % 4 == 0;
    return fact;
  }

  // Each attribute that some rule asks for with a chance of `percent`.
  std::vector<Attribute> Attributes(int percent) {
    std::vector<Attribute> attributes;
    for (const auto& [kind, name] : names_) {
      if (static_cast<int>(random_() % 100) >= percent) continue;
      attributes.push_back({.name = name, .value = {}});
      SetValue(kind, attributes.back());
    }
    return attributes;
  }

  // An axis or the like, as the only attribute.
  static std::vector<Attribute> OneInt(std::string_view name, int64_t value) {
    return {{.name = name, .value = value}};
  }

  int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

 private:
  static absl::Status RunModel(const Model& model, const std::vector<Fact>& operands) {
    const InferOptions options;
    ShapedModel shaped;
    Interpreter interpreter(model, options, shaped);
    RETURN_IF_ERROR(interpreter.RunGraph(GraphId(0), nullptr, operands, "", 1).status());
    ASSIGN_OR_RETURN(const std::vector<Layer> layers, CountLayers(model, shaped));
    FootprintOf(model, layers);
    for (const Fact& fact : shaped.main().facts) {
      if (!fact.shape) continue;
      for (const int64_t dim : *fact.shape) {
        if (dim < 0) return absl::InternalError("a negative extent");
      }
    }
    return absl::OkStatus();
  }

  template <class T>
  const T& Pick(const std::vector<T>& from) {
    return from[random_() % from.size()];
  }

  void SetValue(const std::string& kind, Attribute& attribute) {
    static const std::vector<int64_t> kInts = {kOperatorsMin,  -2,           -1, 0, 1, 2, 3, 4, 8,
                                               kOperatorsHuge, kOperatorsMax};
    static const std::vector<double> kFloats = {0,
                                                1,
                                                -1,
                                                0.5,
                                                1e300,
                                                std::numeric_limits<double>::quiet_NaN(),
                                                std::numeric_limits<double>::infinity()};
    static const std::vector<std::vector<int64_t>> kLists = {
        {},
        {0},
        {1, 1},
        {3, 3},
        {0, 0},
        {-1, -1},
        {kOperatorsMin},
        {kOperatorsMax, kOperatorsMax, kOperatorsMax, kOperatorsMax},
        {1, 1, 1, 1},
        {0, 1, 2, 3},
        {kOperatorsMin, -1},
        std::vector<int64_t>(1000, 1)};
    static const std::vector<std::string_view> kStrings = {
        "",    "SAME_UPPER",    "VALID",     "linear", "NHWC",        "nearest",
        "max", "bidirectional", "ij,jk->ik", "->",     "...i,i...->", "tf_crop_and_resize"};
    if (random_() % 20 == 0) {  // of another kind than expected
      attribute.value = std::string_view("wrong");
    } else if (kind == "int") {
      attribute.value = Pick(kInts);
    } else if (kind == "float") {
      attribute.value = Pick(kFloats);
    } else if (kind == "string") {
      attribute.value = Pick(kStrings);
    } else if (kind == "ints") {
      attribute.value = Pick(kLists);
    } else if (kind == "floats") {
      attribute.value = kFloats;
    } else if (kind == "strings") {
      attribute.value = kStrings;
    } else if (kind == "tensor") {
      const Fact& fact = Pick(hostile_);
      if (fact.value) attribute.value = fact.value;
    }
  }

  std::mt19937 random_{20'240'229};
  std::vector<Fact> usual_ = UsualOperands();
  std::vector<Fact> hostile_ = HostileOperands();
  std::vector<std::pair<std::string, std::string>> names_;  // kind, name
};

// Runs `cases` runs of every operator; `run` makes one and says what it ended in.
template <class Run>
void ForEveryOperator(int cases, Run run) {
  for (const OperatorRule& rule : AllOperatorRules()) {
    for (int i = 0; i < cases; ++i) {
      const int version = i % 2 == 0 ? rule.versions.back() : rule.versions.front();
      absl::Status status;
      try {
        status = run(rule, version, i);
      } catch (const std::exception& error) {
        ADD_FAILURE() << rule.domain << " " << rule.op << " threw " << error.what();
        break;
      }
      if (status.code() == absl::StatusCode::kInternal) {
        ADD_FAILURE() << rule.domain << " " << rule.op << ": " << MessageOf(status);
        break;
      }
    }
  }
}

using HostileOperatorsTest = HostileTest;

TEST_F(HostileOperatorsTest, WithoutOperands) {
  Sweep sweep;
  ForEveryOperator(4, [&](const OperatorRule& rule, int version, int i) {
    return sweep.Run(rule, version, {}, {}, i);
  });
}

TEST_F(HostileOperatorsTest, TheSameOddOperandEverywhere) {
  Sweep sweep;
  const std::vector<Fact> odd = HostileOperands();
  ForEveryOperator(static_cast<int>(odd.size()) * 6,
                   [&](const OperatorRule& rule, int version, int i) {
                     const size_t count = static_cast<size_t>(i) / odd.size() + 1;
                     const Fact& fact = odd[static_cast<size_t>(i) % odd.size()];
                     return sweep.Run(rule, version, std::vector<Fact>(count, fact), {}, 3);
                   });
}

TEST_F(HostileOperatorsTest, AxesOutside) {
  Sweep sweep;
  const std::vector<int64_t> axes = {kOperatorsMin, -65, -5, 4, 64, kOperatorsMax};
  ForEveryOperator(60, [&](const OperatorRule& rule, int version, int i) {
    const int64_t axis = axes[static_cast<size_t>(i) % axes.size()];
    const std::vector<Fact> operands(static_cast<size_t>(i) / axes.size() / 2 + 1,
                                     TensorFact(DType::kFloat32, {2, 4, 8, 8}));
    std::vector<Attribute> attributes = Sweep::OneInt("axis", axis);
    attributes.push_back({.name = "axes", .value = std::vector<int64_t>{axis}});
    return sweep.Run(rule, version, operands, std::move(attributes), 2);
  });
}

TEST_F(HostileOperatorsTest, AnyOperandsAndAttributes) {
  Sweep sweep;
  ASSERT_GT(sweep.attribute_names(), 50U);
  ForEveryOperator(250, [&](const OperatorRule& rule, int version, int i) {
    const int count = std::max(0, rule.min_inputs - 1 + sweep.Below(5));
    std::vector<Fact> operands;
    operands.reserve(static_cast<size_t>(count));
    for (int k = 0; k < count; ++k) operands.push_back(sweep.Operand(i % 3 * 30));
    return sweep.Run(rule, version, operands, sweep.Attributes(i % 4 * 20), 1 + sweep.Below(4));
  });
}

}  // namespace
}  // namespace roofline::testing
