#include "costmodel/onnx/skeleton.h"

#include "costmodel/error.h"
#include "costmodel/onnx/mapped_file.h"
#include "costmodel/onnx/side_files.h"
#include "costmodel/onnx/wire_filter.h"

namespace roofline {

absl::StatusOr<Skeleton> ReadSkeletonBytes(std::string_view bytes, std::string_view name_for_errors,
                                           const ModelLimits& limits) {
  WireFilter filter(name_for_errors, limits);
  RETURN_IF_ERROR(filter.Feed(bytes));
  return filter.Finish();
}

absl::StatusOr<Skeleton> ReadSkeletonFile(const std::string& path, const ModelLimits& limits) {
  ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path));
  const SideFiles side_files(path);
  WireFilter filter(path, limits, &side_files);
  RETURN_IF_ERROR(filter.Feed(file.bytes()));
  return filter.Finish();
}

}  // namespace roofline
