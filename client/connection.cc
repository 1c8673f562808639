#include "client/connection.h"

#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>

#include <cstdlib>
#include <utility>

#include "costmodel/error.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "roofline/v1/device_catalog.grpc.pb.h"
#include "roofline/v1/evaluation.grpc.pb.h"
#include "roofline/v1/predictor.grpc.pb.h"
#include "roofline/v1/sweep.grpc.pb.h"
#include "server/address.h"
#include "server/errors.h"

namespace roofline {
namespace {

grpc::ChannelArguments Arguments(const HostPort& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);  // a report grows with the model
  // $http_proxy is for what is elsewhere.
  if (IsLoopback(address.host)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return arguments;
}

}  // namespace

absl::StatusOr<Connection> Connection::To(const std::string& server,
                                          std::chrono::milliseconds timeout) {
  const HostPort address = SplitHostPort(server);
  if (address.host.empty() || address.port == 0) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("--server '{}' is not HOST:PORT, e.g. 127.0.0.1:50051", server));
  }
  // gRPC's own log would print a refused connection once more, at length.
  setenv("GRPC_VERBOSITY", "NONE", 0);
  return Connection(
      server, timeout,
      grpc::CreateCustomChannel(server, grpc::InsecureChannelCredentials(), Arguments(address)));
}

absl::Status Connection::Call(const std::function<grpc::Status(grpc::ClientContext&)>& call) const {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + timeout_);
  const absl::Status status = FromGrpcStatus(call(context));
  if (ReasonOf(status) == Reason::kDeadlineExceeded) {
    return Error(Reason::kDeadlineExceeded,
                 fmt::format("server {} did not answer within {} s", server_,
                             std::chrono::duration<double>(timeout_).count()));
  }
  if (ReasonOf(status) != Reason::kUnavailable) return status;
  return Error(Reason::kUnavailable,
               fmt::format("server {} is not reachable: {}; is roofline-server running there?",
                           server_, MessageOf(status)));
}

absl::StatusOr<v1::PredictResponse> Connection::Predict(const v1::PredictRequest& request) const {
  v1::PredictResponse response;
  RETURN_IF_ERROR(Call([&](grpc::ClientContext& context) {
    return v1::PredictorService::NewStub(channel_)->Predict(&context, request, &response);
  }));
  return response;
}

absl::StatusOr<v1::InferShapesResponse> Connection::InferShapes(
    const v1::InferShapesRequest& request) const {
  v1::InferShapesResponse response;
  RETURN_IF_ERROR(Call([&](grpc::ClientContext& context) {
    return v1::PredictorService::NewStub(channel_)->InferShapes(&context, request, &response);
  }));
  return response;
}

absl::Status Connection::Sweep(
    const v1::SweepRequest& request,
    const std::function<absl::Status(const v1::SweepResponse&)>& receive) const {
  absl::Status received;
  const absl::Status status = Call([&](grpc::ClientContext& context) {
    const auto stream = v1::SweepService::NewStub(channel_)->Sweep(&context, request);
    v1::SweepResponse response;
    while (received.ok() && stream->Read(&response)) received = receive(response);
    if (!received.ok()) context.TryCancel();
    return stream->Finish();
  });
  return received.ok() ? status : received;
}

absl::StatusOr<v1::EvaluateResponse> Connection::Evaluate(
    const v1::EvaluateRequest& request) const {
  v1::EvaluateResponse response;
  RETURN_IF_ERROR(Call([&](grpc::ClientContext& context) {
    return v1::EvaluationService::NewStub(channel_)->Evaluate(&context, request, &response);
  }));
  return response;
}

absl::StatusOr<v1::ListDevicesResponse> Connection::ListDevices(
    const v1::ListDevicesRequest& request) const {
  v1::ListDevicesResponse response;
  RETURN_IF_ERROR(Call([&](grpc::ClientContext& context) {
    return v1::DeviceCatalogService::NewStub(channel_)->ListDevices(&context, request, &response);
  }));
  return response;
}

absl::StatusOr<v1::Device> Connection::GetDevice(const v1::GetDeviceRequest& request) const {
  v1::Device response;
  RETURN_IF_ERROR(Call([&](grpc::ClientContext& context) {
    return v1::DeviceCatalogService::NewStub(channel_)->GetDevice(&context, request, &response);
  }));
  return response;
}

absl::StatusOr<v1::ValidateDeviceResponse> Connection::ValidateDevice(
    const v1::ValidateDeviceRequest& request) const {
  v1::ValidateDeviceResponse response;
  RETURN_IF_ERROR(Call([&](grpc::ClientContext& context) {
    return v1::DeviceCatalogService::NewStub(channel_)->ValidateDevice(&context, request,
                                                                       &response);
  }));
  return response;
}

absl::Status Connection::CheckHealth() const {
  grpc::health::v1::HealthCheckResponse response;
  RETURN_IF_ERROR(Call([&](grpc::ClientContext& context) {
    return grpc::health::v1::Health::NewStub(channel_)->Check(&context, {}, &response);
  }));
  if (response.status() == grpc::health::v1::HealthCheckResponse::SERVING) return absl::OkStatus();
  return Error(Reason::kUnavailable,
               fmt::format("server {} is shutting down and takes no calls", server_));
}

}  // namespace roofline
