#include "server/handlers/predict.h"

#include "costmodel/error.h"

namespace roofline {

absl::StatusOr<v1::PredictResponse> HandlePredict(const v1::PredictRequest&,
                                                  const HandlerContext&) {
  return Error(Reason::kInternal, "this build cannot predict");
}

}  // namespace roofline
