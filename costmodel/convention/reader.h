#ifndef ROOFLINE_COSTMODEL_CONVENTION_READER_H_
#define ROOFLINE_COSTMODEL_CONVENTION_READER_H_

#include <optional>
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

// Which convention: one of `data_directory` (the folder with conventions/; empty: DataDirectory())
// by name, or the user's own where its text is given; `name` is then what messages call the text.
// No path is ever opened for a name.
struct ConventionSource {
  std::string name = "flops";
  std::optional<std::string> yaml = {};
  std::string data_directory = {};
};
// kUnknownConvention with the nearest names, kFileNotFound, kIoError, kInvalidRules.
absl::StatusOr<Convention> LoadConvention(const ConventionSource& source);

// The names in `data_directory`, in alphabetical order. kFileNotFound when it has no conventions.
absl::StatusOr<std::vector<std::string>> ListConventions(const std::string& data_directory);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_CONVENTION_READER_H_
