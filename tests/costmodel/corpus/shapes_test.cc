// Every model of ONNX's own tests: the outputs inferred are those the tests expect, in type, shape
// and, where content is propagated, content.

#include <gtest/gtest.h>

#include <exception>
#include <fstream>
#include <map>
#include <string>

#include "costmodel/analysis/count_work.h"
#include "costmodel/analysis/interpreter.h"
#include "tests/costmodel/corpus/corpus_case.h"

namespace roofline::testing {
namespace {

constexpr size_t kCorpusModelsWithData = 1072;  // in libonnx-testdata 1.12

// "NAME REASON" per line: models whose output shapes hang on content that no rule propagates. They
// must come out as marked bounds.
std::map<std::string, std::string> Exceptions() {
  std::map<std::string, std::string> exceptions;
  std::ifstream file(ROOFLINE_SOURCE_DIR "/tests/costmodel/corpus/bounded.txt");
  for (std::string line; std::getline(file, line);) {
    const size_t space = line.find(' ');
    if (!line.empty() && line[0] != '#') exceptions[line.substr(0, space)] = line.substr(space + 1);
  }
  return exceptions;
}

std::string CompareOutputs(const CorpusCase& corpus, const std::vector<Fact>& inferred,
                           bool as_bound) {
  for (size_t i = 0; i < corpus.outputs.size(); ++i) {
    std::string difference = Difference(corpus.outputs[i], inferred[i], as_bound);
    if (difference.empty() && !as_bound && inferred[i].mark != Mark::kExact) {
      difference = "marked " + std::string(MarkName(inferred[i].mark));
    }
    if (!difference.empty()) return "output " + std::to_string(i) + ": " + difference;
  }
  return "";
}

std::string Check(const std::string& folder, bool as_bound) {
  const CorpusCase corpus = ReadCorpusCase(folder);
  const InferOptions options;
  ShapedModel shaped;
  Interpreter interpreter(*corpus.model, options, shaped);
  const auto run = interpreter.RunGraph(GraphId(0), nullptr, corpus.inputs, "", 1);
  if (!run.ok()) return run.status().ToString();
  const auto layers = CountLayers(*corpus.model, shaped);
  if (!layers.ok()) return layers.status().ToString();
  return CompareOutputs(corpus, interpreter.OutputsOf(**run), as_bound);
}

TEST(CorpusShapesTest, InferredOutputsAreTheExpectedOnes) {
  const auto exceptions = Exceptions();
  const std::vector<std::string> folders = CorpusFolders();
  ASSERT_GE(folders.size(), kCorpusModelsWithData);
  for (const std::string& folder : folders) {
    const size_t parent = folder.rfind('/', folder.rfind('/') - 1);
    const std::string name = folder.substr(parent + 1);
    std::string problem;
    try {
      problem = Check(folder, exceptions.contains(name));
    } catch (const std::exception& error) {
      problem = error.what();
    }
    EXPECT_EQ(problem, "") << name;
  }
}

TEST(CorpusShapesTest, ExceptionsAreNotExact) {
  for (const auto& [name, reason] : Exceptions()) {
    EXPECT_FALSE(reason.empty()) << name;
    EXPECT_NE(Check("/usr/share/libonnx-testdata/data/" + name, false), "") << name;
  }
}

}  // namespace
}  // namespace roofline::testing
