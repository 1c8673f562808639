#ifndef ROOFLINE_COSTMODEL_DATA_DIR_H_
#define ROOFLINE_COSTMODEL_DATA_DIR_H_

#include <string>

namespace roofline {

// The folder with devices/, conventions/ and examples/: $ROOFLINE_DATA_DIR if set, else
// share/roofline beside the bin/ folder the running executable is in. Not checked to exist.
std::string DataDirectory();

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DATA_DIR_H_
