#include "costmodel/measurement/numbers.h"

#include <fmt/format.h>

#include <algorithm>

#include "costmodel/device/quantity_text.h"
#include "costmodel/error.h"
#include "costmodel/measurement/run_table.h"

namespace roofline {

absl::StatusOr<MeasuredRun> ReadNumbers(std::string_view text, const std::string& name) {
  MeasuredRun run{.format = "numbers", .file = name};
  RunTable table;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    const absl::StatusOr<Seconds> time = ParseSeconds(line);
    if (!time.ok()) return Annotate(time.status(), fmt::format("{}:{}", name, number));
    table.BeginRun();
    table.SetLatency(*time);
  }
  table.Summarize(Warmup::kDropFirst, run);
  return run;
}

}  // namespace roofline
