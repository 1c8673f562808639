#include "costmodel/onnx/wire_filter.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "costmodel/onnx/wire_format.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;
using enum WireType;

std::string Header(const FieldHeader& header) {
  std::string bytes;
  AppendHeader(header, bytes);
  return bytes;
}
std::string FieldBytes(uint32_t number, std::string_view content) {
  std::string bytes;
  AppendBytesField(number, content, bytes);
  return bytes;
}
std::string Varint(uint32_t number, uint64_t value) { return Header({number, kVarint, value}); }

std::string TensorBytes(size_t payload) {
  return Varint(1, payload) + Varint(2, 2) + FieldBytes(8, "w") +
         FieldBytes(9, std::string(payload, 'w'));
}
std::string NodeBytes(const std::string& attributes) {
  return FieldBytes(1, "x") + FieldBytes(2, "y") + FieldBytes(4, "Relu") + attributes;
}
std::string ModelBytes(const std::string& graph) {
  return Varint(1, 8) + FieldBytes(2, "producer") + FieldBytes(7, graph) +
         FieldBytes(8, Varint(2, 17));
}
// Makes payloads of small models large.
constexpr ModelLimits kTight = {.kept_payload_bytes = 16};

// Everything at once: nested graph, kept and dropped payloads, packed and not, an unknown group.
std::string MixedModel() {
  const std::string attribute =
      FieldBytes(1, "body") +
      FieldBytes(6, FieldBytes(1, NodeBytes("")) + FieldBytes(5, TensorBytes(3)));
  std::string unpacked;
  for (int i = 0; i < 20; ++i) unpacked += Varint(7, 300);
  const std::string group =
      Header({90, kGroupStart, 0}) + FieldBytes(3, "in a group") + Header({90, kGroupEnd, 0});
  return ModelBytes(
      FieldBytes(1, NodeBytes(FieldBytes(5, attribute))) + FieldBytes(5, TensorBytes(50)) +
      FieldBytes(5, unpacked) + group +
      FieldBytes(11, FieldBytes(1, "x") + FieldBytes(2, FieldBytes(1, Varint(1, 1)))));
}

absl::StatusOr<Skeleton> ReadInChunks(std::string_view bytes, size_t chunk,
                                      const ModelLimits& limits = {}) {
  WireFilter filter("m.onnx", limits);
  for (size_t at = 0; at < bytes.size(); at += chunk) {
    RETURN_IF_ERROR(filter.Feed(bytes.substr(at, chunk)));
  }
  return filter.Finish();
}
absl::StatusOr<Skeleton> Filter(std::string_view bytes, const ModelLimits& limits = {}) {
  return ReadInChunks(bytes, std::max<size_t>(bytes.size(), 1), limits);
}

TEST(WireFilterTest, HowBytesAreCutDoesNotMatter) {
  const std::string model = MixedModel();
  const auto whole = Filter(model, kTight);
  ASSERT_TRUE(whole.ok()) << MessageOf(whole.status());
  EXPECT_EQ(whole->nodes, 2);
  EXPECT_EQ(whole->dropped_tensors, 2);
  EXPECT_EQ(whole->dropped_payload_bytes, 50 + 20 * 2);
  for (size_t chunk = 1; chunk < 300; ++chunk) {
    const auto cut = ReadInChunks(model, chunk, kTight);
    ASSERT_TRUE(cut.ok()) << chunk << ": " << MessageOf(cut.status());
    EXPECT_EQ(cut->bytes, whole->bytes) << chunk;
    EXPECT_EQ(cut->sha256_hex, whole->sha256_hex);
    EXPECT_EQ(cut->original_bytes, whole->original_bytes);
  }
}

TEST(WireFilterTest, EveryTruncationIsAnErrorOrAWholeModel) {
  const std::string model = MixedModel();
  for (size_t size = 0; size < model.size(); ++size) {
    const std::string_view part = std::string_view(model).substr(0, size);
    const auto result = Filter(part, kTight);
    const auto cut = ReadInChunks(part, 1, kTight);
    EXPECT_EQ(result.status(), cut.status()) << size;
    if (result.ok()) {
      EXPECT_EQ(size, model.size() - FieldBytes(8, Varint(2, 17)).size());
      continue;
    }
    const auto reason = ReasonOf(result.status());
    EXPECT_TRUE(reason == Reason::kTruncatedModel || reason == Reason::kNotOnnx)
        << size << ": " << MessageOf(result.status());
  }
}

