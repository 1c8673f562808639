#ifndef ROOFLINE_COSTMODEL_YAML_PATH_H_
#define ROOFLINE_COSTMODEL_YAML_PATH_H_

#include <string_view>

namespace roofline {

// Whether a path ends as YAML files do.
inline bool HasYamlEnding(std::string_view path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

// Whether what is given in the place of a name (of a device, a convention) is the path of a YAML
// file: it contains '/' or ends in .yaml or .yml.
inline bool IsYamlPath(std::string_view text) {
  return text.find('/') != std::string_view::npos || HasYamlEnding(text);
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_YAML_PATH_H_
