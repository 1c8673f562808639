#ifndef ROOFLINE_CLIENT_BACKEND_H_
#define ROOFLINE_CLIENT_BACKEND_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "roofline/v1/device_catalog.pb.h"
#include "roofline/v1/evaluation.pb.h"
#include "roofline/v1/predictor.pb.h"
#include "roofline/v1/sweep.pb.h"

namespace roofline {

using SweepReceiver = std::function<absl::Status(const v1::SweepResponse&)>;

// Who answers: a server, or the same handlers in this process. Both give the same bytes.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual absl::StatusOr<v1::PredictResponse> Predict(const v1::PredictRequest& request) const = 0;
  virtual absl::StatusOr<v1::InferShapesResponse> InferShapes(
      const v1::InferShapesRequest& request) const = 0;
  // `receive` gets the points as they come; an error of it ends the sweep.
  virtual absl::Status Sweep(const v1::SweepRequest& request,
                             const SweepReceiver& receive) const = 0;
  virtual absl::StatusOr<v1::EvaluateResponse> Evaluate(
      const v1::EvaluateRequest& request) const = 0;
  virtual absl::StatusOr<v1::ListDevicesResponse> ListDevices(
      const v1::ListDevicesRequest& request) const = 0;
  virtual absl::StatusOr<v1::Device> GetDevice(const v1::GetDeviceRequest& request) const = 0;
  virtual absl::StatusOr<v1::ValidateDeviceResponse> ValidateDevice(
      const v1::ValidateDeviceRequest& request) const = 0;
};

// The server at `server` (HOST:PORT); this process when it is empty.
absl::StatusOr<std::unique_ptr<Backend>> MakeBackend(const std::string& server);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_BACKEND_H_