TEST(WireFilterTest, EveryChangedByteIsHandledTheSameHoweverCut) {
  const std::string model = MixedModel();
  for (size_t at = 0; at < model.size(); ++at) {
    for (const char value : {'\x00', '\x03', '\x0b', '\x7f', '\x80', '\xff'}) {
      std::string changed = model;
      changed[at] = value;
      const auto whole = Filter(changed, kTight);
      const auto cut = ReadInChunks(changed, 5, kTight);
      ASSERT_EQ(whole.status(), cut.status()) << at;
      if (!whole.ok()) continue;
      ASSERT_EQ(whole->bytes, cut->bytes) << at;
      const auto again = Filter(whole->bytes, kTight);
      ASSERT_TRUE(again.ok()) << at << ": " << MessageOf(again.status());
      ASSERT_EQ(again->bytes, whole->bytes) << at;
    }
  }
}

TEST(WireFilterTest, LongWaysToWriteANumberAreShortened) {
  const auto result =
      Filter(std::string("\x88\x80\x00\x88\x00", 5) + FieldBytes(7, FieldBytes(2, "g")));
  ASSERT_TRUE(result.ok()) << MessageOf(result.status());
  EXPECT_EQ(result->bytes, Varint(1, 8) + FieldBytes(7, FieldBytes(2, "g")));
}

TEST(WireFilterTest, ATruncatedModelSaysWhereAndWhatIsMissing) {
  const std::string model =
      ModelBytes(FieldBytes(1, NodeBytes("")) + FieldBytes(5, TensorBytes(50)));
  const size_t payload = model.find("wwwww");
  const size_t end_of_graph = payload + 50;
  const struct {
    size_t size;
    std::string message;
  } cases[] = {
      {payload + 20,
       fmt::format(
           "m.onnx: graph.initializer.raw_data at byte {}: the file ends inside, at byte {}, "
           "and at least {} bytes are missing; download or export it again",
           payload - 2, payload + 20, end_of_graph - (payload + 20))},
      {payload - 2,
       fmt::format("m.onnx: graph.initializer at byte {}: the file ends", payload - 2)},
      {payload - 1, "m.onnx: graph.initializer.(field header) at byte "},
      {end_of_graph + 1, "m.onnx: (field header) at byte "},
  };
  for (const auto& item : cases) {
    const auto result = Filter(std::string_view(model).substr(0, item.size));
    EXPECT_EQ(ReasonOf(result.status()), Reason::kTruncatedModel);
    EXPECT_THAT(std::string(MessageOf(result.status())), HasSubstr(item.message));
  }
}

struct BadCase {
  std::string name;
  std::string bytes;
  Reason reason;
  std::string message;
};

class BadModelTest : public ::testing::TestWithParam<BadCase> {};

std::string BadModel(const std::string& in_node) { return ModelBytes(FieldBytes(1, in_node)); }

std::string Nested(int graphs) {
  std::string graph = FieldBytes(2, "innermost");
  for (int i = 1; i < graphs; ++i)
    graph = FieldBytes(1, NodeBytes(FieldBytes(5, FieldBytes(6, graph))));
  return ModelBytes(graph);
}
std::string NestedType(int depth) {
  std::string type = FieldBytes(1, Varint(1, 1));
  for (int i = 1; i < depth; ++i) type = FieldBytes(4, FieldBytes(1, type));
  return ModelBytes(FieldBytes(11, FieldBytes(2, type)));
}

