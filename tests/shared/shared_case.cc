#include "tests/shared/shared_case.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "costmodel/onnx/skeleton.h"

namespace roofline::testing {
namespace {

std::vector<std::string> Fields(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) {
    if (field.ends_with('\r')) field.pop_back();
    fields.push_back(field);
  }
  return fields;
}

SharedCase CaseFromJson(const std::string& model, const nlohmann::json& json) {
  SharedCase result{.model = model, .tag = json.at("tag"), .bindings = {}};
  for (const auto& [name, input] : json.at("inputs").items()) {
    Shape shape;
    for (const int64_t dim : input.at("shape")) shape.push_back(dim);
    if (shape.empty() && input.at("fill").is_number()) {
      result.bindings.values[name] = {input.at("fill").get<double>()};
    }
    result.bindings.shapes[name] = std::move(shape);
  }
  return result;
}

}  // namespace

std::string SharedPath(std::string_view relative) {
  const char* given = std::getenv("ROOFLINE_SHARED_DIR");
  const std::string folder = given != nullptr ? given : ROOFLINE_SOURCE_DIR "/../shared";
  return folder + "/" + std::string(relative);
}

nlohmann::json ReadSharedJson(std::string_view relative) {
  std::ifstream file(SharedPath(relative));
  if (!file) throw std::invalid_argument(SharedPath(relative) + ": cannot be read");
  return nlohmann::json::parse(file);
}

std::vector<std::map<std::string, std::string>> ReadSharedCsv(std::string_view relative) {
  std::ifstream file(SharedPath(relative));
  std::string line;
  if (!std::getline(file, line)) {
    throw std::invalid_argument(SharedPath(relative) + ": cannot be read");
  }
  const std::vector<std::string> header = Fields(line);
  std::vector<std::map<std::string, std::string>> rows;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = Fields(line);
    std::map<std::string, std::string>& row = rows.emplace_back();
    for (size_t i = 0; i < header.size(); ++i) row[header[i]] = fields.at(i);
  }
  return rows;
}

std::vector<std::string> SharedModels(std::string_view prefix) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(SharedPath("models"))) {
    const std::string name = entry.path().stem();
    if (entry.path().extension() == ".onnx" && name.starts_with(prefix)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<SharedCase> SharedCases() {
  std::vector<SharedCase> cases;
  const nlohmann::json models = ReadSharedJson("models/inputs.json");
  for (const auto& [model, list] : models.items()) {
    for (const nlohmann::json& json : list) cases.push_back(CaseFromJson(model, json));
  }
  return cases;
}

SharedCase FindSharedCase(std::string_view model, std::string_view tag) {
  for (SharedCase& shared : SharedCases()) {
    if (shared.model == model && shared.tag == tag) return std::move(shared);
  }
  throw std::invalid_argument("no case " + std::string(model) + "." + std::string(tag));
}

absl::StatusOr<Report> PredictShared(const SharedCase& shared, const std::string& convention) {
  PredictOptions options;
  options.infer.bindings = shared.bindings;
  options.convention.name = convention;
  ASSIGN_OR_RETURN(
      const Skeleton skeleton,
      ReadSkeletonFile(SharedPath("models/" + shared.model + ".onnx"), options.infer.limits));
  return Predict(skeleton.bytes, skeleton.sha256_hex, options);
}

}  // namespace roofline::testing
