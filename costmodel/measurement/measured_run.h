#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_MEASURED_RUN_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_MEASURED_RUN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "costmodel/units.h"

namespace roofline {

// One thing a runtime ran and timed. Times are those of one inference: all calls of the kernel in
// it together, without what ran inside it (the nodes of an If or Loop body are kernels of their
// own), so that the kernels of a run add up without counting anything twice.
struct MeasuredKernel {
  std::string name;  // as the runtime calls it; not unique
  // The model nodes it says it runs, decorations of the runtime taken off, fused names split. Empty
  // when it does not say.
  std::vector<std::string> node_names;
  // node_names are the first and the last of a stretch of the graph, not all of it.
  bool node_range = false;
  std::vector<std::string> tensor_names;  // outputs it is named after, if it is
  std::string op;                         // operator type as the runtime says, may be empty
  std::string provider;                   // execution provider or device, may be empty
  std::string parent;        // name of the kernel whose body it is part of, empty at the top
  bool inserted = false;     // the runtime's own: reorder, reformat, copy, cast
  bool launch_only = false;  // the time of the host to launch it; that of the device is not known
  Seconds median;            // over the runs kept
  Seconds minimum;
  double relative_spread = 0;  // interquartile range / median; 0 when there is one figure only
  int64_t calls_per_run = 1;   // executions in one inference, median
  std::vector<std::vector<int64_t>> input_shapes;  // empty if unknown; a scalar is an empty shape
  std::vector<std::vector<int64_t>> output_shapes;
  std::optional<Flops> flops;               // counted by the hardware, in one inference
  std::optional<Bytes> dram_bytes;          // likewise, moved to and from device memory
  std::vector<std::string> device_kernels;  // names of what it launched, in order, each once
};

// What one file, or several of the same run, say about it.
struct MeasuredRun {
  std::string format;  // of the reader: "onnxruntime", "tensorrt", "openvino", "perf-stat", ...
  std::string file;
  std::vector<MeasuredKernel> kernels;    // in order of execution where the format keeps it
  std::optional<Seconds> latency_median;  // end to end, one inference
  std::optional<Seconds> latency_minimum;
  double latency_relative_spread = 0;
  std::optional<Flops> flops;  // counted by the hardware over a whole inference
  int64_t runs = 0;            // behind the figures, warm-up excluded; 0 when not known
  int64_t warmup_runs_dropped = 0;
  bool profiled = false;              // kernel times include the cost of taking them
  std::vector<std::string> warnings;  // one line each
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_MEASURED_RUN_H_
