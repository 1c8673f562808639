#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using ::testing::HasSubstr;

Fact Texts(std::vector<std::string> texts) {
  const Shape shape = {static_cast<int64_t>(texts.size())};
  Fact fact = TensorFact(DType::kString, shape);
  fact.value = std::make_shared<Tensor>(Tensor{DType::kString, shape, std::move(texts)});
  return fact;
}

TEST(TextTest, ShapesFollowTheInput) {
  EXPECT_EQ(OperatorCase("StringConcat", 20)
                .In(DType::kString, {2, 1})
                .In(DType::kString, {3})
                .Run()
                .shape(),
            "2x3");
  const OperatorResult match = OperatorCase("RegexFullMatch", 20).In(DType::kString, {4}).Run();
  EXPECT_EQ(match.shape(), "4");
  EXPECT_EQ(match.outputs[0].dtype, DType::kBool);
}

TEST(StringNormalizerTest, DropsStopwords) {
  const auto normalize = [](Fact texts) {
    return OperatorCase("StringNormalizer", 10)
        .InFact(std::move(texts))
        .Strings("stopwords", {"monday"})
        .Run();
  };
  EXPECT_EQ(normalize(Texts({"Monday", "tuesday"})).shape(), "1");
  EXPECT_EQ(normalize(Texts({"monday"})).shape(), "1");  // one empty text is left
  EXPECT_EQ(normalize(TensorFact(DType::kString, {3})).shape(), "3");
  EXPECT_EQ(normalize(TensorFact(DType::kString, {3})).outputs[0].mark, Mark::kBounded);
  EXPECT_THAT(normalize(TensorFact(DType::kString, {2, 3})).shape(), HasSubstr("C or 1 x C"));
}

TEST(StringSplitTest, TheLongestListSetsTheExtent) {
  const auto split = [](Fact texts, const std::string& delimiter, int64_t limit) {
    OperatorCase test("StringSplit", 20);
    test.InFact(std::move(texts)).String("delimiter", delimiter).Outputs(2);
    if (limit >= 0) test.Int("maxsplit", limit);
    return test.Run();
  };
  EXPECT_EQ(split(Texts({"a,b,c", "d"}), ",", -1).shape(), "2x3");
  EXPECT_EQ(split(Texts({"a,b,c", "d"}), ",", 1).shape(), "2x2");
  EXPECT_EQ(split(Texts({" a  b "}), "", -1).shape(), "1x2");
  EXPECT_EQ(split(Texts({"a,b,c"}), ",", -1).shape(1), "1");
  EXPECT_EQ(split(TensorFact(DType::kString, {2}), ",", 4).shape(), "2x5");
  EXPECT_THAT(split(TensorFact(DType::kString, {2}), ",", -1).shape(),
              HasSubstr("the number of pieces comes from input 0"));
}

TEST(TfIdfVectorizerTest, OneFeaturePerIndex) {
  const OperatorResult vector = OperatorCase("TfIdfVectorizer", 9)
                                    .In(DType::kInt64, {2, 6})
                                    .String("mode", "TFIDF")
                                    .Int("min_gram_length", 1)
                                    .Int("max_gram_length", 2)
                                    .Int("max_skip_count", 5)
                                    .Ints("ngram_indexes", {0, 1, 2, 6})
                                    .Run();
  EXPECT_EQ(vector.shape(), "2x7");
  EXPECT_EQ(vector.work.integer_ops, Count(2 * 6 * (1 + 2) * (5 + 1)));
  EXPECT_EQ(vector.work.arithmetic, Count(2 * 7));
}

}  // namespace
}  // namespace roofline::testing
