#ifndef ROOFLINE_CLIENT_RENDER_REPORT_TEXT_H_
#define ROOFLINE_CLIENT_RENDER_REPORT_TEXT_H_

#include <string>
#include <string_view>

#include "roofline/v1/report.pb.h"

namespace roofline {

std::string_view BoundText(v1::Bound bound);              // "compute", "memory", "overhead", "none"
std::string_view FusionText(v1::Fusion fusion);           // "none", "runtime"
std::string_view MemoryStateText(v1::MemoryState state);  // "warm", "cold", "dram"
std::string_view MarkText(v1::CoverageMark mark);  // "exact", "bounded", "assumed", "unknown"
std::string ShapesText(
    const google::protobuf::RepeatedPtrField<v1::Tensor>& tensors);  // "1x3x224x224 64x3x7x7"
std::string ParametersText(const v1::Layer& layer);                  // "kernel 7x7, stride 2x2"
std::string SourceText(const v1::Layer& layer);  // a stack trace in one line: "File a; File b"
std::string OperatorLabel(std::string_view domain,
                          std::string_view op);  // "Conv", "com.microsoft.FusedConv"

}  // namespace roofline

#endif  // ROOFLINE_CLIENT_RENDER_REPORT_TEXT_H_
