#ifndef ROOFLINE_TESTS_ACCURACY_KERNEL_MODELS_H_
#define ROOFLINE_TESTS_ACCURACY_KERNEL_MODELS_H_

#include <cstdint>
#include <string_view>

#include "tests/accuracy/model_store.h"

// Models of one node each, every input concrete.
namespace roofline::accuracy {

// [rows, depth] x weight [depth, columns]
SkeletonPtr GemmModel(ModelStore& models, int64_t rows, int64_t columns, int64_t depth);

// Sides of an image or a filter, steps, or zeros around an image at its two ends.
struct Pair {
  int64_t h = 1;
  int64_t w = 1;
};
struct ConvolutionShape {
  int64_t batch = 1;
  int64_t in = 1;   // channels
  int64_t out = 1;  // channels
  Pair image;
  Pair filter;
  Pair stride;
  Pair before = {0, 0};
  Pair after = {0, 0};
  int64_t groups = 1;
};
SkeletonPtr ConvolutionModel(ModelStore& models, const ConvolutionShape& shape);

// The zeros that make `out` outputs of an image `in` wide: half of them before it.
struct Padding {
  int64_t before = 0;
  int64_t after = 0;
};
Padding PaddingFor(int64_t in, int64_t out, int64_t filter, int64_t stride);

// y = op(x, ...) with `inputs` tensors of `elements` elements.
SkeletonPtr ElementwiseModel(ModelStore& models, std::string_view op, int inputs, int64_t elements);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_KERNEL_MODELS_H_
