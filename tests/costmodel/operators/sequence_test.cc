#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "costmodel/error.h"
#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

Fact F32(Shape shape) { return TensorFact(DType::kFloat32, std::move(shape)); }

Fact Container(TypeKind kind, std::vector<Fact> elements, bool length_known = true) {
  Fact fact;
  fact.kind = kind;
  fact.length_known = length_known;
  fact.elements = std::make_shared<const std::vector<Fact>>(std::move(elements));
  return fact;
}

Fact Sequence(std::vector<Fact> elements, bool length_known = true) {
  return Container(TypeKind::kSequence, std::move(elements), length_known);
}

// "2x3,4" for a sequence, "?" in front when its length is not known.
std::string Elements(const OperatorResult& result) {
  if (!result.status.ok()) return std::string(MessageOf(result.status));
  const Fact& fact = result.outputs.at(0);
  std::string text = fact.length_known ? "" : "?";
  for (const Fact& element : *fact.elements)
    text += (text.empty() || text == "?" ? "" : ",") + ShapeText(*element.shape);
  return text;
}

TEST(SequenceTest, ConstructInsertErase) {
  EXPECT_EQ(Elements(OperatorCase("SequenceConstruct", 11).InFact(F32({2})).InFact(F32({3})).Run()),
            "2,3");
  EXPECT_EQ(Elements(OperatorCase("SequenceEmpty", 11).Run()), "");
  const Fact two = Sequence({F32({2}), F32({3})});
  const auto insert = [&two] {
    return std::move(OperatorCase("SequenceInsert", 11).InFact(two).InFact(F32({4})));
  };
  EXPECT_EQ(Elements(insert().Run()), "2,3,4");
  EXPECT_EQ(Elements(insert().InInts(DType::kInt64, {}, {0}).Run()), "4,2,3");
  EXPECT_EQ(Elements(insert().InInts(DType::kInt64, {}, {-1}).Run()), "2,4,3");
  EXPECT_EQ(Elements(insert().In(DType::kInt64, {}).Run()), "4,4,4") << "any of them anywhere";
  EXPECT_NE(Elements(insert().InInts(DType::kInt64, {}, {3}).Run()).find("position 3"),
            std::string::npos);
  const auto erase = [&two] { return std::move(OperatorCase("SequenceErase", 11).InFact(two)); };
  EXPECT_EQ(Elements(erase().Run()), "2");
  EXPECT_EQ(Elements(erase().InInts(DType::kInt64, {}, {-2}).Run()), "3");
  EXPECT_EQ(Elements(OperatorCase("SequenceErase", 11).InFact(Sequence({})).Run()),
            "SequenceErase node 'n': the sequence is empty (inputs: not a tensor)");
}

TEST(SequenceTest, LengthAndAt) {
  const Fact two = Sequence({F32({2, 5}), F32({3, 4})});
  EXPECT_EQ(OperatorCase("SequenceLength", 11).InFact(two).Run().ints(), std::vector<int64_t>({2}));
  EXPECT_EQ(OperatorCase("SequenceLength", 11).InFact(Sequence({F32({2})}, false)).Run().ints(),
            std::vector<int64_t>());
  const auto at = [](const Fact& sequence) {
    return std::move(OperatorCase("SequenceAt", 11).InFact(sequence));
  };
  EXPECT_EQ(at(two).InInts(DType::kInt64, {}, {-1}).Run().shape(), "3x4");
  EXPECT_EQ(at(two).In(DType::kInt64, {}).Run().shape(), "3x5") << "the bound of both";
  EXPECT_EQ(at(two).InInts(DType::kInt64, {}, {0}).Run().work.TotalRead(), Count(2 * 5 * 4 + 8))
      << "one element and the position";
  EXPECT_NE(at(two).InInts(DType::kInt64, {}, {2}).Run().shape().find("position 2"),
            std::string::npos);
}

