#include "client/render/explanation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "client/render/cell_format.h"
#include "client/render/rate_cell.h"
#include "client/render/report_text.h"
#include "client/render/table.h"
#include "costmodel/error.h"
#include "costmodel/nearest.h"
#include "costmodel/operators/registry.h"

namespace roofline {
namespace {

std::string Time(double seconds) { return CellFormat().Format(Cell::Seconds(seconds)); }

constexpr std::string_view kWhereNamesAre = "`predict --view layers` lists the names";

// Of the endings of `layer` behind a '/', a '.' or nothing, the edits to the one most like `name`.
int EditsToEnding(std::string_view name, std::string_view layer) {
  int nearest = EditDistance(name, layer);
  for (size_t at = layer.find_first_of("/."); at != std::string_view::npos;
       at = layer.find_first_of("/.", at + 1)) {
    nearest = std::min(nearest, EditDistance(name, layer.substr(at + 1)));
  }
  return nearest;
}

// "; the nearest are 'a', 'b'", for a name that is like none.
std::string NearestEndings(std::string_view name, const std::vector<std::string>& layers) {
  constexpr size_t kMostOffered = 3;
  std::vector<std::pair<int, std::string_view>> near;
  near.reserve(layers.size());
  for (const std::string& layer : layers) near.emplace_back(EditsToEnding(name, layer), layer);
  const size_t count = std::min(kMostOffered, near.size());
  if (count == 0) return "";
  std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
  std::vector<std::string_view> names;
  for (size_t i = 0; i < count; ++i) names.push_back(near[i].second);
  return fmt::format("; the nearest are '{}'", fmt::join(names, "', '"));
}

absl::Status NoSuchLayer(const v1::Report& report, std::string_view name) {
  std::vector<std::string> names;
  names.reserve(static_cast<size_t>(report.layers_size()));
  for (const v1::Layer& layer : report.layers()) names.push_back(layer.name());
  std::string hint = DidYouMean(name, names);
  if (hint.empty()) hint = NearestEndings(name, names);
  return Error(Reason::kInvalidArgument,
               fmt::format("there is no layer '{}' ({}){}", name, kWhereNamesAre, hint));
}

absl::Status SeveralLayers(const v1::Report& report, std::string_view end,
                           const std::vector<int>& layers) {
  constexpr size_t kMostEndings = 3;
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(layers.size(), kMostEndings); ++i)
    names.push_back(fmt::format("'{}'", report.layers(layers[i]).name()));
  if (layers.size() > kMostEndings) names.emplace_back("...");
  return Error(Reason::kInvalidArgument,
               fmt::format("{} layers end with '{}': {}; give more of the name ({})", layers.size(),
                           end, fmt::join(names, ", "), kWhereNamesAre));
}

absl::StatusOr<int> FindLayer(const v1::Report& report, std::string_view name) {
  if (name.empty()) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("--layer: empty; name a layer ({})", kWhereNamesAre));
  }
  std::vector<int> endings;
  for (int i = 0; i < report.layers_size(); ++i) {
    const std::string& layer = report.layers(i).name();
    if (layer == name) return i;
    if (layer.ends_with(name)) endings.push_back(i);
  }
  if (endings.size() == 1) return endings.front();
  const std::string_view shown = name.substr(0, 100);
  return endings.empty() ? NoSuchLayer(report, shown) : SeveralLayers(report, shown, endings);
}

std::string TensorText(const v1::Tensor& tensor) {
  if (tensor.name().empty()) return "(left out)";
  const std::string shape = !tensor.shape_known() ? "?"
                            : tensor.shape().empty()
                                ? "scalar"
                                : fmt::format("{}", fmt::join(tensor.shape(), "x"));
  return fmt::format("{} {} {}", tensor.name(), tensor.data_type(), shape);
}

int64_t OpsetOf(const v1::Report& report, const std::string& domain) {
  if (domain.empty()) return report.model().opset();
  for (const v1::OperatorSet& set : report.model().operator_sets()) {
    if (set.domain() == domain) return set.version();
  }
  return 1;
}

std::string FormulaLines(const v1::Report& report, const v1::Layer& layer) {
  const OperatorRule* rule = FindOperatorRule(layer.domain(), layer.op(),
                                              static_cast<int>(OpsetOf(report, layer.domain())));
  if (rule == nullptr) return "formula    none: no rule for this operator\n";
  if (rule->formula.empty()) return "formula    moves its operands, computes nothing\n";
  return fmt::format("formula    {}\n           source: {}\n", rule->formula, rule->source);
}