std::vector<BadCase> BadCases() {
  return {
      {"ReservedWireType", BadModel("\x0e"), Reason::kMalformedModel,
       "m.onnx: graph.node.(field header) at byte 16: this is no protobuf field"},
      {"FieldNumberZero", BadModel(std::string("\x02\x01\x00", 3)), Reason::kMalformedModel,
       "no protobuf field"},
      {"TagOver32Bits", BadModel(std::string("\xff\xff\xff\xff\xff\x01\x00", 7)),
       Reason::kMalformedModel, "no protobuf field"},
      {"EndlessVarint", BadModel("\x08" + std::string(11, '\xff')), Reason::kMalformedModel,
       "longer than the 10 bytes"},
      {"ContentOverlong", BadModel("\x0a\x7fx"), Reason::kMalformedModel,
       "graph.node.input at byte 16: 127 bytes of content do not fit into the NodeProto"},
      {"LengthOf64Bits", BadModel("\x0a" + std::string(9, '\xff') + "\x01"),
       Reason::kMalformedModel, "do not fit"},
      {"TopLevelLengthOf64Bits", ModelBytes("") + "\x0a" + std::string(9, '\xff') + "\x01",
       Reason::kMalformedModel, "do not fit"},
      {"HeaderOverlong", BadModel("\x0a\x80"), Reason::kMalformedModel,
       "runs past the end of its message"},
      {"FixedOverlong", BadModel("\x0d\x01\x02"), Reason::kMalformedModel,
       "runs past the end of its message"},
      {"GroupEndAlone", BadModel(Header({9, kGroupEnd, 0})), Reason::kMalformedModel,
       "group that was not started"},
      {"GroupEndOfAnother", BadModel(Header({9, kGroupStart, 0}) + Header({8, kGroupEnd, 0})),
       Reason::kMalformedModel, "group that was not started"},
      {"GroupWithoutEnd", BadModel(Header({9, kGroupStart, 0})), Reason::kMalformedModel,
       "a group has no end"},
      {"GroupWithoutEndAtTop", ModelBytes("") + Header({9, kGroupStart, 0}),
       Reason::kTruncatedModel, "the file ends"},
      {"GraphsTooDeep", Nested(65), Reason::kLimitExceeded, "nest more than 64 deep"},
      {"TypesTooDeep", NestedType(64), Reason::kLimitExceeded, "nest more than 64 deep"},
      {"NameTooLong", BadModel(FieldBytes(1, std::string(4097, 'n'))), Reason::kLimitExceeded,
       "graph.node.input at byte 18: a name of 4097 bytes; the limit is 4096"},
      {"NoGraph", Varint(1, 8) + FieldBytes(2, "producer"), Reason::kNotOnnx, "not an ONNX model"},
      {"Nothing", "", Reason::kNotOnnx, "an empty file"},
      {"Text", "hello world, this is text", Reason::kNotOnnx, "a text file"},
  };
}

TEST_P(BadModelTest, IsRefusedWithAReason) {
  for (const size_t chunk : {size_t{1}, size_t{1} << 20}) {
    const auto result = ReadInChunks(GetParam().bytes, chunk);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(ReasonOf(result.status()), GetParam().reason);
    EXPECT_THAT(std::string(MessageOf(result.status())), HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadModelTest, ::testing::ValuesIn(BadCases()),
                         [](const auto& param) { return param.param.name; });

TEST(WireFilterTest, NestingUpToTheLimitIsRead) {
  EXPECT_TRUE(Filter(Nested(64)).ok());
  EXPECT_TRUE(Filter(NestedType(63)).ok());  // the graph is one level
}

TEST(WireFilterTest, NodesAreCountedAgainstTheLimit) {
  ModelLimits limits;
  limits.max_nodes = 2;
  const std::string node = FieldBytes(1, NodeBytes(""));
  EXPECT_TRUE(Filter(ModelBytes(node + node), limits).ok());
  EXPECT_EQ(ReasonOf(Filter(ModelBytes(node + node + node), limits).status()),
            Reason::kLimitExceeded);
}

TEST(WireFilterTest, WhatIsKeptIsBoundedWhatIsDroppedIsNot) {
  ModelLimits limits;
  limits.max_skeleton_bytes = 1000;
  EXPECT_TRUE(Filter(ModelBytes(FieldBytes(5, TensorBytes(100'000))), limits).ok());
  const auto result = Filter(ModelBytes(FieldBytes(10, std::string(1001, 'd'))), limits);
  EXPECT_EQ(ReasonOf(result.status()), Reason::kLimitExceeded);
  // Many fields of no bytes take memory too.
  std::string inputs;
  for (int i = 0; i < 100; ++i) inputs += FieldBytes(1, "");
  EXPECT_EQ(ReasonOf(Filter(BadModel(inputs), limits).status()), Reason::kLimitExceeded);
}

TEST(WireFilterTest, AnErrorStays) {
  WireFilter filter("m.onnx", {});
  const std::string bad = BadModel("\x0e") + std::string(1100, ' ');
  const absl::Status first = filter.Feed(bad);
  EXPECT_EQ(ReasonOf(first), Reason::kMalformedModel);
  EXPECT_EQ(filter.Feed("more"), first);
  EXPECT_EQ(filter.Finish().status(), first);
}

}  // namespace
}  // namespace roofline
