#include "tests/accuracy/kernel_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace roofline::accuracy {
namespace {

using examples::GraphBuilder;
using examples::Ints;
using examples::Value;

}  // namespace

SkeletonPtr GemmModel(ModelStore& models, int64_t rows, int64_t columns, int64_t depth) {
  return models.Built(fmt::format("gemm-{}x{}x{}", rows, columns, depth), [&](GraphBuilder& g) {
    const Value x = g.Input("x", g.float_type(), {rows, depth});
    const Value y = g.Node("MatMul", {x, g.Weight("w", {depth, columns})});
    g.Output(y, "y", g.float_type(), {rows, columns});
  });
}

SkeletonPtr ConvolutionModel(ModelStore& models, const ConvolutionShape& s) {
  const std::string name =
      fmt::format("conv-{}x{}x{}x{}-{}x{}x{}-s{}x{}-p{}.{}.{}.{}-g{}", s.batch, s.in, s.image.h,
                  s.image.w, s.out, s.filter.h, s.filter.w, s.stride.h, s.stride.w, s.before.h,
                  s.before.w, s.after.h, s.after.w, s.groups);
  return models.Built(name, [&](GraphBuilder& g) {
    const Value x = g.Input("x", g.float_type(), {s.batch, s.in, s.image.h, s.image.w});
    const Value w = g.Weight("w", {s.out, s.in / s.groups, s.filter.h, s.filter.w});
    const Value y = g.Node("Conv", {x, w},
                           {{"group", s.groups},
                            {"kernel_shape", Ints{s.filter.h, s.filter.w}},
                            {"pads", Ints{s.before.h, s.before.w, s.after.h, s.after.w}},
                            {"strides", Ints{s.stride.h, s.stride.w}}});
    const auto extent = [](int64_t image, int64_t zeros, int64_t filter, int64_t stride) {
      return (image + zeros - filter) / stride + 1;
    };
    g.Output(y, "y", g.float_type(),
             {s.batch, s.out, extent(s.image.h, s.before.h + s.after.h, s.filter.h, s.stride.h),
              extent(s.image.w, s.before.w + s.after.w, s.filter.w, s.stride.w)});
  });
}

Padding PaddingFor(int64_t in, int64_t out, int64_t filter, int64_t stride) {
  const int64_t zeros = std::max<int64_t>((out - 1) * stride + filter - in, 0);
  return {.before = zeros / 2, .after = zeros - zeros / 2};
}

SkeletonPtr ElementwiseModel(ModelStore& models, std::string_view op, int inputs,
                             int64_t elements) {
  return models.Built(fmt::format("{}-{}", op, elements), [&](GraphBuilder& g) {
    std::vector<Value> x;
    x.reserve(static_cast<size_t>(inputs));
    for (int i = 0; i < inputs; ++i)
      x.push_back(g.Input(fmt::format("x{}", i), g.float_type(), {elements}));
    g.Output(g.Node(op, x), "y", g.float_type(), {elements});
  });
}

}  // namespace roofline::accuracy
