#ifndef ROOFLINE_COSTMODEL_DEVICE_LINT_REPORT_H_
#define ROOFLINE_COSTMODEL_DEVICE_LINT_REPORT_H_

#include <string>
#include <utility>

#include "costmodel/device/profile.h"
#include "costmodel/yaml/finding.h"

namespace roofline {

// How far two figures that state the same may be apart.
inline constexpr double kLintTolerance = 0.03;

// Collects findings about one profile.
class LintReport {
 public:
  explicit LintReport(const DeviceProfile& profile) : profile_(profile) {}

  void Add(std::string key, const std::string& file, int line, std::string message) {
    findings_.push_back({Severity::kError, file.empty() ? profile_.file : file, line,
                         std::move(key), std::move(message)});
  }
  void Warn(std::string key, const std::string& file, int line, std::string message) {
    Add(std::move(key), file, line, std::move(message));
    findings_.back().severity = Severity::kWarning;
  }
  template <class T>
  void Add(std::string key, const Sourced<T>& number, std::string message) {
    Add(std::move(key), number.file, number.line, std::move(message));
  }
  Findings Take() { return std::move(findings_); }

 private:
  const DeviceProfile& profile_;
  Findings findings_;
};

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_LINT_REPORT_H_
