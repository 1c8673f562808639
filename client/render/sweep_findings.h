#ifndef ROOFLINE_CLIENT_RENDER_SWEEP_FINDINGS_H_
#define ROOFLINE_CLIENT_RENDER_SWEEP_FINDINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "roofline/v1/sweep.pb.h"

namespace roofline {

// A finished sweep.
struct SweepResult {
  std::vector<std::string> axes;
  std::vector<std::string> devices;
  std::vector<v1::SweepPoint> points;

  // Index of the axis that counts items, "batch"; nullopt without one.
  std::optional<size_t> batch_axis() const;
  // Items per second of expected time; nullopt without a batch axis or time.
  std::optional<double> Throughput(const v1::SweepPoint& point, int device) const;
};

// One line each: where the bound of a device changes from one point to the next, where its
// throughput is best, where another device becomes the faster one, and from where on the model does
// not fit. Points are compared along the last axis, everything else equal.
std::vector<std::string> SweepFindings(const SweepResult& sweep);

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_SWEEP_FINDINGS_H_
