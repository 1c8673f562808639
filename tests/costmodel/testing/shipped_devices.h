#ifndef ROOFLINE_TESTS_COSTMODEL_TESTING_SHIPPED_DEVICES_H_
#define ROOFLINE_TESTS_COSTMODEL_TESTING_SHIPPED_DEVICES_H_

#include <string>

#include "costmodel/device/catalog.h"

namespace roofline::testing {

inline DeviceCatalog OurCatalog() { return *DeviceCatalog::Open(ROOFLINE_SOURCE_DIR "/devices"); }

// One finding a line.
inline std::string AllTexts(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings) text += FindingText(finding) + "\n";
  return text;
}

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_TESTING_SHIPPED_DEVICES_H_
