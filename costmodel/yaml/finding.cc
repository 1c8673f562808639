#include "costmodel/yaml/finding.h"

namespace roofline {

absl::Status StatusOfFindings(const Findings& findings, Reason reason) {
  const Finding* first = nullptr;
  int more = -1;
  for (const Finding& finding : findings) {
    if (finding.severity != Severity::kError) continue;
    if (first == nullptr) first = &finding;
    ++more;
  }
  if (first == nullptr) return absl::OkStatus();
  std::string text = FindingText(*first);
  if (more > 0) text += fmt::format(" (and {} more)", more);
  return Error(reason, text);
}

}  // namespace roofline
