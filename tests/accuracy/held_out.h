#ifndef ROOFLINE_TESTS_ACCURACY_HELD_OUT_H_
#define ROOFLINE_TESTS_ACCURACY_HELD_OUT_H_

#include <optional>
#include <vector>

#include "tests/accuracy/accuracy_case.h"

namespace roofline::accuracy {

// Predictions of a case calibrated by the other cases of its scope alone.
struct HeldOut {
  Seconds without_network;  // all cases of the same network left out
  Seconds without_family;   // all cases of the same family left out
};

// Parallel to `cases`; nullopt for cases outside any scope, and of scopes with fewer than three
// networks or two families.
std::vector<std::optional<HeldOut>> PredictHeldOut(const Cases& cases,
                                                   const std::vector<CasePrediction>& predictions);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_HELD_OUT_H_
