#ifndef ROOFLINE_COSTMODEL_MEASUREMENT_EVALUATE_H_
#define ROOFLINE_COSTMODEL_MEASUREMENT_EVALUATE_H_

#include <optional>
#include <string>
#include <vector>

#include "costmodel/measurement/match.h"
#include "costmodel/prediction/device_prediction.h"

namespace roofline {

// Kernels of the prediction and of the run that cover the same layers: mostly one of each, more
// where the two fuse differently.
struct EvaluatedGroup {
  std::string name;                                  // of the layer with most work
  std::vector<size_t> kernels;                       // of the plan, ascending
  std::vector<size_t> measured;                      // of the run
  MatchBasis basis = MatchBasis::kName;              // the least sure one
  WorkTime predicted;                                // sum over the kernels
  Seconds time;                                      // measured, median
  double relative_spread = 0;                        // of the longest measured kernel
  std::optional<double> efficiency;                  // floor / measured; absent for a measured zero
  std::optional<FlopsPerSecond> achieved_rate;       // counted operations / measured
  std::optional<BytesPerSecond> achieved_bandwidth;  // bytes moved / measured
  Flops operations;                                  // as counted, an FMA is two
  Bytes bytes;                               // as placed in the memory levels, all levels together
  std::optional<Flops> measured_operations;  // of the hardware's counters
  Seconds unexplained;                       // measured - expected; negative when faster
  std::vector<std::string> flags;            // why a figure is impossible, one line each
};

// A run against a prediction of the same model on the device it ran on.
struct RunEvaluation {
  Matching matching;
  std::vector<EvaluatedGroup> groups;     // in execution order
  std::vector<size_t> unmatched_kernels;  // of the plan: with work, but in no group
  Seconds kernel_time;                    // sum over the groups
  Seconds inserted_time;                  // kernels of the runtime's own
  Seconds other_time;                     // kernels that match no layer
  std::optional<Seconds> latency;         // end to end, median
  // latency - all kernels: what runs between them; negative where profiling slowed the kernels
  // down.
  std::optional<Seconds> residual;
  // floor / latency, or / the sum of the kernels where there is no latency; absent for zero.
  std::optional<double> efficiency;
  std::vector<size_t> ranking;  // groups by unexplained time, the most first
  std::vector<std::string> warnings;
};

RunEvaluation Evaluate(const Model& model, const Workload& workload,
                       const DevicePrediction& prediction, const MeasuredRun& run);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_MEASUREMENT_EVALUATE_H_
