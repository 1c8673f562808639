#ifndef ROOFLINE_SERVER_CONVERT_LAYER_H_
#define ROOFLINE_SERVER_CONVERT_LAYER_H_

#include <string_view>

#include "costmodel/analysis/count_work.h"
#include "costmodel/convention/convention.h"
#include "costmodel/graph/graph.h"
#include "roofline/v1/report.pb.h"

namespace roofline {

v1::CoverageMark MarkToProto(Mark mark);

// `counts` and the work are of all executions together.
void LayerToProto(const Model& model, const Layer& layer, const ConventionCounts& counts,
                  v1::Layer& proto);

void WorkToProto(const Work& work, Count read_bytes, Count write_bytes, v1::Work& proto);

void TensorToProto(std::string_view name, const Fact& fact, v1::Tensor& proto);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_LAYER_H_
