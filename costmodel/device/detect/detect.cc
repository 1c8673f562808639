#include "costmodel/device/detect/detect.h"

#include <fmt/format.h>

#include <iterator>

#include "costmodel/device/device_name.h"
#include "costmodel/device/quantity_text.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

// A YAML text in quotes; the system's strings may hold anything.
std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) continue;
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

// Three digits: more would only be noise.
template <class Q>
std::string Rounded(Q quantity) {
  return QuantityText(Q(std::stod(fmt::format("{:.3g}", quantity.value()))));
}

template <class Q>
std::string Measured(Q quantity) {
  return fmt::format("{{value: {}, basis: measured}}", Rounded(quantity));
}

// Sockets that do not hold the same number of usable cores count as one.
int EqualSockets(const Topology& topology) {
  return topology.cores % topology.sockets == 0 ? topology.sockets : 1;
}

std::string CacheLine(const MachineCache& cache, int sockets, BytesPerSecond bandwidth) {
  std::string scope = "socket";
  if (cache.one_core_each && cache.level < 3) {
    scope = "core";
  } else if (cache.instances > sockets) {
    scope = fmt::format("cluster, count: {}", cache.instances / sockets);
  }
  return fmt::format(
      "  - {{level: L{}, scope: {}, size: {{value: {}, source: system}}, bandwidth: {}}}\n",
      cache.level, scope, QuantityText(Bytes(static_cast<double>(cache.size_bytes))),
      Measured(bandwidth / cache.instances));
}

}  // namespace

std::string MachineProfileYaml(const std::string& id, const Topology& topology,
                               const Kernels& kernels, const Measurement& measured) {
  const int sockets = EqualSockets(topology);
  std::string yaml = "# Written by `roofline devices detect`.\n";
  auto out = std::back_inserter(yaml);
  fmt::format_to(out, "id: {}\nname: {}\n", id,
                 Quoted(topology.model.empty() ? "This machine" : topology.model));
  if (!topology.vendor.empty()) fmt::format_to(out, "vendor: {}\n", Quoted(topology.vendor));
  fmt::format_to(out, "kind: cpu\narchitecture: {}\n", Quoted(kernels.instruction_set));
  fmt::format_to(out,
                 "note: {} cores of this machine, one thread each; {} loops.\n\n"
                 "sources:\n"
                 "  run: short FMA, read and triad runs on all cores, best of several\n"
                 "  system: /proc and /sys of the machine\n"
                 "source: run\n\n",
                 topology.cores, kernels.instruction_set);
  fmt::format_to(out,
                 "compute:\n"
                 "  sockets: {{value: {}, source: system}}\n"
                 "  cores: {{value: {}, source: system}}\n"
                 "  simd_lanes: {{value: {}, source: system}}\n"
                 "  peak:\n    vector:\n      fp32: {}\n      fp64: {}\n\n",
                 sockets, topology.cores / sockets, kernels.fp32_lanes,
                 Measured(measured.fp32 / sockets), Measured(measured.fp64 / sockets));
  yaml += "memory:\n";
  if (topology.memory_bytes > 0) {
    fmt::format_to(out, "  size: {{value: {}, source: system}}\n",
                   Rounded(Bytes(static_cast<double>(topology.memory_bytes) / sockets)));
  }
  fmt::format_to(out, "  bandwidth: {}\n  core_bandwidth: {}\n",
                 Measured(measured.memory / sockets), Measured(measured.core_memory));
  if (!topology.caches.empty()) yaml += "\ncaches:\n";
  for (size_t i = 0; i < topology.caches.size() && i < measured.caches.size(); ++i) {
    yaml += CacheLine(topology.caches[i], sockets, measured.caches[i]);
  }
  return yaml;
}

absl::StatusOr<std::string> DetectProfileYaml(const DetectOptions& options) {
  if (!IsDeviceId(options.id)) {
    return Error(Reason::kInvalidArgument,
                 fmt::format("--id '{}': expected {}", options.id, kDeviceIdForm));
  }
  const Topology topology = ReadTopology("", UsableCpus());
  const Kernels kernels = SupportedKernels().front();
  ASSIGN_OR_RETURN(const Measurement measured, MeasureMachine(topology, kernels, options.seconds));
  return MachineProfileYaml(options.id, topology, kernels, measured);
}

}  // namespace roofline
