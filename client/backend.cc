#include "client/backend.h"

#include <utility>

#include "client/connection.h"
#include "costmodel/error.h"
#include "server/errors.h"
#include "server/handlers/device_catalog.h"
#include "server/handlers/evaluate.h"
#include "server/handlers/handler_context.h"
#include "server/handlers/infer_shapes.h"
#include "server/handlers/predict.h"
#include "server/handlers/sweep.h"

namespace roofline {
namespace {

class RemoteBackend : public Backend {
 public:
  explicit RemoteBackend(Connection connection) : connection_(std::move(connection)) {}

  absl::StatusOr<v1::PredictResponse> Predict(const v1::PredictRequest& request) const override {
    return connection_.Predict(request);
  }
  absl::StatusOr<v1::InferShapesResponse> InferShapes(
      const v1::InferShapesRequest& request) const override {
    return connection_.InferShapes(request);
  }
  absl::Status Sweep(const v1::SweepRequest& request, const SweepReceiver& receive) const override {
    return connection_.Sweep(request, receive);
  }
  absl::StatusOr<v1::EvaluateResponse> Evaluate(const v1::EvaluateRequest& request) const override {
    return connection_.Evaluate(request);
  }
  absl::StatusOr<v1::ListDevicesResponse> ListDevices(
      const v1::ListDevicesRequest& request) const override {
    return connection_.ListDevices(request);
  }
  absl::StatusOr<v1::Device> GetDevice(const v1::GetDeviceRequest& request) const override {
    return connection_.GetDevice(request);
  }
  absl::StatusOr<v1::ValidateDeviceResponse> ValidateDevice(
      const v1::ValidateDeviceRequest& request) const override {
    return connection_.ValidateDevice(request);
  }

 private:
  Connection connection_;
};

// An error as it would have come over the wire: cut to length, valid text.
absl::Status AsFromServer(const absl::Status& status) {
  return FromGrpcStatus(ToGrpcStatus(status));
}
template <class Response>
absl::StatusOr<Response> AsFromServer(absl::StatusOr<Response> response) {
  if (response.ok()) return response;
  return AsFromServer(response.status());
}

class LocalBackend : public Backend {
 public:
  explicit LocalBackend(HandlerData data) : data_(std::move(data)) {}

  absl::StatusOr<v1::PredictResponse> Predict(const v1::PredictRequest& request) const override {
    return AsFromServer(HandlePredict(request, context_));
  }
  absl::StatusOr<v1::InferShapesResponse> InferShapes(
      const v1::InferShapesRequest& request) const override {
    return AsFromServer(HandleInferShapes(request, context_));
  }
  absl::Status Sweep(const v1::SweepRequest& request, const SweepReceiver& receive) const override {
    return AsFromServer(HandleSweep(request, context_, receive));
  }
  absl::StatusOr<v1::EvaluateResponse> Evaluate(const v1::EvaluateRequest& request) const override {
    return AsFromServer(HandleEvaluate(request, context_));
  }
  absl::StatusOr<v1::ListDevicesResponse> ListDevices(
      const v1::ListDevicesRequest& request) const override {
    return AsFromServer(HandleListDevices(request, context_));
  }
  absl::StatusOr<v1::Device> GetDevice(const v1::GetDeviceRequest& request) const override {
    return AsFromServer(HandleGetDevice(request, context_));
  }
  absl::StatusOr<v1::ValidateDeviceResponse> ValidateDevice(
      const v1::ValidateDeviceRequest& request) const override {
    return AsFromServer(HandleValidateDevice(request, context_));
  }

 private:
  HandlerData data_;
  const HandlerContext context_{.data = data_, .models_are_skeletons = true};
};

}  // namespace

absl::StatusOr<std::unique_ptr<Backend>> MakeBackend(const std::string& server) {
  if (server.empty()) {
    ASSIGN_OR_RETURN(HandlerData data, LoadHandlerData(""));
    return std::make_unique<LocalBackend>(std::move(data));
  }
  ASSIGN_OR_RETURN(Connection connection, Connection::To(server));
  return std::make_unique<RemoteBackend>(std::move(connection));
}

}  // namespace roofline
