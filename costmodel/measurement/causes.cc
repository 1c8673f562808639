#include "costmodel/measurement/causes.h"

#include <fmt/format.h>

#include <algorithm>

#include "costmodel/device/quantity_text.h"
#include "costmodel/efficiency/efficiency_class.h"

namespace roofline {
namespace {

bool HasFastAlgorithm(const Layer& main) {
  const EfficiencyClasses classes = EfficiencyClassesOf(main);
  return classes.front() == "convolution_3x3" || classes.front() == "convolution";
}

void ExplainCompute(const KernelTime& predicted, const Layer& main, const DeviceProfile& profile,
                    std::vector<std::string>& causes) {
  const ComputeTerm* term = predicted.longest_compute();
  if (term == nullptr) return;
  if (HasFastAlgorithm(main)) {
    causes.emplace_back(
        "a fast convolution algorithm (Winograd, FFT) does fewer multiplications than are counted");
  }
  if (term->precision == Precision::kFp32 && profile.FindPeak(Precision::kTf32, Unit::kMatrix)) {
    causes.emplace_back(
        "the runtime computes fp32 in TF32 on the matrix units: predict with precision tf32");
  }
  if (const Clock* clock = profile.PeakClock(); clock != nullptr) {
    causes.push_back(fmt::format("the clock was above the {} that the peak stands for ({})",
                                 QuantityText(clock->frequency.value),
                                 ClockBasisName(clock->basis)));
  } else {
    causes.emplace_back("the profile's peak is lower than what the device reaches");
  }
}

void ExplainTransfer(const KernelTime& predicted, std::vector<std::string>& causes) {
  const TransferTerm* term = predicted.longest_transfer();
  if (term == nullptr) return;
  causes.push_back(fmt::format(
      "operands were in a nearer cache than {}, or the runtime fused the kernel with a neighbour",
      term->level));
}

}  // namespace

std::vector<std::string> CausesBelowFloor(const std::vector<const MeasuredKernel*>& measured,
                                          const KernelTime& predicted, const Layer& main,
                                          const DeviceProfile& profile) {
  std::vector<std::string> causes;
  if (std::any_of(measured.begin(), measured.end(),
                  [](const MeasuredKernel* kernel) { return kernel->launch_only; })) {
    causes.emplace_back(
        "the time is that of the launch on the host, not of the kernel on the device");
  }
  if (predicted.time.compute > predicted.time.transfer) {
    ExplainCompute(predicted, main, profile, causes);
  } else {
    ExplainTransfer(predicted, causes);
  }
  if (causes.empty()) causes.emplace_back("the measured time or the profile is wrong");
  return causes;
}

}  // namespace roofline
