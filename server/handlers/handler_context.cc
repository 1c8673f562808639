#include "server/handlers/handler_context.h"

#include <utility>

#include "costmodel/convention/reader.h"
#include "costmodel/data_dir.h"
#include "costmodel/error.h"

namespace roofline {

absl::StatusOr<HandlerData> LoadHandlerData(const std::string& data_dir) {
  const std::string folder = data_dir.empty() ? DataDirectory() : data_dir;
  ASSIGN_OR_RETURN(DeviceCatalog devices, DeviceCatalog::Open(folder + "/devices"));
  ASSIGN_OR_RETURN(EfficiencyDefaults efficiencies, EfficiencyDefaults::Load(folder));
  RETURN_IF_ERROR(ListConventions(folder).status());
  return HandlerData{std::move(devices),
                     std::make_shared<const EfficiencyDefaults>(std::move(efficiencies)), folder};
}

}  // namespace roofline
