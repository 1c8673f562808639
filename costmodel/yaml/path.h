#ifndef ROOFLINE_COSTMODEL_YAML_PATH_H_
#define ROOFLINE_COSTMODEL_YAML_PATH_H_

#include <string_view>

namespace roofline {

// Whether what is given in the place of a name (of a device, a convention) is the path of a YAML
// file: it contains '/' or ends in .yaml or .yml.
inline bool IsYamlPath(std::string_view text) {
  return text.find('/') != std::string_view::npos || text.ends_with(".yaml") ||
         text.ends_with(".yml");
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_YAML_PATH_H_
