#include "client/render/sweep_render.h"

#include "client/render/json.h"
#include "client/render/report_text.h"
#include "client/render/table.h"

namespace roofline {
namespace {

Table SweepTable(const SweepResult& sweep) {
  Table table;
  const bool counted = sweep.batch_axis().has_value();
  const bool several = sweep.devices.size() > 1;
  for (const std::string& axis : sweep.axes) table.columns.push_back({axis, axis});
  for (const std::string& device : sweep.devices) {
    const std::string key = several ? device + "." : "";
    const std::string title = several ? device + " " : "";
    table.columns.push_back({key + "expected_seconds", title + "expected"});
    table.columns.push_back({key + "expected_low_seconds", "low"});
    table.columns.push_back({key + "expected_high_seconds", "high"});
    table.columns.push_back({key + "floor_seconds", "floor"});
    table.columns.push_back({key + "bound", "bound"});
    if (counted) table.columns.push_back({key + "items_per_second", "items/s"});
  }
  for (const v1::SweepPoint& point : sweep.points) {
    auto& row = table.rows.emplace_back();
    for (const int64_t value : point.values()) row.push_back(Cell::Integer(value));
    for (int i = 0; i < point.times_size(); ++i) {
      const v1::SweepTime& time = point.times(i);
      row.push_back(Cell::Seconds(time.expected_seconds()));
      row.push_back(Cell::Seconds(time.expected_low_seconds()));
      row.push_back(Cell::Seconds(time.expected_high_seconds()));
      row.push_back(Cell::Seconds(time.floor_seconds()));
      row.push_back(Cell::Text(std::string(BoundText(time.bound()))));
      if (!counted) continue;
      const auto throughput = sweep.Throughput(point, i);
      row.push_back(throughput ? Cell::Number(*throughput) : Cell());
    }
  }
  return table;
}

Json TimeJson(const v1::SweepTime& time) {
  Json json = {{"device", time.device()},
               {"compute_seconds", time.compute_seconds()},
               {"transfer_seconds", time.transfer_seconds()},
               {"floor_seconds", time.floor_seconds()},
               {"serial_seconds", time.serial_seconds()},
               {"overhead_seconds", time.overhead_seconds()},
               {"expected_seconds", time.expected_seconds()},
               {"expected_low_seconds", time.expected_low_seconds()},
               {"expected_high_seconds", time.expected_high_seconds()},
               {"bound", BoundText(time.bound())}};
  if (time.has_fits()) json["fits"] = time.fits();
  return json;
}

std::string SweepJson(const SweepResult& sweep) {
  Json points = Json::array();
  for (const v1::SweepPoint& point : sweep.points) {
    Json values = Json::object();
    for (size_t i = 0; i < sweep.axes.size(); ++i)
      values[sweep.axes[i]] = point.values(static_cast<int>(i));
    points.push_back({{"values", std::move(values)}, {"times", ArrayOf(point.times(), TimeJson)}});
  }
  const Json json = {{"schema_version", 1},
                     {"axes", sweep.axes},
                     {"devices", sweep.devices},
                     {"points", std::move(points)},
                     {"findings", SweepFindings(sweep)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string RenderSweep(const SweepResult& sweep, OutputFormat format, const CellFormat& cells) {
  if (format == OutputFormat::kJson) return SweepJson(sweep);
  const Table table = SweepTable(sweep);
  if (format == OutputFormat::kCsv) return CsvTable(table, cells);
  const bool markdown = format == OutputFormat::kMarkdown;
  std::string text = markdown ? MarkdownTable(table, cells) : TextTable(table, cells);
  const std::vector<std::string> findings = SweepFindings(sweep);
  if (!findings.empty()) text += "\n";
  for (const std::string& line : findings) text += (markdown ? "- " : "") + line + "\n";
  return text;
}

}  // namespace roofline
