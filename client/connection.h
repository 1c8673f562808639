#ifndef ROOFLINE_CLIENT_CONNECTION_H_
#define ROOFLINE_CLIENT_CONNECTION_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "roofline/v1/device_catalog.pb.h"
#include "roofline/v1/evaluation.pb.h"
#include "roofline/v1/predictor.pb.h"
#include "roofline/v1/sweep.pb.h"

namespace roofline {

// A server as the client sees it. Every call ends within the timeout; errors have the reason the
// server gave, kUnavailable when there is no server at the address.
class Connection {
 public:
  static constexpr std::chrono::seconds kDefaultTimeout{300};

  // Connects on the first call. kInvalidArgument when `server` is not HOST:PORT.
  static absl::StatusOr<Connection> To(const std::string& server,
                                       std::chrono::milliseconds timeout = kDefaultTimeout);

  absl::StatusOr<v1::PredictResponse> Predict(const v1::PredictRequest& request) const;
  absl::StatusOr<v1::InferShapesResponse> InferShapes(const v1::InferShapesRequest& request) const;
  absl::Status Sweep(const v1::SweepRequest& request,
                     const std::function<absl::Status(const v1::SweepResponse&)>& receive) const;
  absl::StatusOr<v1::EvaluateResponse> Evaluate(const v1::EvaluateRequest& request) const;
  absl::StatusOr<v1::ListDevicesResponse> ListDevices(const v1::ListDevicesRequest& request) const;
  absl::StatusOr<v1::Device> GetDevice(const v1::GetDeviceRequest& request) const;
  absl::StatusOr<v1::ValidateDeviceResponse> ValidateDevice(
      const v1::ValidateDeviceRequest& request) const;

  // Ok when the server is there and takes calls; kUnavailable when it drains.
  absl::Status CheckHealth() const;

 private:
  Connection(std::string server, std::chrono::milliseconds timeout,
             std::shared_ptr<grpc::Channel> channel)
      : server_(std::move(server)), timeout_(timeout), channel_(std::move(channel)) {}

  // Runs one call with the deadline set, and names the server in the error if it is not there.
  absl::Status Call(const std::function<grpc::Status(grpc::ClientContext&)>& call) const;

  std::string server_;
  std::chrono::milliseconds timeout_;
  std::shared_ptr<grpc::Channel> channel_;
};

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_CONNECTION_H_
