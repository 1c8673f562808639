#ifndef ROOFLINE_COSTMODEL_DEVICE_MAP_READER_H_
#define ROOFLINE_COSTMODEL_DEVICE_MAP_READER_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "costmodel/device/profile.h"
#include "costmodel/yaml/finding.h"
#include "costmodel/yaml/node.h"

namespace roofline {

// What is shared while one profile is read.
struct ReadContext {
  Findings& findings;
  const std::map<std::string, std::string>* sources = nullptr;  // keys that `source:` may name
};

// Reads one map of a profile. Takes keys one by one, each mistake a finding with file, line and
// dotted key; Finish() then reports the keys nobody took. A `source` key is the default for every
// number in the map and below.
class MapReader {
 public:
  // A value that is no map is reported and read as an empty one.
  MapReader(const YamlNode& node, std::string path, const std::string& default_source,
            ReadContext& context);

  // nullptr when the key is absent.
  const YamlNode* Take(std::string_view key);
  // A map below this one; nullopt when absent.
  std::optional<MapReader> TakeMap(std::string_view key);

  std::optional<std::string> TakeText(std::string_view key);
  std::optional<bool> TakeBool(std::string_view key);
  std::vector<std::string> TakeTexts(std::string_view key);  // a list, or one text

  // A number with a unit: "484 GB/s", or {value: 484 GB/s, basis: ..., source: ..., reason: ...}.
  template <class Q>
  std::optional<Sourced<Q>> TakeQuantity(std::string_view key,
                                         absl::StatusOr<Q> (*parse)(std::string_view));
  // A whole number of 1 .. max.
  std::optional<Sourced<int64_t>> TakeInteger(std::string_view key, int64_t max);
  // A fraction above 0, at most `max`.
  std::optional<Sourced<double>> TakeFraction(std::string_view key, double max);

  // value, basis, source and reason of this map as a number; the extra keys of a caller stay.
  template <class Q>
  std::optional<Sourced<Q>> AsQuantity(absl::StatusOr<Q> (*parse)(std::string_view));

  // The same for a fraction above 0, at most `max`.
  std::optional<Sourced<double>> AsFraction(double max);

  void Report(int line, std::string_view key, std::string message,
              Severity severity = Severity::kError);
  void Finish();

  const YamlNode& node() const { return node_; }
  const std::string& default_source() const { return source_; }
  ReadContext& context() const { return context_; }
  std::string PathOf(std::string_view key) const;

 private:
  // The scalar text of a number and the rest of its description.
  struct NumberText {
    std::string text;
    Sourced<int> description;
  };
  std::optional<NumberText> TakeNumber(std::string_view key);
  std::optional<NumberText> AsNumber();
  std::string TakeSource(const std::string& fallback);
  std::string TakeBasis();

  template <class Q, class Parse>
  std::optional<Sourced<Q>> Convert(const std::optional<NumberText>& number, std::string_view key,
                                    const Parse& parse);

  const YamlNode& node_;
  std::string path_;
  ReadContext& context_;
  std::vector<std::string> taken_;
  std::string source_;
};

template <class Q, class Parse>
std::optional<Sourced<Q>> MapReader::Convert(const std::optional<NumberText>& number,
                                             std::string_view key, const Parse& parse) {
  if (!number.has_value()) return std::nullopt;
  const Sourced<int>& d = number->description;
  absl::StatusOr<Q> value = parse(number->text);
  if (!value.ok()) {
    Report(d.line, key, std::string(MessageOf(value.status())));
    return std::nullopt;
  }
  return Sourced<Q>{*value, d.basis, d.source, d.reason, d.file, d.line};
}

template <class Q>
std::optional<Sourced<Q>> MapReader::TakeQuantity(std::string_view key,
                                                  absl::StatusOr<Q> (*parse)(std::string_view)) {
  return Convert<Q>(TakeNumber(key), key, parse);
}

template <class Q>
std::optional<Sourced<Q>> MapReader::AsQuantity(absl::StatusOr<Q> (*parse)(std::string_view)) {
  return Convert<Q>(AsNumber(), "", parse);
}

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_MAP_READER_H_
