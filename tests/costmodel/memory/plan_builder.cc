#include "tests/costmodel/memory/plan_builder.h"

#include <algorithm>
#include <random>
#include <utility>

namespace roofline::testing {
namespace {

class RandomNetwork {
 public:
  explicit RandomNetwork(uint32_t seed) : random_(seed) {}

  PlanBuilder Build() {
    for (int i = Pick(1, 4); i > 0; --i) AddBuffer(BufferRole::kWeight);
    for (int i = Pick(1, 2); i > 0; --i) AddBuffer(BufferRole::kInput);
    for (int i = Pick(1, 4); i > 0; --i) {
      const int64_t repeat = Pick(0, 2) == 0 ? Pick(0, 4) : 1;
      for (int kernel = Pick(1, 3); kernel > 0; --kernel) AddKernel(repeat);
    }
    return std::move(built_);
  }

 private:
  int Pick(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }
  BufferId AddBuffer(BufferRole role) { return built_.AddBuffer(Pick(1, 9), role); }

  void AddKernel(int64_t repeat) {
    std::vector<Traffic> traffic;
    for (int i = Pick(0, 3); i > 0; --i) {
      Traffic read = built_.Read(BufferId(Pick(0, static_cast<int>(built_.buffers.size()) - 1)));
      const bool known = std::any_of(traffic.begin(), traffic.end(), [&](const Traffic& other) {
        return other.buffer == read.buffer;
      });
      if (known) continue;
      if (Pick(0, 4) == 0) read.bytes *= 2;
      traffic.push_back(read);
    }
    BufferId target(built_.buffers.size() - 1);
    if (built_.buffers[target.index()].role != BufferRole::kActivation || Pick(0, 3) != 0)
      target = AddBuffer(Pick(0, 3) == 0 ? BufferRole::kOutput : BufferRole::kActivation);
    const auto place = traffic.begin() + Pick(0, static_cast<int>(traffic.size()));
    traffic.insert(place, built_.Write(target));
    built_.AddKernel(std::move(traffic), repeat);
  }

  std::mt19937 random_;
  PlanBuilder built_;
};

}  // namespace

BufferId PlanBuilder::AddBuffer(int64_t bytes, BufferRole role) {
  buffers.push_back({.name = "buffer", .bytes = bytes, .role = role});
  return BufferId(buffers.size() - 1);
}

void PlanBuilder::AddKernel(std::vector<Traffic> traffic, int64_t repeat) {
  const size_t index = plan.kernels.size();
  plan.kernels.push_back(
      {.layers = {index}, .main = index, .traffic = std::move(traffic), .repeat = repeat});
  plan.kernel_of_layer.push_back(index);
}

PlanBuilder RandomPlan(uint32_t seed) { return RandomNetwork(seed).Build(); }

}  // namespace roofline::testing
