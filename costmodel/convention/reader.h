#ifndef ROOFLINE_COSTMODEL_CONVENTION_READER_H_
#define ROOFLINE_COSTMODEL_CONVENTION_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/convention/convention.h"

namespace roofline {

// A convention from YAML:
//
//   name: mine                        # letters, digits, - and _
//   title: What it counts
//   source: Where the rules come from
//   extends: chainer                  # start from the default and the rules of another
//   default: {flops: macs, read: read_bytes, write: write_bytes}
//   rules:
//     - operators: [Softmax, my.domain/Op]
//       let: {c: "dim(0, attr(\"axis\", -1))"}
//       flops: 2*n + n/c*(c-1)        # read and write, in bytes, follow the default
//
// The expressions are those of Expression. In the default, a missing `flops` is flops, `read` is
// read_bytes and `write` is write_bytes. `file` names the text in errors; `extends` is looked for
// in `data_directory`. kInvalidRules with file, line, key and column of the first mistake.
absl::StatusOr<Convention> ReadConvention(std::string_view yaml, std::string_view file,
                                          const std::string& data_directory);

// A convention by name, or by the path of a user's own file (it contains '/' or ends in .yaml or
// .yml). `data_directory` is the folder with conventions/. kUnknownConvention with the nearest
// names, kFileNotFound, kIoError, kInvalidRules.
absl::StatusOr<Convention> LoadConvention(const std::string& name_or_path,
                                          const std::string& data_directory);
// The same with the folder of DataDirectory().
absl::StatusOr<Convention> LoadConvention(const std::string& name_or_path);

// The names in `data_directory`, in alphabetical order. kFileNotFound when it has no conventions.
absl::StatusOr<std::vector<std::string>> ListConventions(const std::string& data_directory);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CONVENTION_READER_H_
