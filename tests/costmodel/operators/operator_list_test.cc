#include "costmodel/operators/operator_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "costmodel/error.h"

namespace roofline {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<OperatorEntry> List(const OperatorQuery& query) {
  auto entries = ListOperators(query);
  EXPECT_TRUE(entries.ok()) << entries.status();
  return entries.ok() ? *std::move(entries) : std::vector<OperatorEntry>();
}

std::string ErrorOf(const OperatorQuery& query) {
  const auto entries = ListOperators(query);
  EXPECT_EQ(ReasonOf(entries.status()), Reason::kUnknownOperator);
  return std::string(MessageOf(entries.status()));
}

TEST(OperatorListTest, AnOperatorByItsName) {
  const std::vector<OperatorEntry> entries = List({.ops = {"Conv"}, .domain = "ai.onnx"});
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].op, "Conv");
  EXPECT_THAT(entries[0].versions, ElementsAre(1, 11, 22));
  EXPECT_EQ(entries[0].op_class, OperatorClass::kConvolution);
  EXPECT_EQ(entries[0].precision, WorkPrecision::kExact);
  EXPECT_THAT(std::string(entries[0].formula), StartsWith("MACs = "));
}

TEST(OperatorListTest, ANameMayCarryItsDomain) {
  EXPECT_THAT(List({.ops = {"com.microsoft.Gelu"}}),
              ElementsAre(AllOf(Field(&OperatorEntry::domain, "com.microsoft"),
                                Field(&OperatorEntry::op, "Gelu"))));
  EXPECT_THAT(List({.ops = {"Gelu"}}), ElementsAre(Field(&OperatorEntry::domain, "ai.onnx"),
                                                   Field(&OperatorEntry::domain, "com.microsoft")));
}

TEST(OperatorListTest, ADomainIsExact) {
  const std::vector<OperatorEntry> entries = List({.domain = "ai.onnx.ml"});
  EXPECT_THAT(entries, Not(IsEmpty()));
  EXPECT_THAT(entries, Each(Field(&OperatorEntry::domain, "ai.onnx.ml")));
}

TEST(OperatorListTest, VersionsThatAreCountedAlikeAreOneEntry) {
  const std::vector<OperatorEntry> entries = List({});
  for (size_t i = 1; i < entries.size(); ++i) {
    const OperatorEntry& a = entries[i - 1];
    const OperatorEntry& b = entries[i];
    EXPECT_LE(std::pair(a.domain, a.op), std::pair(b.domain, b.op));
    EXPECT_FALSE(a.domain == b.domain && a.op == b.op && a.formula == b.formula &&
                 a.source == b.source && a.op_class == b.op_class && a.precision == b.precision)
        << a.domain << " " << a.op;
  }
}

TEST(OperatorListTest, AnUnknownNameGetsTheNearest) {
  EXPECT_EQ(ErrorOf({.ops = {"Relu", "Cnv"}}), "no operator 'Cnv'; did you mean 'Conv'?");
  EXPECT_THAT(ErrorOf({.ops = {"com.microsoft.QuickGellu"}}),
              StartsWith("no operator 'com.microsoft.QuickGellu'; did you mean "
                         "'com.microsoft.QuickGelu' or "));
  EXPECT_EQ(
      ErrorOf({.ops = {"QuickGelu"}, .domain = "ai.onnx.ml"}),
      "no operator 'QuickGelu' in the domain 'ai.onnx.ml'; 'roofline ops' lists all, and --rules "
      "takes rules of your own");
}

TEST(OperatorListTest, AnUnknownDomainGetsTheNearestElseAll) {
  EXPECT_EQ(ErrorOf({.domain = "com.microsft"}),
            "no operators of a domain 'com.microsft'; did you mean 'com.microsoft'?");
  EXPECT_THAT(ErrorOf({.domain = "org.acme.vision"}),
              StartsWith("no operators of a domain 'org.acme.vision'; there are ai.onnx, "
                         "ai.onnx.ml, "));
}

}  // namespace
}  // namespace roofline
