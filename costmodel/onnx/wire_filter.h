#ifndef ROOFLINE_COSTMODEL_ONNX_WIRE_FILTER_H_
#define ROOFLINE_COSTMODEL_ONNX_WIRE_FILTER_H_

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "costmodel/error.h"
#include "costmodel/limits.h"
#include "costmodel/onnx/side_files.h"
#include "costmodel/onnx/skeleton.h"
#include "costmodel/onnx/skeleton_writer.h"
#include "costmodel/onnx/tensor_payload.h"
#include "costmodel/onnx/wire_schema.h"

namespace roofline {

// Turns the bytes of an ONNX model into its Skeleton. Bytes may come in pieces of any size; the
// result, errors included, does not depend on how they were cut. Weights are stepped over, not
// copied, and memory is bounded by ModelLimits::max_skeleton_bytes. Nesting costs no call stack.
class WireFilter {
 public:
  // `name` starts every error message. With `side_files`, which must outlive the filter, small
  // integer tensors that the model keeps in files of their own get their content from there.
  WireFilter(std::string_view name, const ModelLimits& limits,
             const SideFiles* side_files = nullptr);
  WireFilter(const WireFilter&) = delete;
  WireFilter& operator=(const WireFilter&) = delete;

  // The next bytes. An error is final: every later call returns it again.
  absl::Status Feed(std::string_view chunk);

  // The end of the bytes.
  absl::StatusOr<Skeleton> Finish();

 private:
  static constexpr int64_t kNoEnd = std::numeric_limits<int64_t>::max() / 2;

  // What messages call a field.
  struct FieldLabel {
    std::string_view name;  // static
    uint32_t number = 0;    // of a field without a name

    std::string Text() const;
  };

  // A message, or an unknown group, that is being read.
  struct Frame {
    MessageKind message = MessageKind::kOpaque;
    int64_t end = kNoEnd;  // offset; a group has that of the message around it
    uint32_t group = 0;    // its field number, 0 for a message
    FieldLabel field;      // that holds it
  };

  absl::Status Consume(std::string_view chunk);
  void TakeContent(std::string_view& chunk);
  absl::Status ReadHeader(std::string_view& chunk);
  absl::Status HandleField(const FieldHeader& header);
  absl::Status HandleKnown(const FieldHeader& header, const FieldRule& rule);
  absl::Status OpenMessage(const FieldHeader& header, const FieldRule& rule);
  absl::Status OpenGroup(const FieldHeader& header);
  absl::Status CloseGroup(const FieldHeader& header);
  absl::Status CloseEnded();
  absl::Status CloseMessage();
  absl::Status CloseTensor();
  absl::Status Keep(const FieldHeader& header);
  absl::Status Charge(uint64_t bytes);
  void NoteTopLevel(const FieldHeader& header);

  absl::Status CheckEnd() const;
  absl::Status Explain(const absl::Status& failure) const;
  // "graph.node.attribute": the field that is being read, or was read last.
  std::string Path() const;
  absl::Status Fail(Reason reason, std::string_view what) const;

  std::string name_;
  ModelLimits limits_;
  const SideFiles* side_files_;

  std::vector<Frame> frames_;
  SkeletonWriter writer_;
  std::optional<TensorPayload> tensor_;  // of the innermost tensor; tensors do not nest
  Skeleton stats_;
  uint64_t charged_bytes_ = 0;
  int nesting_ = 0;

  int64_t offset_ = 0;                     // bytes consumed
  int64_t field_offset_ = 0;               // where the current field starts
  FieldLabel field_;                       // its name
  std::string pending_;                    // a header that is not complete yet
  int64_t content_left_ = 0;               // bytes of the current field still to come
  std::string* content_target_ = nullptr;  // where they go; nullptr drops them

  std::string head_;  // the first bytes, to say what they are if not ONNX
  bool saw_ir_version_ = false;
  bool saw_graph_ = false;
  bool saw_tensor_type_ = false;  // field 2 as in TensorProto, not as in ModelProto
  absl::Status failure_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_ONNX_WIRE_FILTER_H_
