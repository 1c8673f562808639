#ifndef ROOFLINE_SERVER_CONVERT_EVALUATION_H_
#define ROOFLINE_SERVER_CONVERT_EVALUATION_H_

#include "costmodel/measurement/evaluate.h"
#include "costmodel/prediction/report.h"
#include "roofline/v1/evaluation.pb.h"

namespace roofline {

// `proto` is the report as the API says it, of which `report` has the only device.
v1::Evaluation EvaluationToProto(const RunEvaluation& evaluation, const Report& report,
                                 const MeasuredRun& run, const v1::Report& proto);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_EVALUATION_H_