// "118,013,952"
std::string Grouped(int64_t value) {
  std::string digits = fmt::format("{}", value);
  for (auto at = static_cast<int64_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<size_t>(at), ",");
  return digits;
}

std::string WorkLines(const v1::Layer& layer) {
  const v1::Work& work = layer.work();
  std::vector<std::string> parts;
  const auto add = [&](int64_t count, std::string_view what) {
    if (count > 0) parts.push_back(fmt::format("{} {}", Grouped(count), what));
  };
  add(work.macs(), "MACs");
  add(work.fmas(), "elementwise multiply-adds");
  add(work.arithmetic(), "additions and the like");
  add(work.comparisons(), "comparisons");
  add(work.transcendentals(), "transcendentals");
  add(work.integer_operations(), "integer operations");
  if (parts.empty()) parts.emplace_back("nothing");
  std::string text = fmt::format("work       {}\n", fmt::join(parts, ", "));
  int64_t outputs = layer.outputs().empty() ? 0 : layer.repeat();
  if (!layer.outputs().empty()) {
    for (const int64_t extent : layer.outputs(0).shape()) outputs *= extent;
  }
  if (work.macs() > 0 && outputs > 0 && work.macs() % outputs == 0) {
    text += fmt::format("           {} MACs = {} outputs x {}\n", Grouped(work.macs()),
                        Grouped(outputs), Grouped(work.macs() / outputs));
  }
  return text + fmt::format("bytes      {} read, {} written by the layer on its own\n",
                            Grouped(work.read_bytes()), Grouped(work.write_bytes()));
}

std::string LayerText(const v1::Report& report, const v1::Layer& layer) {
  std::string text =
      fmt::format("layer      {} ({}, {})\n", layer.name(),
                  OperatorLabel(layer.domain(), layer.op()), MarkText(layer.coverage()));
  if (!layer.note().empty()) text += fmt::format("           {}\n", layer.note());
  if (!layer.source().empty()) text += fmt::format("source     {}\n", layer.source());
  for (const v1::Tensor& tensor : layer.inputs())
    text += fmt::format("input      {}\n", TensorText(tensor));
  for (const v1::Tensor& tensor : layer.outputs())
    text += fmt::format("output     {}\n", TensorText(tensor));
  if (!layer.parameters().empty()) text += fmt::format("parameters {}\n", ParametersText(layer));
  if (layer.repeat() > 1) text += fmt::format("runs       {} times\n", layer.repeat());
  return text + FormulaLines(report, layer) + WorkLines(layer);
}

std::string OperandTable(const v1::DevicePrediction& device, const v1::Kernel& kernel) {
  Table table{.columns = {{"tensor", "operand"}, {"role", "role"}, {"direction", "direction"}}};
  for (const v1::MemoryLevel& level : device.memory_levels())
    table.columns.push_back({level.name(), "bytes of " + level.name()});
  for (const v1::Operand& operand : kernel.operands()) {
    auto& row = table.rows.emplace_back();
    row = {Cell::Text(operand.tensor()), Cell::Text(operand.role()),
           Cell::Text(operand.written() ? "written" : "read")};
    for (const int64_t bytes : operand.bytes()) row.push_back(Cell::Text(Grouped(bytes)));
  }
  return TextTable(table, CellFormat());
}

// The level that names a copy of a tensor into another layout, which is part of the overhead.
constexpr std::string_view kLayoutReorder = "layout reorder";

std::string TransferLine(const v1::TransferTerm& term) {
  return fmt::format("  {}: {} B / {} = {}\n", term.level(),
                     Grouped(static_cast<int64_t>(term.bytes())),
                     CellFormat().Format(Cell::Bandwidth(term.bandwidth_bytes_per_second())),
                     Time(term.seconds()));
}

