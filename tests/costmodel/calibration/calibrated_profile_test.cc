#include "costmodel/calibration/calibrated_profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "costmodel/calibration/sample.h"
#include "costmodel/data_dir.h"
#include "costmodel/device/catalog.h"
#include "costmodel/prediction/device_prediction.h"
#include "tests/costmodel/testing/model_text.h"
#include "tests/costmodel/testing/shipped_devices.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;
using testing::OurCatalog;

// Large enough that the host is not what bounds them.
constexpr char kTwoLayers[] =
    "g (float[8,64,56,56] x, float[64,64,1,1] w) => (float[8,64,56,56] y) {\n"
    "c = Conv(x, w)\n y = Add(c, x) }";

class CalibratedProfileTest : public ::testing::Test {
 protected:
  CalibratedProfileTest() {
    defaults_ =
        std::make_shared<const EfficiencyDefaults>(*EfficiencyDefaults::Load(DataDirectory()));
    device_ = *catalog_.Find("gtx-1080-ti");
    model_ = testing::ParseModelText(kTwoLayers);
    workload_ = *MakeWorkload(model_, {}, scenario_, {&device_, 1});
  }

  DevicePrediction On(const ProfilePtr& device) {
    return *PredictOnDevice(workload_, device, defaults_->of(device->kind), scenario_);
  }

  const DeviceCatalog catalog_ = OurCatalog();
  const Scenario scenario_{.fusion = Fusion::kNone};
  std::shared_ptr<const EfficiencyDefaults> defaults_;
  ProfilePtr device_;
  Model model_;
  Workload workload_;
};

TEST_F(CalibratedProfileTest, PredictsWhatTheFitSays) {
  CalibrationSample sample = LatencySample(workload_, On(device_), Seconds(4e-3));
  sample.network = "two layers";
  const CalibrationFit fit = FitCalibration({sample});
  ASSERT_GT(fit.inference_overhead, 1.1);  // the run took far longer than predicted
  const EfficiencyModel model(*device_, defaults_->of(device_->kind));
  const std::string yaml =
      CalibratedProfileYaml({"mine", "gtx-1080-ti", "one run \"here\""}, fit, model);
  const auto calibrated = catalog_.Parse(yaml, "mine.yaml");
  ASSERT_TRUE(calibrated.ok()) << calibrated.status().ToString() << yaml;
  EXPECT_NEAR(On(*calibrated).expected.typical.value(), fit.Predict(sample).value(), 1e-3 * 4e-3);
  EXPECT_EQ((*calibrated)->id, "mine");
  EXPECT_THAT(yaml, HasSubstr("basis: calibrated, count: 1"));
}

TEST_F(CalibratedProfileTest, PredictsClassesThatWereNotSeenAsTheFitDoes) {
  CalibrationFit fit;
  fit.contractions.factor = 0.8;
  fit.movements.factor = 1.5;
  const EfficiencyModel model(*device_, defaults_->of(device_->kind));
  const auto calibrated =
      catalog_.Parse(CalibratedProfileYaml({"mine", "gtx-1080-ti", "one run"}, fit, model), "m");
  ASSERT_TRUE(calibrated.ok()) << calibrated.status().ToString();
  // A depthwise convolution, a product and a softmax, none of which was measured.
  model_ = testing::ParseModelText(
      "g (float[8,64,56,56] x, float[64,1,3,3] w, float[54,1000] m) => (float[8,64,54,1000] y) {\n"
      "c = Conv<group = 64>(x, w)\n p = MatMul(c, m)\n y = Softmax(p) }");
  workload_ = *MakeWorkload(model_, {}, scenario_, {&device_, 1});
  const CalibrationSample unseen = LatencySample(workload_, On(device_), Seconds(1));
  ASSERT_TRUE(unseen.classes.contains("convolution_depthwise"));
  ASSERT_FALSE(fit.classes.contains("convolution_depthwise"));
  EXPECT_NEAR(On(*calibrated).expected.typical / fit.Predict(unseen), 1, 1e-3);
}

TEST_F(CalibratedProfileTest, SavesTheExtraOfAClass) {
  CalibrationFit fit;
  fit.classes["elementwise"] = {{"elementwise", "default"}, 1.25, 0.1, 9, Seconds(3e-6)};
  const EfficiencyModel model(*device_, defaults_->of(device_->kind));
  const std::string yaml = CalibratedProfileYaml({"mine", "gtx-1080-ti", "runs"}, fit, model);
  EXPECT_THAT(yaml, HasSubstr("extra: {value: 3 us, basis: calibrated}"));
  const auto calibrated = catalog_.Parse(yaml, "mine.yaml");
  ASSERT_TRUE(calibrated.ok()) << calibrated.status().ToString();
  const CalibrationSample sample = LatencySample(workload_, On(device_), Seconds(1));
  EXPECT_NEAR(On(*calibrated).expected.typical / fit.Predict(sample), 1, 1e-3);
}

TEST_F(CalibratedProfileTest, AHostThatBoundsARunIsInTheStartsOfKernels) {
  model_ = testing::ParseModelText(
      "g (float[8] x) => (float[8] y) { a = Relu(x)\n b = Exp(a)\n y = Relu(b) }");
  workload_ = *MakeWorkload(model_, {}, scenario_, {&device_, 1});
  const DevicePrediction prediction = On(device_);
  ASSERT_GT(prediction.dispatch_wait(), Seconds(0));
  CalibrationSample sample = LatencySample(workload_, prediction, Seconds(400e-6));
  sample.network = "three layers";
  EXPECT_NEAR(CalibrationFit{}.Predict(sample) / prediction.expected.typical, 1, 1e-9);
  const CalibrationFit fit = FitCalibration({sample});
  EXPECT_EQ(fit.dispatch, 0);
  EXPECT_GT(fit.kernel_overhead, 1);
  const EfficiencyModel model(*device_, defaults_->of(device_->kind));
  const auto calibrated =
      catalog_.Parse(CalibratedProfileYaml({"mine", "gtx-1080-ti", "a run"}, fit, model), "m");
  ASSERT_TRUE(calibrated.ok()) << calibrated.status().ToString();
  EXPECT_NEAR(On(*calibrated).expected.typical / fit.Predict(sample), 1, 1e-3);
}

TEST_F(CalibratedProfileTest, SamplesHoldAllOfThePrediction) {
  const DevicePrediction prediction = On(device_);
  const CalibrationSample sample = LatencySample(workload_, prediction, Seconds(1));
  EXPECT_EQ(sample.classes.size(), 2U);
  EXPECT_TRUE(sample.classes.contains("convolution_1x1"));
  EXPECT_TRUE(sample.classes.contains("elementwise"));
  EXPECT_NEAR(CalibrationFit{}.Predict(sample).value(), prediction.expected.typical.value(), 1e-12);
}

}  // namespace
}  // namespace roofline
