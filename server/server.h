#ifndef ROOFLINE_SERVER_SERVER_H_
#define ROOFLINE_SERVER_SERVER_H_

#include <grpcpp/server.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "server/config.h"
#include "server/handlers/handler_context.h"
#include "server/services/device_catalog_service.h"
#include "server/services/evaluation_service.h"
#include "server/services/predictor_service.h"
#include "server/services/sweep_service.h"
#include "server/worker_pool.h"

namespace roofline {

// The listening server: the API, health and reflection on one address.
class Server {
 public:
  // Starts to listen. kInvalidArgument for a bad configuration, kFileNotFound for a data folder
  // that is not there, kIoError when the address is taken.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerConfig& config);
  ~Server();

  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // HOST:PORT with the port it got.
  const std::string& address() const { return address_; }

  // Answers health checks with NOT_SERVING, takes no new calls, and gives those running the drain
  // time of the configuration before they are cancelled.
  void Drain();

 private:
  Server(const ServerConfig& config, HandlerData data);

  const ServerLimits limits_;
  const HandlerData data_;
  WorkerPool pool_;
  PredictorService predictor_;
  DeviceCatalogService device_catalog_;
  SweepService sweep_;
  EvaluationService evaluation_;
  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace roofline

#endif  // ROOFLINE_SERVER_SERVER_H_
