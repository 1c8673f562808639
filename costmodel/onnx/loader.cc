#include "costmodel/onnx/loader.h"

#include <fmt/format.h>
#include <google/protobuf/arena.h>
#include <google/protobuf/io/coded_stream.h>
#include <onnx/onnx_pb.h>

#include <limits>
#include <string>

#include "costmodel/error.h"
#include "costmodel/onnx/functions.h"
#include "costmodel/onnx/graph_loader.h"
#include "costmodel/onnx/operator_sets.h"
#include "costmodel/onnx/skeleton.h"

namespace roofline {
namespace {

absl::Status ParseModel(std::string_view bytes, const ModelLimits& limits,
                        onnx::ModelProto& proto) {
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max())) {
    return Error(Reason::kLimitExceeded, "the model is over 2 GiB even without its weights");
  }
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(SkeletonMessageDepth(limits));
  if (!proto.ParseFromCodedStream(&stream) || !stream.ConsumedEntireMessage()) {
    return Error(Reason::kMalformedModel,
                 "the model is not a valid ONNX ModelProto (protobuf cannot parse it)");
  }
  return absl::OkStatus();
}

std::string ProducerText(const onnx::ModelProto& proto) {
  if (proto.producer_version().empty()) return proto.producer_name();
  return fmt::format("{} {}", proto.producer_name(), proto.producer_version());
}

}  // namespace

absl::StatusOr<Model> LoadModel(std::string_view skeleton, const ModelLimits& limits) {
  // A node is many small messages, all gone together.
  google::protobuf::ArenaOptions blocks;
  blocks.start_block_size = 4096;
  blocks.max_block_size = 65536;
  google::protobuf::Arena arena(blocks);
  auto& proto = *google::protobuf::Arena::CreateMessage<onnx::ModelProto>(&arena);
  RETURN_IF_ERROR(ParseModel(skeleton, limits, proto));
  if (!proto.has_graph()) return Error(Reason::kMalformedModel, "the model has no graph");
  Model model;
  model.name = model.strings.Intern(proto.graph().name());
  model.producer = model.strings.Intern(ProducerText(proto));
  model.ir_version = proto.ir_version();
  ASSIGN_OR_RETURN(model.warnings, InlineFunctions(limits, proto));
  RETURN_IF_ERROR(ReadOperatorSets(proto, model));
  RETURN_IF_ERROR(LoadGraphs(proto.graph(), limits, model));
  AddMissingOperatorSets(model);
  return model;
}

}  // namespace roofline
