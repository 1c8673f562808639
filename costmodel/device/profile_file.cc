#include "costmodel/device/profile_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/utf8.h"
#include "costmodel/yaml/path.h"
#include "costmodel/yaml/strict_parser.h"

namespace roofline {
namespace {

namespace fs = std::filesystem;

// The place of `extends` in a profile and the file it names there.
struct ExtendsEntry {
  int line;
  std::string name;
};

std::optional<ExtendsEntry> ExtendsFile(std::string_view yaml, std::string_view file) {
  Findings ignored;
  const std::optional<YamlNode> tree = ParseStrictYaml(yaml, file, "profile", ignored);
  const YamlNode* extends = tree.has_value() ? tree->Find("extends") : nullptr;
  if (extends == nullptr || !IsYamlPath(extends->scalar)) return std::nullopt;
  return ExtendsEntry{extends->line, extends->scalar};
}

}  // namespace

absl::StatusOr<std::string> ReadProfileText(const std::string& path) {
  std::error_code error;
  // A FIFO or device would block or never end.
  if (!fs::is_regular_file(path, error)) {
    return Error(Reason::kFileNotFound,
                 fmt::format("{}: {}", path,
                             fs::exists(path, error) ? "not a file; give a YAML file"
                                                     : "no such file; check the path"));
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text(kMaxYamlBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad() || !stream.is_open()) {
    return Error(Reason::kIoError, fmt::format("{}: cannot be read; check its permissions", path));
  }
  text.resize(static_cast<size_t>(stream.gcount()));
  if (!IsUtf8(text)) {
    return Error(Reason::kInvalidProfile,
                 fmt::format("{}: not UTF-8 text; save it in that encoding", path));
  }
  return text;
}

std::string ExtendedPath(std::string_view from, std::string_view name) {
  return (fs::path(from).parent_path() / name).lexically_normal().string();
}

absl::Status CheckExtends(std::string_view name, std::string_view path,
                          const std::vector<std::string>& chain) {
  if (IsYamlPath(name) && !HasYamlEnding(name)) {
    return Error(Reason::kInvalidProfile,
                 fmt::format("'{}' is no .yaml or .yml file; only such a file or a device of the "
                             "catalog can be extended",
                             name));
  }
  for (const std::string& open : chain) {
    if (open == path) {
      return Error(Reason::kInvalidProfile,
                   fmt::format("'{}' extends itself, by way of {}", name, chain.back()));
    }
  }
  if (chain.size() < kMaxExtendsChain) return absl::OkStatus();
  return Error(Reason::kInvalidProfile, fmt::format("a chain of more than {}", kMaxExtendsChain));
}

absl::StatusOr<std::vector<ExtendedFile>> ReadExtendedFiles(const std::string& path,
                                                            std::string_view yaml) {
  std::vector<ExtendedFile> files;
  std::vector<std::string> chain = {fs::path(path).lexically_normal().string()};
  std::string from = fs::path(path).filename().string();
  std::optional<ExtendsEntry> extends = ExtendsFile(yaml, path);
  while (extends.has_value()) {
    const std::string place = fmt::format("{}:{}: extends", chain.back(), extends->line);
    std::string next = ExtendedPath(chain.back(), extends->name);
    if (const absl::Status fits = CheckExtends(extends->name, next, chain); !fits.ok()) {
      return Annotate(fits, place);
    }
    absl::StatusOr<std::string> text = ReadProfileText(next);
    if (!text.ok()) return Annotate(text.status(), place);
    from = ExtendedPath(from, extends->name);
    extends = ExtendsFile(*text, next);
    files.push_back({from, *std::move(text)});
    chain.push_back(std::move(next));
  }
  return files;
}

}  // namespace roofline
