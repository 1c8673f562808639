#include "client/render/evaluation_render.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "client/render/report_text.h"
#include "client/render/selection.h"
#include "client/render/table.h"
#include "costmodel/counted.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

constexpr int64_t kUsualRows = 10;
constexpr int kMaxNamed = 5;

const std::vector<std::string> kUsualGroupColumns = {"name",
                                                     "op",
                                                     "measured_seconds",
                                                     "floor_seconds",
                                                     "expected_seconds",
                                                     "unexplained_seconds",
                                                     "efficiency",
                                                     "achieved_flops_per_second",
                                                     "achieved_bytes_per_second",
                                                     "bound"};

Cell OptionalFraction(bool there, double value) { return there ? Cell::Fraction(value) : Cell(); }

std::vector<Cell> GroupRow(const v1::EvaluatedGroup& group, double total) {
  return {Cell::Text(group.name()),
          Cell::Text(group.op()),
          Cell::Text(fmt::format("{}", fmt::join(group.nodes(), " "))),
          Cell::Text(fmt::format("{}", fmt::join(group.measured_kernels(), " "))),
          Cell::Text(group.matched_by()),
          Cell::Seconds(group.measured_seconds()),
          Cell::Fraction(total > 0 ? group.measured_seconds() / total : 0),
          Cell::Fraction(group.relative_spread()),
          Cell::Seconds(group.floor_seconds()),
          Cell::Seconds(group.expected_seconds()),
          Cell::Seconds(group.unexplained_seconds()),
          OptionalFraction(group.has_efficiency(), group.efficiency()),
          group.has_achieved_flops_per_second() ? Cell::Rate(group.achieved_flops_per_second())
                                                : Cell(),
          group.has_achieved_bytes_per_second() ? Cell::Bandwidth(group.achieved_bytes_per_second())
                                                : Cell(),
          Cell::Text(std::string(BoundText(group.bound()))),
          group.has_measured_operations() ? Cell::Number(group.measured_operations()) : Cell(),
          Cell::Number(group.operations()),
          Cell::Text(fmt::format("{}", fmt::join(group.flags(), "; ")))};
}

Table GroupTable(const v1::Evaluation& evaluation, bool ranked) {
  Table table{.columns = {{"name", "layer"},
                          {"op", "op"},
                          {"nodes", "nodes"},
                          {"measured_kernels", "kernels"},
                          {"matched_by", "matched by"},
                          {"measured_seconds", "measured"},
                          {"share", "share"},
                          {"relative_spread", "spread"},
                          {"floor_seconds", "floor"},
                          {"expected_seconds", "expected"},
                          {"unexplained_seconds", "unexplained"},
                          {"efficiency", "efficiency"},
                          {"achieved_flops_per_second", "achieved"},
                          {"achieved_bytes_per_second", "moved"},
                          {"bound", "bound"},
                          {"measured_operations", "counted by hardware"},
                          {"operations", "operations"},
                          {"flags", "flags"}}};
  for (int i = 0; i < evaluation.groups_size(); ++i) {
    const int index = ranked ? evaluation.ranking(i) : i;
    table.rows.push_back(GroupRow(evaluation.groups(index), evaluation.kernel_seconds()));
  }
  return table;
}

