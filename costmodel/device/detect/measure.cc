#include "costmodel/device/detect/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <system_error>
#include <thread>

#include "costmodel/error.h"

namespace roofline {
namespace {

using Clock = std::chrono::steady_clock;

// Short rounds: on a busy machine some of them run undisturbed.
constexpr double kRoundSeconds = 0.004;
constexpr int kLeastRounds = 4;
// Of the time asked for; a crowded machine ends early.
constexpr double kMostTime = 3;
constexpr size_t kAlignment = 64;
constexpr int64_t kMiB = int64_t{1} << 20;

struct Free {
  void operator()(float* data) const { std::free(data); }
};
using Buffer = std::unique_ptr<float, Free>;

// `count` floats of 1, touched by the calling thread so that they lie near its core.
Buffer MakeBuffer(size_t count) {
  auto* data = static_cast<float*>(std::aligned_alloc(kAlignment, count * sizeof(float)));
  if (data == nullptr) throw std::bad_alloc();
  std::fill_n(data, count, 1.0F);
  return Buffer(data);
}

// What one thread does: `work` runs one repetition; setup happens when it is made.
using Work = std::function<void()>;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Repetitions of `work` that take about `seconds`, found by doubling.
int64_t RepetitionsFor(const Work& work, double seconds) {
  constexpr int64_t kMost = int64_t{1} << 40;
  for (int64_t repetitions = 1;; repetitions *= 2) {
    const Clock::time_point start = Clock::now();
    for (int64_t i = 0; i < repetitions; ++i) work();
    const double taken = SecondsSince(start);
    if (taken >= seconds / 4 || repetitions >= kMost) {
      const double scaled = static_cast<double>(repetitions) * seconds / std::max(taken, 1e-9);
      return std::max<int64_t>(1, static_cast<int64_t>(std::min(scaled, 1e12)));
    }
  }
}

// Repetitions per second of all threads together, the best of the rounds that fit into `seconds`.
// `make` is called on each thread.
double BestRate(int threads, double seconds, const std::function<Work()>& make) {
  const int rounds = std::max(kLeastRounds, static_cast<int>(seconds / kRoundSeconds));
  std::barrier sync(threads);
  std::atomic<int64_t> repetitions{0};
  std::atomic<bool> failed{false};
  std::atomic<bool> late{false};
  double best = 0;
  const auto body = [&](bool leader) {
    Work work;
    try {
      work = make();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    sync.arrive_and_wait();
    if (failed) return;
    if (leader) repetitions = RepetitionsFor(work, kRoundSeconds);
    const Clock::time_point begin = Clock::now();
    for (int round = 0; round < rounds; ++round) {
      if (leader) late = round >= kLeastRounds && SecondsSince(begin) > kMostTime * seconds;
      sync.arrive_and_wait();
      if (late) return;
      const Clock::time_point start = Clock::now();
      for (int64_t i = 0; i < repetitions; ++i) work();
      sync.arrive_and_wait();
      const double total = static_cast<double>(repetitions) * threads;
      if (leader) best = std::max(best, total / std::max(SecondsSince(start), 1e-9));
    }
  };
  std::vector<std::jthread> others;
  try {
    for (int i = 1; i < threads; ++i) others.emplace_back(body, false);
  } catch (const std::system_error&) {
    // Those already started wait for the rest: take its place, then leave.
    failed = true;
    for (int i = static_cast<int>(others.size()); i < threads - 1; ++i) sync.arrive_and_drop();
  }
  body(true);
  others.clear();
  if (failed) throw std::bad_alloc();
  return best;
}

FlopsPerSecond MeasureFma(const Topology& topology, double (*fma)(int64_t), int lanes,
                          double seconds) {
  constexpr int64_t kRoundsPerCall = 4096;
  const double rate =
      BestRate(topology.cores, seconds, [fma] { return [fma] { fma(kRoundsPerCall); }; });
  return FlopsPerSecond(rate * kRoundsPerCall * kFmaChains * lanes * 2);
}

BytesPerSecond MeasureRead(const Topology& topology, const Kernels& kernels, int64_t bytes_a_core,
                           double seconds) {
  constexpr int64_t kBytesPerCall = kMiB;  // so that the call itself does not count
  const size_t blocks =
      std::max<size_t>(1, static_cast<size_t>(bytes_a_core) / (kBlock * sizeof(float)));
  const size_t count = blocks * kBlock;
  const auto bytes = static_cast<int64_t>(count * sizeof(float));
  const int64_t passes = std::max<int64_t>(1, kBytesPerCall / bytes);
  const double rate = BestRate(topology.cores, seconds, [&kernels, count, passes]() -> Work {
    std::shared_ptr<float> data(MakeBuffer(count).release(), Free());
    return [&kernels, data, count, passes] {
      for (int64_t pass = 0; pass < passes; ++pass) kernels.read(data.get(), count);
    };
  });
  return BytesPerSecond(rate * static_cast<double>(passes * bytes));
}

// Bytes of one of the three arrays of a core: all of them four times what the caches hold, but
// never more than an eighth of the memory.
int64_t TriadBytes(const Topology& topology) {
  int64_t cached = 0;
  for (const MachineCache& cache : topology.caches) cached += cache.size_bytes * cache.instances;
  int64_t total = std::max(4 * cached, 64 * kMiB);
  if (topology.memory_bytes > 0) total = std::min(total, topology.memory_bytes / 8);
  return total / 3 / topology.cores;
}

BytesPerSecond MeasureTriad(const Topology& topology, const Kernels& kernels, double seconds) {
  const auto bytes = static_cast<size_t>(TriadBytes(topology));
  const size_t count = std::max<size_t>(1, bytes / (kBlock * sizeof(float))) * kBlock;
  const double rate = BestRate(topology.cores, seconds, [&kernels, count]() -> Work {
    std::shared_ptr<float> out(MakeBuffer(count).release(), Free());
    std::shared_ptr<float> a(MakeBuffer(count).release(), Free());
    std::shared_ptr<float> b(MakeBuffer(count).release(), Free());
    return [&kernels, out, a, b, count] { kernels.triad(out.get(), a.get(), b.get(), count); };
  });
  return BytesPerSecond(rate * static_cast<double>(3 * count * sizeof(float)));
}

// Half of what a core may call its own of a cache: the rest is the system's and the other levels'.
int64_t CacheShare(const Topology& topology, const MachineCache& cache) {
  const int cores_an_instance = std::max(1, topology.cores / std::max(1, cache.instances));
  return cache.size_bytes / cores_an_instance / 2;
}

}  // namespace

absl::StatusOr<Measurement> MeasureMachine(const Topology& topology, const Kernels& kernels,
                                           Seconds seconds) {
  const double each = std::max(seconds.value(), 1e-3);
  Measurement measured;
  try {
    measured.fp32 = MeasureFma(topology, kernels.fma_fp32, kernels.fp32_lanes, each);
    measured.fp64 = MeasureFma(topology, kernels.fma_fp64, kernels.fp32_lanes / 2, each);
    for (const MachineCache& cache : topology.caches) {
      measured.caches.push_back(MeasureRead(topology, kernels, CacheShare(topology, cache), each));
    }
    measured.memory = MeasureTriad(topology, kernels, each);
    Topology one_core = topology;
    one_core.cores = 1;
    measured.core_memory = MeasureTriad(one_core, kernels, each);
  } catch (const std::bad_alloc&) {
    return Error(Reason::kIoError,
                 fmt::format("no memory or threads for a run on {} cores", topology.cores));
  }
  return measured;
}

}  // namespace roofline
