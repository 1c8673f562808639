#include "server/handlers/sweep.h"

#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/prediction/sweep.h"
#include "server/convert/device_prediction.h"
#include "server/handlers/predict_options.h"

namespace roofline {
namespace {

// Few enough that the first points come soon, enough that the messages cost nothing.
constexpr int kPointsPerMessage = 32;

void TimeToProto(const std::string& device, const SweepTime& time, v1::SweepTime& proto) {
  proto.set_device(device);
  proto.set_compute_seconds(time.kernels.compute.value());
  proto.set_transfer_seconds(time.kernels.transfer.value());
  proto.set_floor_seconds(time.kernels.floor.value());
  proto.set_serial_seconds(time.kernels.serial.value());
  proto.set_overhead_seconds(time.kernels.overhead.value());
  proto.set_expected_seconds(time.expected.typical.value());
  proto.set_expected_low_seconds(time.expected.low.value());
  proto.set_expected_high_seconds(time.expected.high.value());
  proto.set_bound(BoundToProto(time.bound));
  if (time.fits) proto.set_fits(*time.fits);
}

}  // namespace

absl::Status HandleSweep(const v1::SweepRequest& request, const HandlerContext& context,
                         const std::function<absl::Status(const v1::SweepResponse&)>& send) {
  ASSIGN_OR_RETURN(const PredictInput input, ReadPredictRequest(request.base(), context));
  std::vector<SweepAxis> axes;
  for (const v1::SweepAxis& axis : request.axes())
    axes.push_back({axis.name(), {axis.values().begin(), axis.values().end()}});
  v1::SweepResponse response;
  const auto add = [&](const SweepPoint& point) -> absl::Status {
    v1::SweepPoint& proto = *response.add_points();
    proto.mutable_values()->Add(point.values.begin(), point.values.end());
    for (size_t i = 0; i < point.times.size(); ++i)
      TimeToProto(input.options.devices[i]->id, point.times[i], *proto.add_times());
    if (response.points_size() < kPointsPerMessage) return absl::OkStatus();
    RETURN_IF_ERROR(send(response));
    response.Clear();
    return absl::OkStatus();
  };
  if (const absl::Status status = Sweep(input.skeleton.bytes, input.options, axes, add);
      !status.ok()) {
    return Annotate(status, input.model_name);
  }
  return response.points().empty() ? absl::OkStatus() : send(response);
}

}  // namespace roofline
