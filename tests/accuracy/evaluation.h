#ifndef ROOFLINE_TESTS_ACCURACY_EVALUATION_H_
#define ROOFLINE_TESTS_ACCURACY_EVALUATION_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/accuracy/accuracy_case.h"
#include "tests/accuracy/held_out.h"
#include "tests/accuracy/statistics.h"

namespace roofline::accuracy {

// One case with what was predicted for it.
struct EvaluatedCase {
  std::string name;
  Seconds measured;
  CasePrediction predicted;
  std::optional<HeldOut> calibrated;
};

// The cases of one row of the table.
struct EvaluatedSet {
  std::string name;
  std::vector<EvaluatedCase> cases;
  ErrorStatistics floor;
  ErrorStatistics expected;
  // Calibrated without the network, and without the family, of each case.
  std::optional<ErrorStatistics> without_network;
  std::optional<ErrorStatistics> without_family;
};

// In the order in which sets first come up.
using Evaluation = std::vector<EvaluatedSet>;

// Sets with fewer cases say nothing about a share or a rank: their cases go together into sets
// "other ...".
inline constexpr size_t kSmallSet = 4;

// Throws std::runtime_error, naming the case, when one cannot be predicted.
Evaluation Evaluate(const Cases& cases,
                    const std::shared_ptr<const EfficiencyDefaults>& efficiencies);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_EVALUATION_H_
