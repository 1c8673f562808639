#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/costmodel/testing/operator_case.h"

namespace roofline::testing {
namespace {

using Names = std::vector<std::string>;

OperatorCase Ml(const std::string& op, int version = 1) {
  return OperatorCase(op, version, "ai.onnx.ml");
}

// Tree 0: a root over a leaf and a node over two leaves; tree 1: a root over two leaves.
OperatorCase WithTrees(OperatorCase node) {
  node.Ints("nodes_treeids", {0, 0, 0, 0, 0, 1, 1, 1})
      .Ints("nodes_nodeids", {0, 1, 2, 3, 4, 0, 1, 2})
      .Ints("nodes_truenodeids", {1, 0, 3, 0, 0, 1, 0, 0})
      .Ints("nodes_falsenodeids", {2, 0, 4, 0, 0, 2, 0, 0})
      .Ints("nodes_featureids", {0, 0, 1, 0, 0, 1, 0, 0})
      .Strings("nodes_modes",
               {"BRANCH_LEQ", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"});
  return node;
}

TEST(TreeEnsembleTest, ComparisonsFollowTheLongestPaths) {
  for (const int version : {1, 3, 5}) {
    const OperatorResult trees =
        WithTrees(Ml("TreeEnsembleRegressor", version)).In(kF32, {7, 2}).Int("n_targets", 3).Run();
    EXPECT_EQ(trees.shape(), "7x3") << version;
    EXPECT_EQ(trees.work.comparisons, Count(7 * (2 + 1))) << version;
  }
  const OperatorResult classes = WithTrees(Ml("TreeEnsembleClassifier", 3))
                                     .In(DType::kInt64, {7, 2})
                                     .Strings("classlabels_strings", {"a", "b", "c"})
                                     .Outputs(2)
                                     .Run();
  EXPECT_EQ(classes.shape(0), "7");
  EXPECT_EQ(classes.outputs[0].dtype, DType::kString);
  EXPECT_EQ(classes.shape(1), "7x3");
  EXPECT_EQ(classes.work.comparisons, Count(7 * (2 + 1) + 7 * 3));
}

OperatorCase Indexed(std::vector<int64_t> true_ids, std::vector<int64_t> false_ids) {
  return std::move(Ml("TreeEnsemble", 5)
                       .In(DType::kFloat64, {6, 1})
                       .Int("n_targets", 4)
                       .Ints("tree_roots", {0})
                       .Ints("nodes_featureids", {0, 0, 0})
                       .Ints("nodes_truenodeids", std::move(true_ids))
                       .Ints("nodes_falsenodeids", std::move(false_ids))
                       .Ints("nodes_trueleafs", {0, 1, 1})
                       .Ints("nodes_falseleafs", {0, 1, 1})
                       .Ints("leaf_targetids", {0, 1, 2, 3}));
}

TEST(TreeEnsembleTest, IndexedForm) {
  const OperatorResult trees = Indexed({1, 0, 2}, {2, 1, 3}).Run();
  EXPECT_EQ(trees.shape(), "6x4");
  EXPECT_EQ(trees.outputs[0].dtype, DType::kFloat64);
  EXPECT_EQ(trees.work.comparisons, Count(6 * 2));
}

TEST(TreeEnsembleTest, CyclesAndBadIndices) {
  const auto text = [](const OperatorResult& result) {
    return std::string(result.status.message());
  };
  EXPECT_THAT(text(Indexed({0, 0, 2}, {2, 1, 3}).Run()), ::testing::HasSubstr("own descendant"));
  EXPECT_THAT(text(Indexed({9, 0, 2}, {2, 1, 3}).Run()), ::testing::HasSubstr("is 9"));
  EXPECT_THAT(text(Indexed({1, -1, 2}, {2, 1, 3}).Run()), ::testing::HasSubstr("is -1"));
  EXPECT_THAT(text(Indexed({1, 0}, {2, 1, 3}).Run()), ::testing::HasSubstr("3 entries"));
  EXPECT_THAT(text(Ml("TreeEnsembleRegressor").In(kF32, {1, 2}).Run()),
              ::testing::HasSubstr("nodes_modes is required"));
  const auto two = [&](std::vector<int64_t> ids, std::vector<int64_t> true_ids) {
    return text(Ml("TreeEnsembleRegressor")
                    .In(kF32, {1, 2})
                    .Ints("nodes_treeids", {0, 0})
                    .Ints("nodes_nodeids", std::move(ids))
                    .Ints("nodes_truenodeids", std::move(true_ids))
                    .Ints("nodes_falsenodeids", {1, 0})
                    .Strings("nodes_modes", {"BRANCH_LEQ", "BRANCH_LEQ"})
                    .Run());
  };
  EXPECT_THAT(two({0, 1}, {1, 0}), ::testing::HasSubstr("own descendant"));
  EXPECT_THAT(two({0, 0}, {1, 0}), ::testing::HasSubstr("twice"));
  EXPECT_THAT(two({0, 1}, {5, 0}), ::testing::HasSubstr("has no node 5"));
}

TEST(TreeEnsembleTest, AsDeepAsItHasNodes) {
  constexpr int64_t kNodes = 200'000;
  std::vector<int64_t> tree(kNodes, 0);
  std::vector<int64_t> ids;
  std::vector<int64_t> next;
  Names modes(kNodes, "BRANCH_LEQ");
  for (int64_t i = 0; i < kNodes; ++i) {
    ids.push_back(i);
    next.push_back(i + 1 < kNodes ? i + 1 : 0);
  }
  modes.back() = "LEAF";
  EXPECT_EQ(Ml("TreeEnsembleRegressor")
                .In(kF32, {1, 1})
                .Ints("nodes_treeids", tree)
                .Ints("nodes_nodeids", ids)
                .Ints("nodes_truenodeids", next)
                .Ints("nodes_falsenodeids", next)
                .Strings("nodes_modes", modes)
                .Run()
                .work.comparisons,
            Count(kNodes - 1));
}

TEST(MlLinearTest, ClassifierAndRegressor) {
  const OperatorResult two = Ml("LinearClassifier")
                                 .In(kF32, {5, 4})
                                 .Floats("coefficients", std::vector<double>(4, 0.5))
                                 .Floats("intercepts", {1})
                                 .Ints("classlabels_ints", {0, 1})
                                 .Outputs(2)
                                 .Run();
  EXPECT_EQ(two.shape(0), "5");
  EXPECT_EQ(two.shape(1), "5x2");
  EXPECT_EQ(two.work.macs, Count(5 * 4));
  const OperatorResult three = Ml("LinearRegressor")
                                   .In(kF32, {4})
                                   .Floats("coefficients", std::vector<double>(12, 0.5))
                                   .Int("targets", 3)
                                   .Run();
  EXPECT_EQ(three.shape(), "1x3");
  EXPECT_EQ(three.work.macs, Count(3 * 4));
  EXPECT_FALSE(Ml("LinearRegressor")
                   .In(kF32, {5, 4})
                   .Floats("coefficients", std::vector<double>(7, 0.5))
                   .Run()
                   .status.ok());
}

TEST(MlSvmTest, VectorsAndPairs) {
  const OperatorResult svm = Ml("SVMClassifier")
                                 .In(kF32, {5, 4})
                                 .Ints("classlabels_ints", {0, 1, 2})
                                 .Ints("vectors_per_class", {2, 3, 1})
                                 .Floats("support_vectors", std::vector<double>(6 * 4, 1))
                                 .Floats("coefficients", std::vector<double>(6 * 2, 1))
                                 .Floats("rho", {0, 0, 0})
                                 .String("kernel_type", "RBF")
                                 .Outputs(2)
                                 .Run();
  EXPECT_EQ(svm.shape(0), "5");
  EXPECT_EQ(svm.shape(1), "5x3");  // 3 pairs of classes
  EXPECT_EQ(svm.work.macs, Count(5 * 6 * 4 + 5 * 6 * 2));
  EXPECT_EQ(svm.work.transcendentals, Count(5 * 6));
  const OperatorResult regressor = Ml("SVMRegressor")
                                       .In(kF32, {5, 4})
                                       .Int("n_supports", 6)
                                       .Floats("support_vectors", std::vector<double>(24, 1))
                                       .Run();
  EXPECT_EQ(regressor.shape(), "5x1");
  EXPECT_EQ(regressor.work.macs, Count(5 * 6 * 4 + 5 * 6));
  EXPECT_FALSE(Ml("SVMRegressor").In(kF32, {5, 4}).Int("n_supports", 6).Run().status.ok());
}

TEST(MlFeaturesTest, ShapesAndTypes) {
  const OperatorResult picked =
      Ml("ArrayFeatureExtractor").In(kF32, {3, 4}).In(DType::kInt64, {2}).Run();
  EXPECT_EQ(picked.shape(), "3x2");
  EXPECT_EQ(picked.work.read_bytes[0], Count(4 * 3 * 2));
  EXPECT_EQ(Ml("ArrayFeatureExtractor").In(kF32, {4}).In(DType::kInt64, {2}).Run().shape(), "1x2");
  EXPECT_EQ(Ml("FeatureVectorizer").In(kF32, {3, 4}).In(kF32, {3, 2}).Run().shape(), "3x6");
  EXPECT_EQ(Ml("Binarizer").In(kF32, {3, 4}).Run().work.comparisons, Count(12));
  EXPECT_EQ(Ml("Imputer").In(DType::kInt64, {3, 4}).Run().work.integer_ops, Count(12));
  const OperatorResult scaled =
      Ml("Scaler").In(DType::kInt32, {3, 4}).Floats("offset", {0}).Floats("scale", {2}).Run();
  EXPECT_EQ(scaled.outputs[0].dtype, kF32);
  EXPECT_EQ(scaled.work.arithmetic, Count(2 * 12));
  EXPECT_FALSE(Ml("Scaler").In(kF32, {3, 4}).Floats("scale", {1, 2, 3}).Run().status.ok());
  EXPECT_EQ(Ml("Normalizer").In(kF32, {3, 4}).String("norm", "L2").Run().work.fmas, Count(12));
  EXPECT_EQ(Ml("Normalizer").In(kF32, {3, 4}).Run().work.comparisons, Count(3 * (4 - 1)));
  EXPECT_FALSE(Ml("Normalizer").In(kF32, {3, 4}).String("norm", "L3").Run().status.ok());
}

TEST(MlCategoriesTest, ShapesAndTypes) {
  EXPECT_EQ(
      Ml("OneHotEncoder").In(DType::kInt64, {3, 2}).Ints("cats_int64s", {1, 2, 3}).Run().shape(),
      "3x2x3");
  EXPECT_EQ(Ml("LabelEncoder").In(DType::kString, {3}).Run().outputs[0].dtype, DType::kInt64);
  for (const int version : {2, 4}) {
    const OperatorResult encoded = Ml("LabelEncoder", version)
                                       .In(DType::kString, {3})
                                       .Strings("keys_strings", {"a", "b"})
                                       .Floats("values_floats", {1, 2})
                                       .Run();
    EXPECT_EQ(encoded.outputs[0].dtype, kF32) << version;
  }
  EXPECT_FALSE(Ml("LabelEncoder", 2)
                   .In(DType::kString, {3})
                   .Strings("keys_strings", {"a", "b"})
                   .Floats("values_floats", {1})
                   .Run()
                   .status.ok());
  EXPECT_EQ(Ml("CategoryMapper")
                .In(DType::kInt64, {3})
                .Ints("cats_int64s", {1})
                .Strings("cats_strings", {"a"})
                .Run()
                .outputs[0]
                .dtype,
            DType::kString);
}

TEST(MlMapsTest, SequencesOfMaps) {
  const OperatorResult zipped =
      Ml("ZipMap").In(kF32, {3, 2}).Ints("classlabels_int64s", {0, 1}).Run();
  ASSERT_TRUE(zipped.status.ok());
  EXPECT_EQ(zipped.outputs[0].kind, TypeKind::kSequence);
  EXPECT_EQ(zipped.outputs[0].elements->size(), 3U);
  EXPECT_EQ(zipped.outputs[0].elements->front().kind, TypeKind::kMap);
  EXPECT_EQ(zipped.work.write_bytes[0], Count((8 + 4) * 3 * 2));
  const OperatorResult many =
      Ml("ZipMap").In(kF32, {int64_t{1} << 40, 1}).Ints("classlabels_int64s", {0}).Run();
  EXPECT_FALSE(many.outputs[0].length_known);
  EXPECT_FALSE(Ml("ZipMap").In(kF32, {3, 2}).Ints("classlabels_int64s", {0}).Run().status.ok());
  Fact map;
  map.kind = TypeKind::kMap;
  map.dtype = kF32;
  EXPECT_EQ(Ml("DictVectorizer").InFact(map).Strings("string_vocabulary", {"a", "b"}).Run().shape(),
            "1x2");
  EXPECT_EQ(Ml("CastMap").InFact(map).String("map_form", "SPARSE").Int("max_map", 5).Run().shape(),
            "1x5");
}

}  // namespace
}  // namespace roofline::testing
