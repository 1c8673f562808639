#ifndef ROOFLINE_COSTMODEL_DEVICE_MERGE_H_
#define ROOFLINE_COSTMODEL_DEVICE_MERGE_H_

#include "costmodel/yaml/node.h"

namespace roofline {

// The profile tree `base` with the values of `over` in place of its own: maps merge key by key,
// `caches` level by level, anything else is replaced. Id, name, aliases and note are never
// inherited.
YamlNode MergeOver(const YamlNode& base, const YamlNode& over);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_MERGE_H_