TEST(SequenceTest, SplitToSequence) {
  const auto split = [] {
    return std::move(OperatorCase("SplitToSequence", 11).InFact(F32({2, 5})));
  };
  EXPECT_EQ(Elements(split().Run()), "1x5,1x5");
  EXPECT_EQ(Elements(split().Int("keepdims", 0).Run()), "5,5");
  EXPECT_EQ(Elements(split().Int("axis", -1).InInts(DType::kInt64, {}, {2}).Run()), "2x2,2x2,2x1");
  EXPECT_EQ(Elements(split().Int("axis", 1).InInts(DType::kInt64, {2}, {1, 4}).Run()), "2x1,2x4");
  EXPECT_NE(Elements(split().Int("axis", 1).InInts(DType::kInt64, {2}, {1, 3}).Run())
                .find("do not add up to 5"),
            std::string::npos);
  EXPECT_NE(Elements(split().InInts(DType::kInt64, {}, {0}).Run()).find("positive"),
            std::string::npos);
  EXPECT_EQ(Elements(split().In(DType::kInt64, {}).Run()), "?2x5");
  EXPECT_EQ(Elements(OperatorCase("SplitToSequence", 11).InFact(F32({int64_t{1} << 40, 3})).Run()),
            "?1x3")
      << "too long to list";
}

TEST(SequenceTest, ContentIsSplitAndJoined) {
  const OperatorResult parts =
      OperatorCase("SplitToSequence", 11).In({7, 8, 9}).Int("keepdims", 0).Run();
  ASSERT_TRUE(parts.status.ok()) << parts.status;
  const std::vector<Fact>& elements = *parts.outputs[0].elements;
  ASSERT_EQ(elements.size(), 3U);
  EXPECT_EQ(*elements[2].value->ints(), std::vector<int64_t>({9}));
  const OperatorResult joined = OperatorCase("ConcatFromSequence", 11)
                                    .InFact(parts.outputs[0])
                                    .Int("axis", 0)
                                    .Int("new_axis", 1)
                                    .Run();
  EXPECT_EQ(joined.shape(), "3");
  EXPECT_EQ(joined.ints(), std::vector<int64_t>({7, 8, 9}));
}

TEST(SequenceTest, ConcatFromSequence) {
  const auto concat = [](std::vector<Fact> elements, int64_t axis, int64_t new_axis = 0) {
    return OperatorCase("ConcatFromSequence", 11)
        .InFact(Sequence(std::move(elements)))
        .Int("axis", axis)
        .Int("new_axis", new_axis)
        .Run();
  };
  EXPECT_EQ(concat({F32({2, 3}), F32({4, 3})}, 0).shape(), "6x3");
  EXPECT_EQ(concat({F32({2, 3}), F32({2, 3})}, -1).shape(), "2x6");
  EXPECT_EQ(concat({F32({2, 3}), F32({2, 3})}, -1, 1).shape(), "2x3x2");
  EXPECT_NE(concat({F32({2, 3}), F32({4, 4})}, 0).shape().find("differ outside of the axis"),
            std::string::npos);
  EXPECT_NE(concat({}, 0).shape().find("empty"), std::string::npos);
}

TEST(OptionalTest, HoldsOneOrNone) {
  const OperatorResult some = OperatorCase("Optional", 15).InFact(F32({2})).Run();
  EXPECT_EQ(OperatorCase("OptionalHasElement", 15).InFact(some.outputs[0]).Run().ints(),
            std::vector<int64_t>({1}));
  EXPECT_EQ(OperatorCase("OptionalGetElement", 15).InFact(some.outputs[0]).Run().shape(), "2");
  const OperatorResult none = OperatorCase("Optional", 15).Run();
  EXPECT_EQ(OperatorCase("OptionalHasElement", 15).InFact(none.outputs[0]).Run().ints(),
            std::vector<int64_t>({0}));
  EXPECT_NE(
      OperatorCase("OptionalGetElement", 15).InFact(none.outputs[0]).Run().shape().find("empty"),
      std::string::npos);
  EXPECT_EQ(OperatorCase("OptionalHasElement", 18).Run().ints(), std::vector<int64_t>({0}));
  EXPECT_EQ(OperatorCase("OptionalHasElement", 18).InFact(F32({2})).Run().ints(),
            std::vector<int64_t>({1}));
  EXPECT_EQ(OperatorCase("OptionalGetElement", 18).InFact(F32({2})).Run().shape(), "2");
}

}  // namespace
}  // namespace roofline::testing
