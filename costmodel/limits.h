#ifndef ROOFLINE_COSTMODEL_LIMITS_H_
#define ROOFLINE_COSTMODEL_LIMITS_H_

#include <cstdint>

namespace roofline {

// What one model may ask of us. Generous for real networks, small enough that a hostile file ends
// in an error within milliseconds instead of taking the process down.
struct ModelLimits {
  int64_t max_skeleton_bytes = int64_t{512} << 20;  // the model without its weights
  int64_t kept_payload_bytes = 1024;                // tensors up to this size keep their content
  int64_t max_nodes = 2'000'000;                    // after function inlining
  int64_t max_values = 8'000'000;
  int max_nesting = 64;                   // subgraphs in subgraphs, functions in functions
  int max_rank = 64;                      // dimensions of a tensor
  int64_t max_attribute_items = 1 << 20;  // numbers in one list attribute
  int64_t max_value_elements = 1 << 16;   // largest tensor whose content is propagated
  int64_t max_name_bytes = 4096;
  int64_t max_sweep_points = 10'000;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_LIMITS_H_
