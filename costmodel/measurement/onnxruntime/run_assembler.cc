#include "costmodel/measurement/onnxruntime/run_assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "costmodel/error.h"

namespace roofline {
namespace {

constexpr size_t kMaxNodes = 1'000'000;
constexpr int64_t kMaxPending = 4'000'000;  // four times what the runtime records by default
constexpr size_t kMaxDeviceKernels = 64;    // kept per node

constexpr std::string_view kKernelTime = "_kernel_time";
constexpr std::string_view kFenceBefore = "_fence_before";
constexpr std::string_view kFenceAfter = "_fence_after";

bool CutSuffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

bool HasBody(const TraceEvent& event) {
  return event.op == "If" || event.op == "Loop" || event.op == "Scan" || event.op == "SequenceMap";
}

}  // namespace

absl::Status RunAssembler::Add(const TraceEvent& event) {
  if (event.category == "Kernel") {
    AddDeviceKernel(event);
    return absl::OkStatus();
  }
  RETURN_IF_ERROR(FlushHeld());
  if (event.category == "Node") return AddNode(event);
  if (event.category != "Session") return absl::OkStatus();
  if (event.name == "model_run") {
    OpenRun(event);
    return absl::OkStatus();
  }
  if (event.name.ends_with("Executor::Execute")) {
    return Place(event.thread,
                 Placed{.start_us = event.start_us, .end_us = event.start_us + event.duration_us});
  }
  return absl::OkStatus();  // loading and initialisation
}

absl::Status RunAssembler::AddNode(const TraceEvent& event) {
  std::string_view name = event.name;
  if (CutSuffix(name, kFenceAfter)) return absl::OkStatus();
  Held held{.thread = event.thread};
  held.is_fence = CutSuffix(name, kFenceBefore);
  if (!held.is_fence) {
    if (!CutSuffix(name, kKernelTime)) return absl::OkStatus();
    ASSIGN_OR_RETURN(held.placed.node, InternNode(event));
  }
  held.placed.start_us = event.start_us;
  held.placed.end_us = event.start_us + event.duration_us;
  held_ = held;
  if (!held.is_fence) {
    for (const TraceEvent& kernel : std::exchange(early_, {})) AttachDeviceKernel(kernel);
  }
  return absl::OkStatus();
}

void RunAssembler::AddDeviceKernel(const TraceEvent& event) {
  saw_device_kernels_ = true;
  if (!held_) return;
  if (!held_->is_fence) {
    AttachDeviceKernel(event);
  } else if (early_.size() < kMaxDeviceKernels) {
    early_.push_back(event);
  }
}

void RunAssembler::AttachDeviceKernel(const TraceEvent& event) {
  held_->placed.device_us += event.duration_us;
  std::vector<std::string>& names = nodes_[held_->placed.node].device_kernels;
  if (names.size() < kMaxDeviceKernels && std::ranges::find(names, event.name) == names.end()) {
    names.push_back(event.name);
  }
}

absl::Status RunAssembler::FlushHeld() {
  if (!held_) return absl::OkStatus();
  const Held held = *std::exchange(held_, std::nullopt);
  return held.is_fence ? absl::OkStatus() : Place(held.thread, held.placed);
}

absl::Status RunAssembler::Place(int64_t thread, const Placed& placed) {
  const auto own = open_.find(thread);
  if (own != open_.end()) {
    if (own->second.Contains(placed)) {
      own->second.threads[thread].push_back(placed);
      return absl::OkStatus();
    }
  } else {
    // A thread that runs no model works for one that does.
    for (auto& [runner, run] : open_) {
      if (!run.Contains(placed)) continue;
      run.threads[thread].push_back(placed);
      return absl::OkStatus();
    }
  }
  pending_[thread].push_back(placed);
  if (++pending_count_ > kMaxPending) {
    return Error(Reason::kLimitExceeded,
                 fmt::format("{} events lie in no finished 'model_run'", kMaxPending));
  }
  return absl::OkStatus();
}

void RunAssembler::OpenRun(const TraceEvent& event) {
  const int64_t thread = event.thread;
  if (const auto before = open_.find(thread); before != open_.end()) {
    CloseRun(before->second);
    open_.erase(before);
  }
  Run run{.start_us = event.start_us, .end_us = event.start_us + event.duration_us};
  std::vector<int64_t> threads;
  for (const auto& [other, events] : pending_) {
    if (other == thread || !open_.contains(other)) threads.push_back(other);
  }
  for (const int64_t other : threads) Adopt(other, run);
  open_.emplace(thread, std::move(run));
}

void RunAssembler::Adopt(int64_t thread, Run& run) {
  std::vector<Placed> left;
  for (const Placed& placed : pending_[thread]) {
    if (run.Contains(placed)) {
      run.threads[thread].push_back(placed);
    } else if (placed.start_us >= run.start_us) {
      left.push_back(placed);  // of a run still under way on that thread
    }
  }
  pending_count_ -= static_cast<int64_t>(pending_[thread].size() - left.size());
  pending_[thread] = std::move(left);
}

void RunAssembler::CloseRun(const Run& run) {
  absl::flat_hash_map<int, KernelSample> sums;
  for (const auto& [thread, events] : run.threads) Nest(events, sums);
  saw_worker_threads_ |= run.threads.size() > 1;
  for (auto& [kernel, sum] : sums) {
    sum.run = static_cast<int64_t>(run_us_.size());
    kernels_[kernel].samples.push_back(sum);
  }
  run_us_.push_back(run.end_us - run.start_us);
}

// Events of one thread are nested or apart, like brackets. A node that holds others does so by way
// of an executor, so that neighbours rounded to the same microsecond are not taken for nested.
void RunAssembler::Nest(std::vector<Placed> events, absl::flat_hash_map<int, KernelSample>& sums) {
  const auto rank = [this](const Placed& event) {
    if (event.node == kExecutor) return 1;
    return HasBody(nodes_[event.node].first) ? 0 : 2;
  };
  std::ranges::stable_sort(events, [&rank](const Placed& a, const Placed& b) {
    return std::tuple(a.start_us, -a.end_us, rank(a)) < std::tuple(b.start_us, -b.end_us, rank(b));
  });
  struct Frame {
    int64_t end_us;
    bool is_executor;
    int kernel;  // the node's own, or that of the node around the executor; -1 at the top
  };
  std::vector<Frame> around;
  for (const Placed& event : events) {
    const bool is_executor = event.node == kExecutor;
    while (!around.empty() &&
           (around.back().is_executor == is_executor || event.start_us > around.back().end_us ||
            event.end_us > around.back().end_us + 1)) {
      around.pop_back();
    }
    const int parent = around.empty() ? -1 : around.back().kernel;
    if (is_executor) {
      around.push_back({event.end_us, true, parent});
      continue;
    }
    const int kernel = InternKernel(parent, event.node);
    const int64_t duration = event.end_us - event.start_us;
    KernelSample& sum = sums[kernel];
    sum.host_us += duration;
    sum.device_us += event.device_us;
    ++sum.calls;
    if (parent >= 0) sums[parent].host_us -= duration;
    around.push_back({event.end_us, false, kernel});
  }
}

absl::StatusOr<int> RunAssembler::InternNode(const TraceEvent& event) {
  const std::string key =
      fmt::format("{}\n{}\n{}\n{}", event.name, event.node_index, event.op, event.provider);
  const auto [entry, is_new] = node_by_key_.emplace(key, static_cast<int>(nodes_.size()));
  if (is_new) {
    if (nodes_.size() >= kMaxNodes) {
      return Error(Reason::kLimitExceeded, fmt::format("over {} different nodes", kMaxNodes));
    }
    nodes_.push_back({.first = event});
    std::string& name = nodes_.back().first.name;
    name.resize(name.size() - kKernelTime.size());
  } else {
    AssembledNode& node = nodes_[entry->second];
    node.shapes_vary |= node.first.input_shapes != event.input_shapes;
  }
  return entry->second;
}

int RunAssembler::InternKernel(int parent, int node) {
  const auto [entry, is_new] =
      kernel_by_place_.emplace(std::pair(parent, node), static_cast<int>(kernels_.size()));
  if (is_new) kernels_.push_back({.node = node, .parent = parent});
  return entry->second;
}

void RunAssembler::Finish() {
  if (!FlushHeld().ok()) return;
  for (const auto& [thread, run] : open_) CloseRun(run);
  open_.clear();
  unfinished_events_ = pending_count_;
}

}  // namespace roofline
