#include "costmodel/fusion/runtime.h"

namespace roofline {

Runtime RuntimeOf(DeviceKind kind) {
  return kind == DeviceKind::kCpu ? Runtime::kCpu : Runtime::kCompiler;
}

}  // namespace roofline
