#include "costmodel/device/efficiency_reader.h"

#include <fmt/format.h>

#include <utility>

namespace roofline {
namespace {

// An efficiency may exceed 1 where the stated peak is not the true limit: boost clocks, fast
// convolution algorithms.
constexpr double kMaxEfficiency = 4;
constexpr int64_t kMaxCount = 1'000'000'000;

std::optional<Fraction> TakeFractionWithSpread(MapReader& map, std::string_view key) {
  const YamlNode* node = map.node().Find(key);
  if (node == nullptr || node->kind != YamlNode::Kind::kMap) {
    const auto value = map.TakeFraction(key, kMaxEfficiency);
    if (!value) return std::nullopt;
    return Fraction{*value, value->value * (1 - kUnstatedSpread),
                    value->value * (1 + kUnstatedSpread)};
  }
  std::optional<MapReader> entry = map.TakeMap(key);
  const auto value = entry->AsFraction(kMaxEfficiency);
  const auto low = entry->TakeFraction("low", kMaxEfficiency);
  const auto high = entry->TakeFraction("high", kMaxEfficiency);
  const auto count = entry->TakeInteger("count", kMaxCount);
  entry->Finish();
  if (!value) return std::nullopt;
  Fraction fraction{*value, low ? low->value : value->value * (1 - kUnstatedSpread),
                    high ? high->value : value->value * (1 + kUnstatedSpread),
                    count ? count->value : 0};
  if (fraction.low > value->value || fraction.high < value->value) {
    map.Report(node->line, key,
               fmt::format("expected low <= value <= high, found {}, {}, {}", fraction.low,
                           value->value, fraction.high));
  }
  return fraction;
}

Efficiency TakeClass(MapReader& map, std::string_view name) {
  Efficiency efficiency{.operator_class = std::string(name)};
  const YamlNode* node = map.node().Find(name);
  if (node == nullptr || node->kind != YamlNode::Kind::kMap || node->Find("value") != nullptr) {
    efficiency.compute = TakeFractionWithSpread(map, name);
    efficiency.memory = efficiency.compute;
    return efficiency;
  }
  std::optional<MapReader> entry = map.TakeMap(name);
  efficiency.compute = TakeFractionWithSpread(*entry, "compute");
  efficiency.memory = TakeFractionWithSpread(*entry, "memory");
  efficiency.extra = entry->TakeQuantity("extra", &ParseSeconds);
  entry->Finish();
  return efficiency;
}

}  // namespace

EfficiencyTable ReadEfficiencies(MapReader& root) {
  EfficiencyTable table;
  std::optional<MapReader> map = root.TakeMap("efficiency");
  if (!map.has_value()) return table;
  table.overlap = map->TakeFraction("overlap", 1);
  for (const std::string_view name : kEfficiencyClasses) {
    Efficiency efficiency = TakeClass(*map, name);
    if (efficiency.compute || efficiency.memory || efficiency.extra)
      table.classes.push_back(std::move(efficiency));
  }
  map->Finish();
  return table;
}

Overheads ReadOverheads(MapReader& root) {
  Overheads overheads;
  std::optional<MapReader> map = root.TakeMap("overheads");
  if (!map.has_value()) return overheads;
  overheads.kernel = map->TakeQuantity("kernel", &ParseSeconds);
  overheads.team = map->TakeQuantity("team", &ParseSeconds);
  overheads.inference = map->TakeQuantity("inference", &ParseSeconds);
  overheads.transfer = map->TakeQuantity("transfer", &ParseSeconds);
  overheads.dispatch = map->TakeQuantity("dispatch", &ParseSeconds);
  map->Finish();
  return overheads;
}

}  // namespace roofline
