#include "server/convert/model_inputs.h"

namespace roofline {

IfPolicy IfPolicyFromProto(v1::IfPolicy policy) {
  switch (policy) {
    case v1::IF_POLICY_THEN:
      return IfPolicy::kThen;
    case v1::IF_POLICY_ELSE:
      return IfPolicy::kElse;
    case v1::IF_POLICY_MEAN:
      return IfPolicy::kMean;
    default:
      return IfPolicy::kMax;
  }
}

}  // namespace roofline
