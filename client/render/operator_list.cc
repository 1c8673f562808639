#include "client/render/operator_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "client/render/json.h"
#include "client/render/table.h"

namespace roofline {
namespace {

constexpr std::string_view kPageHead =
    "# Operators\n"
    "\n"
    "Written by `roofline ops --format markdown`; change the rules in this folder, not this page.\n"
    "\n"
    "What roofline counts for each operator. *versions* are those since which the operator is\n"
    "defined so; one that is counted differently by version has a row for each way. The work of "
    "an\n"
    "*exact* operator follows from its shapes; that of a *model* depends on the data or the\n"
    "algorithm, and the formula says what is assumed; *unknown* is reported as such, never as\n"
    "zero. In a formula, the name of an operand stands for its number of elements. Traffic is "
    "every\n"
    "input read once and every output written once unless the formula says otherwise.\n";

Cell TextCell(std::string_view text) { return Cell::Text(std::string(text)); }

Cell VersionsCell(const OperatorEntry& entry) {
  return Cell::Text(fmt::format("{}", fmt::join(entry.versions, " ")));
}

// Keeps '*' and '_' of a formula from being read as emphasis.
Cell CodeCell(std::string_view text) { return Cell::Text(fmt::format("`{}`", text)); }

Table MarkdownRows() {
  return {.columns = {{"op", "operator"},
                      {"versions", "versions"},
                      {"class", "class"},
                      {"exactness", "exactness"},
                      {"formula", "formula"},
                      {"source", "source"}}};
}

}  // namespace

std::string OperatorListText(const std::vector<OperatorEntry>& entries) {
  Table table{.columns = {{"domain", "domain"},
                          {"op", "operator"},
                          {"versions", "versions"},
                          {"class", "class"},
                          {"exactness", "exactness"},
                          {"formula", "formula"},
                          {"source", "source"}}};
  for (const OperatorEntry& entry : entries) {
    table.rows.push_back({TextCell(entry.domain), TextCell(entry.op), VersionsCell(entry),
                          TextCell(OperatorClassName(entry.op_class)),
                          TextCell(WorkPrecisionName(entry.precision)), TextCell(entry.formula),
                          TextCell(entry.source)});
  }
  return TextTable(table, CellFormat());
}

std::string OperatorListJson(const std::vector<OperatorEntry>& entries) {
  const Json json = ArrayOf(entries, [](const OperatorEntry& entry) -> Json {
    return {{"domain", entry.domain},
            {"op", entry.op},
            {"versions", entry.versions},
            {"class", OperatorClassName(entry.op_class)},
            {"exactness", WorkPrecisionName(entry.precision)},
            {"formula", entry.formula},
            {"source", entry.source}};
  });
  return json.dump(2) + "\n";
}

std::string OperatorListMarkdown(const std::vector<OperatorEntry>& entries) {
  std::string page(kPageHead);
  for (size_t first = 0; first < entries.size();) {
    const std::string_view domain = entries[first].domain;
    Table table = MarkdownRows();
    size_t next = first;
    for (; next < entries.size() && entries[next].domain == domain; ++next) {
      const OperatorEntry& entry = entries[next];
      table.rows.push_back({TextCell(entry.op), VersionsCell(entry),
                            TextCell(OperatorClassName(entry.op_class)),
                            TextCell(WorkPrecisionName(entry.precision)), CodeCell(entry.formula),
                            TextCell(entry.source)});
    }
    page += fmt::format("\n## {}\n\n{}", domain, MarkdownTable(table, CellFormat()));
    first = next;
  }
  return page;
}

}  // namespace roofline
