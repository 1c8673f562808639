#ifndef ROOFLINE_TESTS_CLIENT_PROGRAM_H_
#define ROOFLINE_TESTS_CLIENT_PROGRAM_H_

#include <string>
#include <vector>

namespace roofline::testing {

// What a run of a program came to.
struct Outcome {
  std::string out;     // standard output
  std::string error;   // standard error
  int exit_code = -1;  // -N when signal N ended it

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Runs the `roofline` of this build in the root of the source tree.
Outcome RunRoofline(const std::vector<std::string>& arguments);

// The same, as words of a shell: "predict model.onnx --filter 'year > 2020'".
Outcome RunRooflineInShell(const std::string& words);

// The path of a shipped example, from the root of the source tree.
std::string Example(const std::string& name);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_CLIENT_PROGRAM_H_
