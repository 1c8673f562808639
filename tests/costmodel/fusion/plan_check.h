#ifndef ROOFLINE_TESTS_COSTMODEL_FUSION_PLAN_CHECK_H_
#define ROOFLINE_TESTS_COSTMODEL_FUSION_PLAN_CHECK_H_

#include <string>

#include "tests/costmodel/testing/fused_model.h"

namespace roofline::testing {

// What is wrong with the kernels of a model, one line each; empty when nothing: each layer in
// exactly one kernel, kernels after those they read from, no runs mixed, no more traffic than
// without fusion, the same work but for what is folded.
std::string PlanFaults(const FusedModel& model);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_FUSION_PLAN_CHECK_H_
