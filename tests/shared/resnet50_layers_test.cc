#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/costmodel/testing/counted_model.h"

namespace roofline::testing {
namespace {

struct Row {
  std::string name;
  Totals totals;
};

// name,type,flops_fma1,mread_bytes,mwrite_bytes of each layer, and a line of
// totals.
std::vector<Row> ReferenceRows() {
  std::ifstream file(ROOFLINE_SOURCE_DIR "/../shared/reference/resnet50_layers.csv");
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string name, type, flops, read, written;
    std::getline(cells, name, ',');
    std::getline(cells, type, ',');
    std::getline(cells, flops, ',');
    std::getline(cells, read, ',');
    std::getline(cells, written, ',');
    if (name != "total") {
      rows.push_back({name, {1, std::stoll(flops), std::stoll(read), std::stoll(written)}});
    }
  }
  return rows;
}

TEST(ResNet50LayersTest, EachLayerIsThatOfTheReferenceReport) {
  Bindings bindings;
  bindings.batch = 1;
  const CountedModel model =
      CountFile(ROOFLINE_SOURCE_DIR "/client/examples/resnet50-v1-original.onnx", bindings);
  const Convention chainer = Shipped("chainer");
  const std::vector<Row> rows = ReferenceRows();
  ASSERT_EQ(rows.size(), 176U);
  ASSERT_EQ(model.layers.size(), rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    const Layer& layer = model.layers[i];
    const auto counts = chainer.CountLayer(layer);
    ASSERT_TRUE(counts.ok()) << counts.status();
    EXPECT_EQ(
        (Totals{1, counts->flops.value(), counts->read_bytes.value(), counts->write_bytes.value()}),
        rows[i].totals)
        << layer.name << " and " << rows[i].name;
  }
}

// Stride 2 sits in the 3x3 convolutions of this file, and its first convolution
// has no bias.
TEST(ResNet50LayersTest, TheLaterLayoutWithoutABiasInItsFirstConvolution) {
  const CountedModel model =
      CountFile(ROOFLINE_SOURCE_DIR "/../shared/models/light_resnet50.onnx", {});
  EXPECT_EQ(TotalsOf(model, Shipped("chainer")),
            (Totals{176, 4'117'136'287, 275'548'224, 150'243'136}));
}

}  // namespace
}  // namespace roofline::testing