std::string PeakLines(const v1::Kernel& kernel) {
  std::string text;
  for (const v1::ComputeTerm& term : kernel.compute()) {
    text += fmt::format("  {} {}: {} operations / {} = {}\n", term.unit(), term.data_type(),
                        Grouped(static_cast<int64_t>(term.operations())),
                        CellFormat().Format(RateCell(term.data_type(), term.rate_per_second())),
                        Time(term.seconds()));
  }
  for (const v1::TransferTerm& term : kernel.transfer()) {
    if (term.level() != kLayoutReorder) text += TransferLine(term);
  }
  const std::string compute = Time(kernel.compute_seconds());
  const std::string transfer = Time(kernel.transfer_seconds());
  text += fmt::format("  compute = {} (vector work adds up, other units run beside it)\n", compute);
  text += fmt::format("  transfer = {} (the slowest level)\n", transfer);
  text +=
      fmt::format("  floor = max({}, {}) = {}\n", compute, transfer, Time(kernel.floor_seconds()));
  return text +
         fmt::format("  serial = {} + {} = {}\n", compute, transfer, Time(kernel.serial_seconds()));
}

std::string EfficiencyText(const v1::EfficiencyUse& use) {
  return fmt::format("{:g} ({:g} to {:g}; {}, {}{})", use.value(), use.low(), use.high(),
                     use.operator_class().empty() ? "no entry" : use.operator_class(), use.basis(),
                     use.source().empty() ? "" : ": " + use.source());
}

// The pipe that takes longest decides: its lowest utilisation is the one to name.
double Utilisation(const v1::Kernel& kernel) {
  double lowest = 1;
  for (const v1::ComputeTerm& term : kernel.compute())
    lowest = std::min(lowest, term.utilisation());
  return lowest;
}

std::string ExpectedLines(const v1::DevicePrediction& device, const v1::Kernel& kernel) {
  std::string text = fmt::format("  compute efficiency {}\n  memory efficiency {}\n",
                                 EfficiencyText(kernel.compute_efficiency()),
                                 EfficiencyText(kernel.memory_efficiency()));
  if (const double utilisation = Utilisation(kernel); utilisation < 1)
    text += fmt::format("  the shapes fill {:.1f} % of the multiplying unit\n", utilisation * 100);
  if (kernel.one_core())
    text += "  runs on one core: waking the others would take longer than they save\n";
  text += fmt::format("  overlap {:g}: of the shorter of the two, this share is hidden\n",
                      device.overlap());
  for (const v1::TransferTerm& term : kernel.transfer()) {
    if (term.level() == kLayoutReorder) text += TransferLine(term);
  }
  text += fmt::format("  overhead {}\n", Time(kernel.overhead_seconds()));
  return text + fmt::format("  expected = c + m - overlap x min(c, m) + overhead = {} ({} to {})\n",
                            Time(kernel.expected_seconds()), Time(kernel.expected_low_seconds()),
                            Time(kernel.expected_high_seconds()));
}

std::string DeviceText(const v1::DevicePrediction& device, int layer) {
  const v1::Kernel& kernel = device.kernels(device.layers(layer).kernel());
  std::string text = fmt::format("\non {} ({})\n", device.id(), device.name());
  if (kernel.nodes_size() > 1) {
    text += fmt::format("kernel     {} of {} layers: {}\n", kernel.pattern(), kernel.nodes_size(),
                        fmt::join(kernel.nodes(), ", "));
  }
  if (kernel.executions() > 1) text += fmt::format("executions {}\n", kernel.executions());
  if (kernel.bound() == v1::BOUND_NONE) return text + "  computes nothing and moves nothing: 0 s\n";
  text += OperandTable(device, kernel) + "at peak rates\n" + PeakLines(kernel) + "expected\n" +
          ExpectedLines(device, kernel);
  text += fmt::format("bound by {}{}", BoundText(kernel.bound()),
                      kernel.bound_by().empty() ? "" : " (" + kernel.bound_by() + ")");
  if (kernel.has_margin()) text += fmt::format(", {:.2f} x the other", kernel.margin());
  return text + fmt::format("; with twice the bandwidth {}, with twice the peaks {}\n",
                            Time(kernel.double_bandwidth_seconds()),
                            Time(kernel.double_peak_seconds()));
}

}  // namespace

absl::StatusOr<std::string> ExplainLayer(const v1::Report& report, std::string_view layer) {
  ASSIGN_OR_RETURN(const int index, FindLayer(report, layer));
  std::string text = LayerText(report, report.layers(index));
  for (const v1::DevicePrediction& device : report.devices()) text += DeviceText(device, index);
  return text;
}

}  // namespace roofline
