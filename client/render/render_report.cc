#include "client/render/render_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "client/render/coverage_text.h"
#include "client/render/report_json.h"
#include "client/render/report_text.h"
#include "costmodel/counted.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

std::string Render(const Table& table, const RenderOptions& options) {
  switch (options.format) {
    case OutputFormat::kMarkdown:
      return MarkdownTable(table, options.cells);
    case OutputFormat::kCsv:
      return CsvTable(table, options.cells);
    default:
      return TextTable(table, options.cells);
  }
}

// "resnet50.onnx: float32 1x3x224x224 -> float32 1x1000"
std::string ModelLine(const v1::ModelFacts& model, const CellFormat& format) {
  std::string line = fmt::format("{}: opset {}, {} parameters, {} of weights", model.name(),
                                 model.opset(), format.Format(Cell::Count(model.parameters())),
                                 format.Format(Cell::Bytes(model.weight_bytes())));
  for (const v1::Tensor& input : model.inputs()) {
    line +=
        fmt::format("\n  input  {} {} {}", input.name(), input.data_type(),
                    input.shape_known() ? fmt::format("{}", fmt::join(input.shape(), "x")) : "?");
  }
  for (const v1::Tensor& output : model.outputs()) {
    line +=
        fmt::format("\n  output {} {} {}", output.name(), output.data_type(),
                    output.shape_known() ? fmt::format("{}", fmt::join(output.shape(), "x")) : "?");
  }
  return line;
}

std::string TotalsLine(const v1::Report& report, const CellFormat& format) {
  const v1::Totals& totals = report.totals();
  return fmt::format("{}: {} MACs, {} FLOPs, {} read, {} written (convention {})",
                     Counted(totals.layers(), "layer"), format.Format(Cell::Count(totals.macs())),
                     format.Format(Cell::Count(totals.flops())),
                     format.Format(Cell::Bytes(totals.read_bytes())),
                     format.Format(Cell::Bytes(totals.write_bytes())), report.convention());
}

std::string WarningLines(const v1::Report& report) {
  std::string lines;
  for (const std::string& warning : report.warnings())
    lines += fmt::format("warning: {}\n", warning);
  for (const v1::DevicePrediction& device : report.devices()) {
    for (const std::string& warning : device.warnings())
      lines += fmt::format("warning: {}: {}\n", device.id(), warning);
  }
  return lines;
}

// "fused as runtimes do, caches warm"
std::string ScenarioLine(const v1::Report& report) {
  const v1::Scenario& scenario = report.scenario();
  std::string text = fmt::format("scenario: fusion {}, memory {}", FusionText(scenario.fusion()),
                                 MemoryStateText(scenario.memory()));
  if (!scenario.precision().empty()) text += fmt::format(", precision {}", scenario.precision());
  if (!scenario.weights().empty()) text += fmt::format(", weights {}", scenario.weights());
  if (scenario.has_threads()) text += fmt::format(", threads {}", scenario.threads());
  if (scenario.host_transfer()) text += ", host transfer";
  if (scenario.channels_last()) text += ", channels last";
  return text;
}

std::string MemoryLine(const v1::MemoryFootprint& memory, const CellFormat& format) {
  return fmt::format("memory: {} of weights + {} of activations at the peak ({})",
                     format.Format(Cell::Bytes(memory.weight_bytes())),
                     format.Format(Cell::Bytes(memory.peak_activation_bytes())),
                     memory.peak_layer());
}

// "decode: 1 new token after 1024 in each of 4 sequences; ..."
std::string DecoderLine(const v1::DecoderFacts& decoder, const CellFormat& format) {
  return fmt::format(
      "{}: {} after {} in each of {}; {} B of keys and values per token, {} "
      "cached after it; {} of weights read",
      decoder.run().phase() == v1::DECODER_PHASE_PREFILL ? "prefill" : "decode",
      Counted(decoder.run().tokens(), "new token"), decoder.run().past(),
      Counted(decoder.sequences(), "sequence"), decoder.cache_bytes_per_token(),
      format.Format(Cell::Bytes(decoder.cache_bytes())),
      format.Format(Cell::Bytes(decoder.weight_read_bytes())));
}

