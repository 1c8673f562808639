#ifndef ROOFLINE_COSTMODEL_YAML_FINDING_H_
#define ROOFLINE_COSTMODEL_YAML_FINDING_H_

#include <fmt/format.h>

#include <string>
#include <vector>

#include "costmodel/error.h"

namespace roofline {

enum class Severity { kError, kWarning };

// One thing wrong with a YAML file: where, and what was expected instead.
struct Finding {
  Severity severity = Severity::kError;
  std::string file;
  int line = 0;     // from 1; 0 when the file as a whole is meant
  std::string key;  // dotted path, e.g. "memory.bandwidth"; empty for the whole document
  std::string message;
};

using Findings = std::vector<Finding>;

// "file:line: key: message", as compilers print; "warning: " before the key of a warning.
inline std::string FindingText(const Finding& finding) {
  std::string text = finding.file;
  if (finding.line > 0) text += fmt::format(":{}", finding.line);
  if (finding.severity == Severity::kWarning) text += ": warning";
  if (!finding.key.empty()) text += fmt::format(": {}", finding.key);
  return text + ": " + finding.message;
}

inline bool HasErrors(const Findings& findings) {
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::kError) return true;
  }
  return false;
}

// The first error and how many more there are, as a status with `reason`; ok when there is none.
absl::Status StatusOfFindings(const Findings& findings, Reason reason);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_YAML_FINDING_H_
