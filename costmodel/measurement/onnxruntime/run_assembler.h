#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_RUN_ASSEMBLER_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_RUN_ASSEMBLER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/measurement/onnxruntime/trace_event.h"

namespace roofline {

// What one kernel took in one run.
struct KernelSample {
  int64_t run = 0;
  int64_t host_us = 0;    // without the nodes of its bodies
  int64_t device_us = 0;  // of the kernels it launched
  int64_t calls = 0;
};

// A kernel by its place: the node of a body in another place is another kernel.
struct AssembledKernel {
  int node = 0;     // index of what it runs
  int parent = -1;  // index of the kernel whose body it is in
  std::vector<KernelSample> samples;
};

// Name, index, operator and provider of a node; what does not depend on where it runs.
struct AssembledNode {
  TraceEvent first;  // how it looked the first time, the name without "_kernel_time"
  bool shapes_vary = false;
  std::vector<std::string> device_kernels;
};

// Sorts the events of a profile into runs (the "model_run" events) and into one another. The
// runtime writes events by when they end, newer versions by when they start; nodes of a body lie
// in a "SequentialExecutor::Execute" within the time of their If, Loop or Scan; the device's own
// kernels follow the node that launched them. Holds no more than the events of the runs in flight.
class RunAssembler {
 public:
  // kLimitExceeded when there are absurdly many kernels, or events outside any run.
  absl::Status Add(const TraceEvent& event);
  // After the last event.
  void Finish();

  const std::vector<AssembledKernel>& kernels() const { return kernels_; }
  const AssembledNode& node(const AssembledKernel& kernel) const { return nodes_[kernel.node]; }
  // Of each run, in order.
  const std::vector<int64_t>& run_us() const { return run_us_; }
  bool saw_device_kernels() const { return saw_device_kernels_; }
  // Nodes ran on threads other than the one of their run.
  bool saw_worker_threads() const { return saw_worker_threads_; }
  // Events of a run that never ended.
  int64_t unfinished_events() const { return unfinished_events_; }

 private:
  static constexpr int kExecutor = -1;
  struct Placed {
    int node = kExecutor;  // index into nodes_
    int64_t start_us = 0;
    int64_t end_us = 0;
    int64_t device_us = 0;
  };
  struct Run {
    int64_t start_us = 0;
    int64_t end_us = 0;
    std::map<int64_t, std::vector<Placed>> threads;

    bool Contains(const Placed& event) const {
      return event.start_us >= start_us && event.end_us <= end_us + 1;  // both were rounded
    }
  };
  struct Held {
    Placed placed;
    int64_t thread = 0;
    bool is_fence = false;
  };

  absl::Status AddNode(const TraceEvent& event);
  void AddDeviceKernel(const TraceEvent& event);
  void AttachDeviceKernel(const TraceEvent& event);
  absl::Status FlushHeld();
  absl::Status Place(int64_t thread, const Placed& placed);
  void OpenRun(const TraceEvent& event);
  void Adopt(int64_t thread, Run& run);
  void CloseRun(const Run& run);
  void Nest(std::vector<Placed> events, absl::flat_hash_map<int, KernelSample>& sums);
  absl::StatusOr<int> InternNode(const TraceEvent& event);
  int InternKernel(int parent, int node);

  std::vector<AssembledNode> nodes_;
  absl::flat_hash_map<std::string, int> node_by_key_;
  std::vector<AssembledKernel> kernels_;
  absl::flat_hash_map<std::pair<int, int>, int> kernel_by_place_;
  std::optional<Held> held_;       // the last node, whose device kernels may follow
  std::vector<TraceEvent> early_;  // device kernels between the fence before a node and the node
  std::map<int64_t, std::vector<Placed>> pending_;  // by thread: not in a run yet
  int64_t pending_count_ = 0;
  std::map<int64_t, Run> open_;  // by thread
  std::vector<int64_t> run_us_;
  bool saw_device_kernels_ = false;
  bool saw_worker_threads_ = false;
  int64_t unfinished_events_ = 0;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_ONNXRUNTIME_RUN_ASSEMBLER_H_
