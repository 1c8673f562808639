#include "costmodel/prediction/utilisation.h"

#include <algorithm>
#include <string_view>

#include "costmodel/efficiency/efficiency_class.h"

namespace roofline {
namespace {

// Output elements for each core of a GPU at which it does half of what it can, fitted to
// DeepBench's timings: 8200 (GTX 1080 Ti) and 3500 (V100) for convolutions on vector units. Matrix
// units are fed by several blocks to a core, and matrix products split long sums between cores.
constexpr double kHalfFullConvolution = 5700;
constexpr double kHalfFullMatrixConvolution = 2500;
constexpr double kHalfFullMatmul = 400;

// Own runs of ONNX Runtime 1.30 on Zen 3, one thread, 1 to 1000 output positions and 16 to 256
// filters: a dense product at half of its rate. A depthwise one multiplies a single row, so that
// what each call costs, 0.15 us, is as much as 150 positions of a filter of 5.
constexpr double kHalfLength = 10;
constexpr double kHalfFilters = 10;
constexpr double kHalfLengthDepthwise = 150;

int64_t CeilDiv64(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

double Filled(int64_t extent, int64_t unit) {
  if (extent <= 0 || unit <= 1) return 1;
  return static_cast<double>(extent) /
         (static_cast<double>(CeilDiv64(extent, unit)) * static_cast<double>(unit));
}

int64_t ClampedValue(Count count) { return std::max<int64_t>(count.ok() ? count.value() : 1, 1); }

double HalfFull(const Layer& layer, Unit unit) {
  if (layer.rule->op_class != OperatorClass::kConvolution) return kHalfFullMatmul;
  return unit == Unit::kMatrix ? kHalfFullMatrixConvolution : kHalfFullConvolution;
}

}  // namespace

std::optional<MatrixProduct> ProductOf(const Layer& layer) {
  if (layer.rule == nullptr || layer.work.macs.value() <= 0) return std::nullopt;
  const NodeView node = layer.view();
  const Count y = node.out_elements(0);
  if (!y.ok() || y.value() <= 0) return std::nullopt;
  MatrixProduct product;
  product.k = ClampedValue(layer.work.macs / y);
  const Shape& out = node.out_shape(0);
  if (layer.rule->op_class == OperatorClass::kConvolution && out.size() > 2) {
    product.batch = std::max<int64_t>(node.attr_int("group", 1), 1);
    product.n = std::max<int64_t>(out[1] / product.batch, 1);
    product.m = ClampedValue(y / Count(product.n) / Count(product.batch));
    return product;
  }
  if (layer.rule->op_class != OperatorClass::kMatmul || out.empty()) return std::nullopt;
  product.n = std::max<int64_t>(out.back(), 1);
  product.m = out.size() > 1 ? std::max<int64_t>(out[out.size() - 2], 1) : 1;
  product.batch = ClampedValue(y / Count(product.n) / Count(product.m));
  return product;
}

double LaneUtilisation(const MatrixProduct& product, int64_t lanes) {
  return std::max(
      {Filled(product.m, lanes), Filled(product.n, lanes), Filled(product.batch, lanes)});
}

double CoreUtilisation(const MatrixProduct& product, int64_t cores, double half_full) {
  const auto outputs =
      static_cast<double>(ClampedValue(Count(product.batch) * Count(product.m) * Count(product.n)));
  return outputs / (outputs + half_full * static_cast<double>(cores));
}

double LineUtilisation(int64_t length, int64_t filters, double half_length, double half_filters) {
  const auto positions = static_cast<double>(std::max<int64_t>(length, 1));
  const auto rows = static_cast<double>(std::max<int64_t>(filters, 1));
  return positions / (positions + half_length) * (rows / (rows + half_filters));
}

double UtilisationOf(const Machine& machine, const RateChoice& rate, const Layer& layer) {
  const std::optional<MatrixProduct> product = ProductOf(layer);
  if (!product) return 1;
  const Compute& compute = machine.profile().compute;
  if (machine.profile().kind == DeviceKind::kCpu) {
    if (const std::string_view line = LineConvolutionClass(layer); !line.empty()) {
      const int64_t length = layer.view().out_shape(0).back();
      return line == "convolution_1d"
                 ? LineUtilisation(length, product->n, kHalfLength, kHalfFilters)
                 : LineUtilisation(length, 1, kHalfLengthDepthwise, 0);
    }
    if (!compute.simd_lanes || rate.unit != Unit::kVector) return 1;
    return LaneUtilisation(*product, compute.simd_lanes->value * 32 / BitsOf(rate.precision));
  }
  return machine.cores() ? CoreUtilisation(*product, *machine.cores(), HalfFull(layer, rate.unit))
                         : 1;
}

}  // namespace roofline
