#include "server/convert/device_prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "server/convert/coverage.h"
#include "server/convert/kernel.h"

namespace roofline {
namespace {

// FLOPs per byte of the work itself; nothing when no byte moves.
std::optional<double> Intensity(Count flops, Count bytes) {
  if (bytes == Count(0)) return std::nullopt;
  return static_cast<double>(flops.value()) / static_cast<double>(bytes.value());
}

void MachineToProto(const DevicePrediction& prediction, v1::DevicePrediction& proto) {
  const Machine& machine = *prediction.machine;
  proto.set_overlap(machine.efficiency().overlap());
  proto.set_bandwidth_bytes_per_second(machine.dram_bandwidth().value());
  if (machine.profile().kind == DeviceKind::kCpu) proto.set_threads(machine.threads());
  for (size_t i = 0; i < prediction.level_bytes.size(); ++i) {
    v1::MemoryLevel& level = *proto.add_memory_levels();
    const bool dram = i == machine.caches().size();
    level.set_name(dram ? "DRAM" : machine.caches()[i].name);
    if (!dram) level.set_capacity_bytes(machine.caches()[i].capacity.value());
    level.set_bandwidth_bytes_per_second(
        (dram ? machine.dram_bandwidth() : machine.caches()[i].bandwidth).value());
    level.set_served_bytes(prediction.level_bytes[i].value());
  }
  for (const UsedRate& used : prediction.rates) {
    v1::Peak& peak = *proto.add_peaks();
    peak.set_unit(std::string(UnitName(used.unit)));
    peak.set_data_type(std::string(PrecisionName(used.precision)));
    peak.set_flops_per_second(used.rate.value());
  }
}

void CountKernels(const std::vector<KernelTime>& kernels, v1::KernelCounts& counts) {
  counts.set_total(static_cast<int64_t>(kernels.size()));
  const auto bound_by = [&kernels](Bound bound) {
    return std::count_if(kernels.begin(), kernels.end(), [bound](const KernelTime& kernel) {
      return kernel.time.bound() == bound;
    });
  };
  counts.set_compute_bound(bound_by(Bound::kCompute));
  counts.set_memory_bound(bound_by(Bound::kMemory));
  counts.set_overhead_bound(bound_by(Bound::kOverhead));
}

void TotalsToProto(const Report& report, const DevicePrediction& prediction,
                   v1::DeviceTotals& totals) {
  const WorkTime& sum = prediction.kernel_total;
  totals.set_compute_seconds(sum.compute.value());
  totals.set_transfer_seconds(sum.transfer.value());
  totals.set_floor_seconds(sum.floor.value());
  totals.set_serial_seconds(sum.serial.value());
  totals.set_overhead_seconds(sum.overhead.value());
  totals.set_expected_seconds(prediction.expected.typical.value());
  totals.set_expected_low_seconds(prediction.expected.low.value());
  totals.set_expected_high_seconds(prediction.expected.high.value());
  totals.set_inference_overhead_seconds(prediction.inference_overhead.value());
  if (prediction.host_transfer) totals.set_host_transfer_seconds(prediction.host_transfer->value());
  if (prediction.separate_total) {
    totals.set_separate_floor_seconds(prediction.separate_total->floor.value());
    totals.set_separate_expected_seconds(prediction.separate_expected->value());
  }
  if (prediction.dispatch) {
    totals.set_dispatch_seconds(prediction.dispatch->value());
    totals.set_dispatch_wait_seconds(prediction.dispatch_wait().value());
  }
  totals.set_double_bandwidth_seconds(prediction.ExpectedOf(sum.double_bandwidth).value());
  totals.set_double_peak_seconds(prediction.ExpectedOf(sum.double_peak).value());
  totals.set_bound(BoundToProto(prediction.bound));
  SharesToProto(prediction.coverage, *totals.mutable_coverage());
  CountKernels(prediction.kernels, *totals.mutable_kernels());
  if (prediction.fits) totals.set_fits(*prediction.fits);
  if (prediction.efficiency) totals.set_efficiency(*prediction.efficiency);
  if (const auto intensity =
          Intensity(report.total_work.Flops(), report.total_read + report.total_written)) {
    totals.set_arithmetic_intensity_flops_per_byte(*intensity);
  }
}

void LayersToProto(const Report& report, const DevicePrediction& prediction,
                   v1::DevicePrediction& proto) {
  const KernelPlan& plan = report.workload.For(prediction.profile->kind).kernels.plan;
  const double floor = prediction.kernel_total.floor.value();
  for (size_t i = 0; i < report.layers().size(); ++i) {
    const size_t kernel = plan.kernel_of_layer[i];
    v1::LayerTime& layer = *proto.add_layers();
    layer.set_kernel(static_cast<int32_t>(kernel));
    const Work& work = report.layers()[i].work;
    if (const auto intensity = Intensity(work.Flops(), work.TotalRead() + work.TotalWritten())) {
      layer.set_arithmetic_intensity_flops_per_byte(*intensity);
    }
    layer.set_main(plan.kernels[kernel].main == i);
    const WorkTime time = layer.main() ? prediction.kernels[kernel].time : WorkTime();
    layer.set_compute_seconds(time.compute.value());
    layer.set_transfer_seconds(time.transfer.value());
    layer.set_floor_seconds(time.floor.value());
    layer.set_serial_seconds(time.serial.value());
    layer.set_expected_seconds(time.expected.typical.value());
    layer.set_bound(BoundToProto(prediction.kernels[kernel].time.bound()));
    layer.set_share(floor > 0 ? time.floor.value() / floor : 0);
  }
}

void KernelsToProto(const Report& report, const DevicePrediction& prediction,
                    v1::DevicePrediction& proto) {
  const EfficiencySources sources(*prediction.profile,
                                  report.efficiencies->of(prediction.profile->kind));
  const StoredKernels& stored = report.workload.For(prediction.profile->kind).kernels;
  for (size_t i = 0; i < prediction.kernels.size(); ++i) {
    v1::Kernel& kernel = *proto.add_kernels();
    KernelToProto(report.layers(), stored.plan.kernels[i], prediction.kernels[i], sources, kernel);
    OperandsToProto(stored.plan.kernels[i], prediction.placements[i], stored.buffers, kernel);
  }
}

}  // namespace

v1::Bound BoundToProto(Bound bound) {
  switch (bound) {
    case Bound::kNone:
      return v1::BOUND_NONE;
    case Bound::kCompute:
      return v1::BOUND_COMPUTE;
    case Bound::kMemory:
      return v1::BOUND_MEMORY;
    case Bound::kOverhead:
      return v1::BOUND_OVERHEAD;
  }
  return v1::BOUND_UNSPECIFIED;
}

void DevicePredictionToProto(const Report& report, const DevicePrediction& prediction,
                             ReportDetail detail, v1::DevicePrediction& proto) {
  proto.set_id(prediction.profile->id);
  proto.set_name(prediction.profile->name);
  MachineToProto(prediction, proto);
  if (prediction.ridge_point) proto.set_ridge_point_flops_per_byte(prediction.ridge_point->value());
  TotalsToProto(report, prediction, *proto.mutable_totals());
  for (const std::string& warning : prediction.warnings) proto.add_warnings(warning);
  if (detail == ReportDetail::kTotals) return;
  LayersToProto(report, prediction, proto);
  KernelsToProto(report, prediction, proto);
}

}  // namespace roofline
