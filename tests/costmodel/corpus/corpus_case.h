#ifndef ROOFLINE_TESTS_COSTMODEL_CORPUS_CORPUS_CASE_H_
#define ROOFLINE_TESTS_COSTMODEL_CORPUS_CORPUS_CASE_H_

#include <memory>
#include <string>
#include <vector>

#include "costmodel/graph/graph.h"
#include "costmodel/operators/fact.h"

namespace roofline::testing {

// A model of ONNX's own tests with one set of inputs and the outputs they must give.
struct CorpusCase {
  std::string name;  // "node/test_abs"
  std::unique_ptr<Model> model;
  std::vector<Fact> inputs;   // parallel to the run-time inputs of the main graph
  std::vector<Fact> outputs;  // parallel to its outputs
};

// The folders of all cases, sorted.
std::vector<std::string> CorpusFolders();
// Throws std::invalid_argument when a file is not as expected.
CorpusCase ReadCorpusCase(const std::string& folder);

// What `inferred` gets wrong about `expected`: kind, type, shape, the elements of a sequence, and
// the content where it was inferred; empty when nothing. `as_bound`: extents may be larger.
std::string Difference(const Fact& expected, const Fact& inferred, bool as_bound);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_CORPUS_CORPUS_CASE_H_
