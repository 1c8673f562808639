#ifndef ROOFLINE_TESTS_COSTMODEL_TESTING_FUSED_MODEL_H_
#define ROOFLINE_TESTS_COSTMODEL_TESTING_FUSED_MODEL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "costmodel/analysis/buffers.h"
#include "costmodel/fusion/kernel.h"
#include "costmodel/fusion/runtime.h"
#include "tests/costmodel/testing/counted_model.h"

namespace roofline::testing {

// A counted model and its kernels, as a runtime fuses it.
struct FusedModel {
  CountedModel counted;
  std::unique_ptr<BufferTable> buffers;
  KernelPlan plan;

  // Kernels that a runtime has to start: the others only rename tensors.
  size_t started() const;
  // Bytes of all kernels in one inference.
  int64_t read_bytes() const;
  int64_t write_bytes() const;
};

FusedModel Fuse(CountedModel counted, Runtime runtime = Runtime::kCompiler);
// A graph in ONNX text syntax, see ParseModelText; a weight declared without content gets zeros.
FusedModel FuseText(const std::string& graph_text, Runtime runtime = Runtime::kCompiler,
                    int opset = 17);

// Operators of a kernel in order, with its pattern: "conv chain: Conv BatchNormalization Relu"; one
// line per kernel that is started.
std::string KernelsText(const FusedModel& model);

// Bytes that a kernel reads or writes.
int64_t ReadBytes(const Kernel& kernel);
int64_t WriteBytes(const Kernel& kernel);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_TESTING_FUSED_MODEL_H_
