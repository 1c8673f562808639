#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/costmodel/fusion/plan_check.h"
#include "tests/costmodel/testing/fused_model.h"

namespace roofline::testing {
namespace {

// A graph of layers on 1x4x8x8 tensors, each reading some of the latest; several values are
// outputs.
class RandomGraph {
 public:
  explicit RandomGraph(uint32_t seed) : random_(seed) {}

  std::string Text(int nodes) {
    for (int i = 0; i < nodes; ++i) AddNode(i);
    std::string outputs = fmt::format("float[1,4,8,8] {}", values_.back());
    for (size_t i = 1; i + 1 < values_.size(); ++i) {
      if (Below(12) == 0) outputs += fmt::format(", float[1,4,8,8] {}", values_[i]);
    }
    return fmt::format(
        "agraph (float[1,4,8,8] x) => ({})\n<float[4,4,3,3] w, float[8,8] m, float[4] p, float e>\n"
        "{{\n{}}}\n",
        outputs, body_);
  }

 private:
  size_t Below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

  // Mostly a recent value, so that chains appear.
  std::string Pick() {
    const size_t back = std::min(values_.size(), Below(3) == 0 ? size_t{8} : size_t{2});
    return values_[values_.size() - 1 - Below(back)];
  }

  void AddNode(int i) {
    const std::string y = fmt::format("v{}", i);
    const std::string a = Pick();
    switch (Below(12)) {
      case 0:
        body_ += fmt::format("{} = Conv <pads = [1,1,1,1]> ({}, w)\n", y, a);
        break;
      case 1:
        body_ += fmt::format("{} = MatMul ({}, m)\n", y, a);
        break;
      case 2:
        body_ += fmt::format("{} = BatchNormalization ({}, p, p, p, p)\n", y, a);
        break;
      case 3:
        body_ += fmt::format("{} = Softmax <axis = -1> ({})\n", y, a);
        break;
      case 4:
        body_ +=
            fmt::format("r{0} = ReduceMean <axes = [-1]> ({1})\n{0} = Sub ({1}, r{0})\n", y, a);
        break;
      case 5:
        body_ += fmt::format("{0} = Identity ({1})\n", y, a);
        break;
      case 6:
        body_ += fmt::format("s{0} = Sigmoid ({1})\n{0} = Mul ({1}, s{0})\n", y, a);
        break;
      case 7:
        body_ +=
            fmt::format("{0} = MaxPool <kernel_shape = [3,3], pads = [1,1,1,1]> ({1})\n", y, a);
        break;
      case 8:
        body_ += fmt::format("{0} = Relu ({1})\n", y, a);
        break;
      case 9:
        body_ += fmt::format("{0} = Mul ({1}, e)\n", y, a);
        break;
      default:
        body_ += fmt::format("{} = Add ({}, {})\n", y, a, Pick());
    }
    values_.push_back(y);
  }

  std::mt19937 random_;
  std::vector<std::string> values_ = {"x"};
  std::string body_;
};

// Kernels for each layer, over many graphs.
double CheckPlans(Runtime runtime) {
  size_t layers = 0;
  size_t kernels = 0;
  for (uint32_t seed = 0; seed < 150; ++seed) {
    const std::string text = RandomGraph(seed).Text(40);
    const FusedModel model = FuseText(text, runtime);
    EXPECT_EQ(PlanFaults(model), "") << "seed " << seed << "\n" << text;
    layers += model.plan.kernel_of_layer.size();
    kernels += model.plan.kernels.size();
  }
  return static_cast<double>(kernels) / static_cast<double>(layers);
}

TEST(RandomGraphTest, PlansHold) {
  const double compiler = CheckPlans(Runtime::kCompiler);
  const double cpu = CheckPlans(Runtime::kCpu);
  EXPECT_LT(compiler, 0.9);
  EXPECT_LT(compiler, cpu);
  EXPECT_LT(cpu, 1);
}

}  // namespace
}  // namespace roofline::testing
