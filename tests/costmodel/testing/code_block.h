#ifndef ROOFLINE_TESTS_COSTMODEL_TESTING_CODE_BLOCK_H_
#define ROOFLINE_TESTS_COSTMODEL_TESTING_CODE_BLOCK_H_

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace roofline::testing {

// The code block of a Markdown page in `language` ("yaml") whose text contains `marker`, without
// its indentation; empty, with a failure, when there is none.
inline std::string CodeBlock(const std::string& page, const std::string& language,
                             const std::string& marker) {
  std::istringstream lines(page);
  std::string block;
  bool inside = false;
  size_t indent = 0;
  for (std::string line; std::getline(lines, line);) {
    const size_t text = line.find_first_not_of(' ');
    if (!inside && text != std::string::npos && line.substr(text) == "```" + language) {
      inside = true;
      indent = text;
      block.clear();
    } else if (inside && text == indent && line.substr(text) == "```") {
      if (block.find(marker) != std::string::npos) return block;
      inside = false;
    } else if (inside) {
      block += line.size() > indent ? line.substr(indent) + "\n" : "\n";
    }
  }
  ADD_FAILURE() << "no " << language << " block with " << marker;
  return "";
}

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_TESTING_CODE_BLOCK_H_