std::string Head(const v1::Evaluation& evaluation, const CellFormat& format) {
  const auto time = [&](double seconds) { return format.Format(Cell::Seconds(seconds)); };
  const auto percent = [&](double part) { return format.Format(Cell::Fraction(part)); };
  std::string text = fmt::format("{} on {}: {} ({}", evaluation.model().name(), evaluation.device(),
                                 evaluation.measured_file(), evaluation.measured_format());
  if (evaluation.runs() > 0) {
    text += fmt::format(", {}, {} for warm-up dropped", Counted(evaluation.runs(), "run"),
                        evaluation.warmup_runs_dropped());
  }
  text += ")\n";
  const v1::DeviceTotals& predicted = evaluation.predicted();
  if (evaluation.has_latency_seconds())
    text += fmt::format("measured   {} end to end\n", time(evaluation.latency_seconds()));
  if (evaluation.groups_size() + evaluation.unmatched_size() + evaluation.inserted_size() > 0) {
    text += fmt::format("kernels    {} matched + {} of the runtime's own + {} others",
                        time(evaluation.kernel_seconds()), time(evaluation.inserted_seconds()),
                        time(evaluation.other_seconds()));
    if (evaluation.has_residual_seconds())
      text += fmt::format("; end to end less kernels {}", time(evaluation.residual_seconds()));
    text += fmt::format("\nmatched    {} of the kernels' time\n",
                        percent(evaluation.matched_time_share()));
  }
  text += fmt::format("predicted  floor {}, expected {} ({} to {}), bound by {}\n",
                      time(predicted.floor_seconds()), time(predicted.expected_seconds()),
                      time(predicted.expected_low_seconds()),
                      time(predicted.expected_high_seconds()), BoundText(predicted.bound()));
  if (evaluation.has_efficiency())
    text += fmt::format("efficiency {} (floor / measured)\n", percent(evaluation.efficiency()));
  if (evaluation.has_measured_operations()) {
    text += fmt::format("operations {:.4g} by the hardware's counters, {:.4g} counted\n",
                        evaluation.measured_operations(), evaluation.counted_operations());
  }
  return text;
}

std::string Flags(const v1::Evaluation& evaluation) {
  std::string text;
  for (const v1::EvaluatedGroup& group : evaluation.groups()) {
    for (const std::string& flag : group.flags())
      text += fmt::format("flag: {}: {}\n", group.name(), flag);
  }
  return text;
}

template <class List, class NameOf>
std::string Leftovers(std::string_view noun, std::string_view which, const List& list,
                      const NameOf& name_of) {
  if (list.empty()) return "";
  std::vector<std::string> names;
  for (int i = 0; i < std::min(list.size(), kMaxNamed); ++i) names.push_back(name_of(list[i]));
  return fmt::format("{} {}: {}{}\n", Counted(list.size(), noun), which, fmt::join(names, ", "),
                     list.size() > kMaxNamed ? ", ..." : "");
}

std::string Tail(const v1::Evaluation& evaluation, const CellFormat& format) {
  const auto timed = [&](const v1::LeftoverKernel& kernel) {
    return fmt::format("{} ({})", kernel.name(), format.Format(Cell::Seconds(kernel.seconds())));
  };
  std::string text = Flags(evaluation);
  text += Leftovers("kernel", "of the runtime's own", evaluation.inserted(), timed);
  text += Leftovers("kernel", "without a layer", evaluation.unmatched(), timed);
  text += Leftovers("layer", "without a measured kernel", evaluation.unmatched_layers(),
                    [](const std::string& name) { return name; });
  for (const std::string& warning : evaluation.warnings())
    text += fmt::format("warning: {}\n", warning);
  return text;
}

}  // namespace

absl::StatusOr<std::string> RenderEvaluation(const v1::Evaluation& evaluation, OutputFormat format,
                                             const CellFormat& cells,
                                             const TableSelection& selection) {
  if (format == OutputFormat::kJson) return EvaluationJson(evaluation);
  if (format == OutputFormat::kCsv) {
    Table all = GroupTable(evaluation, false);
    std::vector<std::string> keys;
    for (const TableColumn& column : all.columns) keys.push_back(column.key);
    ASSIGN_OR_RETURN(const Table table, Select(std::move(all), selection, keys));
    return CsvTable(table, cells);
  }
  TableSelection rows = selection;
  if (rows.top == 0) rows.top = kUsualRows;
  std::string text = Head(evaluation, cells);
  if (!evaluation.groups().empty()) {
    ASSIGN_OR_RETURN(const Table table,
                     Select(GroupTable(evaluation, true), rows, kUsualGroupColumns));
    const bool markdown = format == OutputFormat::kMarkdown;
    text += "\nwhere the time goes that the prediction does not explain:\n\n" +
            (markdown ? MarkdownTable(table, cells) : TextTable(table, cells));
  }
  const std::string tail = Tail(evaluation, cells);
  return tail.empty() ? text : text + "\n" + tail;
}

}  // namespace roofline
