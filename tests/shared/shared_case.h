#ifndef ROOFLINE_TESTS_SHARED_SHARED_CASE_H_
#define ROOFLINE_TESTS_SHARED_SHARED_CASE_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/analysis/bindings.h"
#include "costmodel/prediction/report.h"

namespace roofline::testing {

// A file of the folder of models and measurements: $ROOFLINE_SHARED_DIR, else the sibling folder
// of the source tree.
std::string SharedPath(std::string_view relative);
nlohmann::json ReadSharedJson(std::string_view relative);
// The rows of a CSV without quotes, by column.
std::vector<std::map<std::string, std::string>> ReadSharedCsv(std::string_view relative);
// The names, without extension, of the models that start with `prefix`.
std::vector<std::string> SharedModels(std::string_view prefix);

// A model with inputs of known shapes.
struct SharedCase {
  std::string model;
  std::string tag;
  Bindings bindings;

  std::string Name() const { return model + "." + tag; }
};

// All cases of models/inputs.json. Scalars (a sampling rate) come with their value.
std::vector<SharedCase> SharedCases();
// Throws std::invalid_argument when there is none.
SharedCase FindSharedCase(std::string_view model, std::string_view tag);

absl::StatusOr<Report> PredictShared(const SharedCase& shared, const std::string& convention);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_SHARED_SHARED_CASE_H_
