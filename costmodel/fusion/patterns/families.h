#ifndef ROOFLINE_COSTMODEL_FUSION_PATTERNS_FAMILIES_H_
#define ROOFLINE_COSTMODEL_FUSION_PATTERNS_FAMILIES_H_

#include "costmodel/fusion/flow.h"
#include "costmodel/fusion/groups.h"
#include "costmodel/fusion/kernel.h"

namespace roofline {

// The match functions of patterns.cc, each in a file of its own subject.

// attention.cc
LayerGroup MatchAttention(const Flow& flow, const Groups& groups, size_t anchor);

// rotary.cc
LayerGroup MatchRotary(const Flow& flow, const Groups& groups, size_t anchor);

// producer.cc
LayerGroup MatchConvChain(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchMatmulChain(const Flow& flow, const Groups& groups, size_t anchor);

// cpu_producer.cc
LayerGroup MatchCpuConv(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchCpuMatmul(const Flow& flow, const Groups& groups, size_t anchor);

// normalization.cc
LayerGroup MatchSoftmax(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchLayerNorm(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchRmsNorm(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchSkipNorm(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchCpuLayerNorm(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchCpuRmsNorm(const Flow& flow, const Groups& groups, size_t anchor);

// quantized.cc
LayerGroup MatchQuantized(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchCpuQuantized(const Flow& flow, const Groups& groups, size_t anchor);

// elementwise.cc
LayerGroup MatchGelu(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchSilu(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchElementwiseChain(const Flow& flow, const Groups& groups, size_t anchor);

// cpu_activation.cc
LayerGroup MatchCpuGelu(const Flow& flow, const Groups& groups, size_t anchor);
LayerGroup MatchCpuSilu(const Flow& flow, const Groups& groups, size_t anchor);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_FUSION_PATTERNS_FAMILIES_H_
