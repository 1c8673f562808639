#ifndef ROOFLINE_TESTS_COSTMODEL_TESTING_COUNTED_MODEL_H_
#define ROOFLINE_TESTS_COSTMODEL_TESTING_COUNTED_MODEL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/infer_shapes.h"
#include "costmodel/convention/convention.h"
#include "costmodel/graph/graph.h"

namespace roofline::testing {

// A model taken all the way to its layers. Whatever goes wrong throws, so that the test fails.
struct CountedModel {
  std::unique_ptr<Model> model;
  std::unique_ptr<ShapedModel> shaped;
  std::vector<Layer> layers;
};

CountedModel CountModel(Model model, const Bindings& bindings = {});
CountedModel CountBytes(std::string_view onnx, const Bindings& bindings = {});
CountedModel CountFile(const std::string& path, const Bindings& bindings = {});
// A network of client/examples/generator by name.
CountedModel CountNetwork(std::string_view name, const Bindings& bindings = {});

// Sums over layers, each as often as it runs.
struct Totals {
  int64_t layers = 0;
  int64_t flops = 0;
  int64_t read_bytes = 0;
  int64_t write_bytes = 0;
  friend bool operator==(const Totals&, const Totals&) = default;
};
std::ostream& operator<<(std::ostream& stream, const Totals& totals);

// Of all layers, or of those of one operator.
Totals TotalsOf(const CountedModel& model, const Convention& convention, std::string_view op = "");
// A shipped convention.
Convention Shipped(const std::string& name);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_TESTING_COUNTED_MODEL_H_