// What fusion saves and what comes once per inference, where there is any.
std::string DeviceLines(const v1::Report& report, const CellFormat& format) {
  std::string lines;
  for (const v1::DevicePrediction& device : report.devices()) {
    const v1::DeviceTotals& totals = device.totals();
    std::string line = fmt::format(
        "{}: {}, {} of overhead", device.id(), Counted(totals.kernels().total(), "kernel"),
        format.Format(
            Cell::Seconds(totals.overhead_seconds() + totals.inference_overhead_seconds())));
    if (totals.has_separate_expected_seconds()) {
      line += fmt::format(
          "; fusion saves {} of floor, {} of expected",
          format.Format(Cell::Seconds(totals.separate_floor_seconds() - totals.floor_seconds())),
          format.Format(
              Cell::Seconds(totals.separate_expected_seconds() - totals.expected_seconds())));
    }
    if (totals.has_dispatch_seconds()) {
      line += fmt::format("; the host hands operators over in {}, the device waits {} for it",
                          format.Format(Cell::Seconds(totals.dispatch_seconds())),
                          format.Format(Cell::Seconds(totals.dispatch_wait_seconds())));
    }
    if (totals.has_host_transfer_seconds()) {
      line += fmt::format("; host transfer {}",
                          format.Format(Cell::Seconds(totals.host_transfer_seconds())));
    }
    if (totals.has_tokens_per_second())
      line += fmt::format("; {:.4g} tokens/s", totals.tokens_per_second());
    lines += line + "\n";
  }
  return lines;
}

// Times and counts say what they are once, below the table.
std::string Legend(const v1::Report& report) {
  std::string text =
      "floor: sum over kernels of max(compute, transfer), nothing is faster under this fusion; "
      "serial: their sum, no overlap;\nexpected (low to high): at the efficiencies that runtimes "
      "reach, with the overhead of each kernel\n";
  if (report.devices_size() > 1) {
    text += fmt::format("speed: expected of {} / expected of the device\n", report.devices(0).id());
  }
  if (report.has_measured_latency_seconds()) text += "efficiency: floor / measured\n";
  return text;
}

// A few devices stand beside each other: a row each would not fit a terminal.
Table DevicesForPeople(const v1::Report& report, const RenderOptions& options) {
  constexpr int kBesideEachOther = 4;
  Table devices = DeviceTable(report);
  const bool turned =
      options.format == OutputFormat::kText && report.devices_size() <= kBesideEachOther;
  return turned ? Turned(devices, options.cells) : devices;
}

absl::StatusOr<std::string> Summary(const v1::Report& report, const RenderOptions& options) {
  const bool markdown = options.format == OutputFormat::kMarkdown;
  ASSIGN_OR_RETURN(const Table operators, OperatorTable(report, options.selection));
  const std::string end_of_block = markdown ? "\n\n" : "\n";
  std::string text = ModelLine(report.model(), options.cells) + end_of_block;
  text += TotalsLine(report, options.cells) + end_of_block;
  text += fmt::format("{}{}", fmt::join(CoverageLines(report), end_of_block), end_of_block);
  text += MemoryLine(report.memory(), options.cells) + end_of_block;
  if (report.has_decoder()) text += DecoderLine(report.decoder(), options.cells) + end_of_block;
  text += ScenarioLine(report) + "\n\n";
  if (!report.devices().empty()) {
    text += Render(DevicesForPeople(report, options), options) + "\n" +
            DeviceLines(report, options.cells) + Legend(report) + "\n";
  }
  return text + Render(operators, options);
}

}  // namespace

absl::StatusOr<std::string> RenderReport(const v1::Report& report, const RenderOptions& options) {
  if (options.format == OutputFormat::kJson) return ReportJson(report);
  const bool csv = options.format == OutputFormat::kCsv;
  std::string text;
  switch (options.view) {
    case ReportView::kSummary: {
      if (csv) return Render(DeviceTable(report), options);
      ASSIGN_OR_RETURN(text, Summary(report, options));
      break;
    }
    case ReportView::kLayers: {
      ASSIGN_OR_RETURN(const Table table, LayerTable(report, options.selection));
      text = Render(table, options);
      break;
    }
    case ReportView::kKernels: {
      ASSIGN_OR_RETURN(const Table table, KernelTable(report, options.selection));
      text = Render(table, options);
      break;
    }
    case ReportView::kOperators: {
      ASSIGN_OR_RETURN(const Table table, OperatorTable(report, options.selection));
      text = Render(table, options);
      break;
    }
  }
  const std::string warnings = csv ? "" : WarningLines(report);
  return warnings.empty() ? text : fmt::format("{}\n{}", text, warnings);
}

}  // namespace roofline
