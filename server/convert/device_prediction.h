#ifndef ROOFLINE_SERVER_CONVERT_DEVICE_PREDICTION_H_
#define ROOFLINE_SERVER_CONVERT_DEVICE_PREDICTION_H_

#include "costmodel/prediction/report.h"
#include "roofline/v1/report.pb.h"
#include "server/convert/report_detail.h"

namespace roofline {

// One of `report.devices`. The digest of the profile and the times of operators are the caller's.
void DevicePredictionToProto(const Report& report, const DevicePrediction& prediction,
                             ReportDetail detail, v1::DevicePrediction& proto);

v1::Bound BoundToProto(Bound bound);

}  // namespace roofline

#endif  // ROOFLINE_SERVER_CONVERT_DEVICE_PREDICTION_H_
