#include "server/convert/coverage.h"

#include <string>

namespace roofline {

void SharesToProto(const CoverageShares& shares, v1::CoverageShares& proto) {
  proto.set_exact(shares.exact);
  proto.set_bounded(shares.bounded);
  proto.set_assumed(shares.assumed);
  if (shares.unknown) proto.set_unknown(*shares.unknown);
}

void CoverageToProto(const Coverage& coverage, v1::Coverage& proto) {
  proto.set_nodes(coverage.nodes);
  proto.set_exact(coverage.exact);
  proto.set_bounded(coverage.bounded);
  proto.set_assumed(coverage.assumed);
  proto.set_unknown(coverage.unknown);
  for (const std::string& name : coverage.unknown_operators) proto.add_unknown_operators(name);
  for (const std::string& name : coverage.unknown_layers) proto.add_unknown_layers(name);
  SharesToProto(coverage.operations, *proto.mutable_operations());
  SharesToProto(coverage.bytes, *proto.mutable_bytes());
}

}  // namespace roofline
