#include "costmodel/prediction/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <utility>

#include "costmodel/count.h"
#include "costmodel/error.h"
#include "costmodel/onnx/loader.h"

namespace roofline {
namespace {

bool IsBound(const std::string& name, const Bindings& bindings) {
  return bindings.dims.contains(name) || (name == "batch" && bindings.batch.has_value());
}

absl::Status CheckAxes(const std::vector<SweepAxis>& axes, const Bindings& fixed,
                       int64_t max_points) {
  if (axes.empty())
    return Error(Reason::kInvalidArgument, "a sweep needs a dimension, e.g. batch=1..64*2");
  Count points = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].values.empty())
      return Error(Reason::kInvalidArgument, fmt::format("{}: no values to sweep", axes[i].name));
    if (IsBound(axes[i].name, fixed))
      return Error(Reason::kInvalidArgument,
                   fmt::format("{} is both swept and fixed; give it once", axes[i].name));
    for (size_t k = 0; k < i; ++k) {
      if (axes[k].name == axes[i].name)
        return Error(Reason::kInvalidArgument,
                     fmt::format("{} is swept twice; give it once", axes[i].name));
    }
    points *= Count(static_cast<int64_t>(axes[i].values.size()));
  }
  if (points.ok() && points.value() <= max_points) return absl::OkStatus();
  return Error(
      Reason::kLimitExceeded,
      fmt::format("the sweep has {} points; at most {} are accepted",
                  points.ok() ? fmt::format("{}", points.value()) : "too many", max_points));
}

void Bind(const SweepAxis& axis, int64_t value, Bindings& bindings) {
  if (axis.name == "batch") {
    bindings.batch = value;
  } else {
    bindings.dims[axis.name] = value;
  }
}

std::string PointText(const std::vector<SweepAxis>& axes, const std::vector<int64_t>& values) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < axes.size(); ++i)
    texts.push_back(fmt::format("{}={}", axes[i].name, values[i]));
  return fmt::format("at {}", fmt::join(texts, ", "));
}

// Parallel to the devices.
using Machines = std::vector<std::shared_ptr<const Machine>>;

absl::StatusOr<Machines> MachinesOf(const PredictOptions& options,
                                    const EfficiencyDefaults& defaults) {
  Machines machines;
  machines.reserve(options.devices.size());
  for (const ProfilePtr& profile : options.devices) {
    ASSIGN_OR_RETURN(Machine machine,
                     Machine::Make(*profile, defaults.of(profile->kind), options.scenario));
    machines.push_back(std::make_shared<const Machine>(std::move(machine)));
  }
  return machines;
}

absl::StatusOr<SweepPoint> PredictPoint(const Model& model, const PredictOptions& options,
                                        const Machines& machines, const InferOptions& infer) {
  SweepPoint point;
  ASSIGN_OR_RETURN(const Workload workload,
                   MakeWorkload(model, infer, options.scenario, options.devices, Purpose::kTimes));
  if (options.strict) RETURN_IF_ERROR(CheckNothingUnknown(workload.layers));
  point.times.reserve(machines.size());
  for (size_t i = 0; i < machines.size(); ++i) {
    const DevicePrediction prediction =
        PredictOnMachine(workload, options.devices[i], machines[i], options.scenario);
    point.times.push_back(
        {prediction.kernel_total, prediction.expected, prediction.bound, prediction.fits});
  }
  return point;
}

// The next combination, the last index fastest; false after the last one.
bool Advance(const std::vector<SweepAxis>& axes, std::vector<size_t>& indices) {
  for (size_t i = axes.size(); i-- > 0;) {
    if (++indices[i] < axes[i].values.size()) return true;
    indices[i] = 0;
  }
  return false;
}

}  // namespace

absl::Status Sweep(std::string_view skeleton, const PredictOptions& options,
                   const std::vector<SweepAxis>& axes,
                   const std::function<absl::Status(const SweepPoint&)>& visit) {
  RETURN_IF_ERROR(CheckAxes(axes, options.infer.bindings, options.infer.limits.max_sweep_points));
  ASSIGN_OR_RETURN(const auto defaults, EfficienciesOf(options));
  ASSIGN_OR_RETURN(const Machines machines, MachinesOf(options, *defaults));
  ASSIGN_OR_RETURN(const Model model, LoadModel(skeleton, options.infer.limits));
  ASSIGN_OR_RETURN(InferOptions infer, InferOptionsFor(model, options));
  std::vector<size_t> indices(axes.size());
  do {
    std::vector<int64_t> values;
    for (size_t i = 0; i < axes.size(); ++i) {
      values.push_back(axes[i].values[indices[i]]);
      Bind(axes[i], values.back(), infer.bindings);
    }
    if (infer.cancelled()) return Error(Reason::kCancelled, "the request was cancelled");
    absl::StatusOr<SweepPoint> point = PredictPoint(model, options, machines, infer);
    if (!point.ok()) return Annotate(point.status(), PointText(axes, values));
    point->values = std::move(values);
    RETURN_IF_ERROR(visit(*point));
  } while (Advance(axes, indices));
  return absl::OkStatus();
}

}  // namespace roofline
