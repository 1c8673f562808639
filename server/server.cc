#include "server/server.h"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "costmodel/error.h"

namespace roofline {
namespace {

// Reflection is a synchronous service: each open stream holds a thread.
constexpr int kMaxThreads = 64;

int WorkerCount(const ServerConfig& config) {
  if (config.workers > 0) return config.workers;
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

void SetLimits(const ServerLimits& limits, grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(static_cast<int>(limits.max_message_bytes));
  builder.SetMaxSendMessageSize(-1);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                             static_cast<int>(limits.max_streams_per_connection));
  // The size limit holds after decompression only: a megabyte could become a gigabyte first.
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  builder.SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
  grpc::ResourceQuota quota("roofline");
  quota.SetMaxThreads(kMaxThreads);
  builder.SetResourceQuota(quota);
}

void EnablePlugins() {
  static const bool enabled = [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
    return true;
  }();
  static_cast<void>(enabled);
}

}  // namespace

Server::Server(const ServerConfig& config, HandlerData data)
    : limits_(config.limits),
      data_(std::move(data)),
      pool_(WorkerCount(config), static_cast<size_t>(config.limits.max_queued_calls)),
      predictor_(data_, pool_),
      device_catalog_(data_, pool_),
      sweep_(data_, pool_),
      evaluation_(data_, pool_) {}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerConfig& config) {
  RETURN_IF_ERROR(CheckConfig(config));
  ASSIGN_OR_RETURN(HandlerData data, LoadHandlerData(config.data_dir, config.rules));
  EnablePlugins();
  std::unique_ptr<Server> server(new Server(config, std::move(data)));
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(config.listen, grpc::InsecureServerCredentials(), &port);
  // Otherwise a second server on the port would silently take half of the connections.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  SetLimits(config.limits, builder);
  builder.RegisterService(&server->predictor_);
  builder.RegisterService(&server->device_catalog_);
  builder.RegisterService(&server->sweep_);
  builder.RegisterService(&server->evaluation_);
  server->server_ = builder.BuildAndStart();
  if (server->server_ == nullptr || port == 0) {
    return Error(Reason::kIoError,
                 fmt::format("cannot listen on {}: the port is taken or the host is not an address "
                             "of this machine; choose another, or port 0 for a free one",
                             config.listen));
  }
  for (const char* service :
       {v1::PredictorService::service_full_name(), v1::DeviceCatalogService::service_full_name(),
        v1::SweepService::service_full_name(), v1::EvaluationService::service_full_name()}) {
    server->server_->GetHealthCheckService()->SetServingStatus(service, true);
  }
  const std::string host = config.listen.substr(0, config.listen.rfind(':'));
  server->address_ = fmt::format("{}:{}", host, port);
  return server;
}

void Server::Drain() {
  if (auto* health = server_->GetHealthCheckService()) health->Shutdown();
  server_->Shutdown(std::chrono::system_clock::now() + limits_.drain_time);
}

Server::~Server() {
  if (server_ != nullptr) server_->Shutdown(std::chrono::system_clock::now());
}

}  // namespace roofline
