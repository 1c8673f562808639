#include "client/commands/scenario_options.h"

#include <map>
#include <string>

#include "client/commands/one_of.h"
#include "client/commands/whole_number.h"
#include "costmodel/utf8.h"

namespace roofline {
namespace {

const std::map<std::string, v1::Fusion> kFusions = {{"none", v1::FUSION_NONE},
                                                    {"runtime", v1::FUSION_RUNTIME}};
const std::map<std::string, v1::MemoryState> kMemoryStates = {{"warm", v1::MEMORY_STATE_WARM},
                                                              {"cold", v1::MEMORY_STATE_COLD},
                                                              {"dram", v1::MEMORY_STATE_DRAM}};

}  // namespace

void AddScenarioOptions(CLI::App& command, v1::Scenario& scenario) {
  command
      .add_option_function<v1::Fusion>(
          "--fusion", [&scenario](const v1::Fusion& fusion) { scenario.set_fusion(fusion); },
          "kernels: runtime (default, fused as inference runtimes do) or none (each layer its own)")
      ->transform(OneOf(kFusions))
      ->option_text("FUSION");
  command.add_option_function<std::string>(
      "--precision",
      [&scenario](const std::string& name) { scenario.set_precision(EscapeInvalidUtf8(name)); },
      "what if tensors and arithmetic were fp32, tf32, fp16, bf16, fp8, int8 or int4");
  command.add_option_function<std::string>(
      "--weights",
      [&scenario](const std::string& name) { scenario.set_weights(EscapeInvalidUtf8(name)); },
      "format of weight matrices in memory alone, e.g. int4");
  command
      .add_option_function<v1::MemoryState>(
          "--memory", [&scenario](const v1::MemoryState& memory) { scenario.set_memory(memory); },
          "warm (default: repeated inference), cold (caches empty at the start), dram (no caches)")
      ->transform(OneOf(kMemoryStates))
      ->option_text("STATE");
  command
      .add_option_function<int64_t>(
          "--threads", [&scenario](const int64_t& threads) { scenario.set_threads(threads); },
          "threads of a CPU, one per core (default: all cores)")
      ->check(WholeNumber(1))
      ->option_text("N");
  command.add_flag_callback(
      "--host-transfer", [&scenario] { scenario.set_host_transfer(true); },
      "add the transfer of inputs to the device and of outputs back");
  command.add_flag_callback(
      "--channels-last", [&scenario] { scenario.set_channels_last(true); },
      "without fusion: images keep their channels last, nothing is transposed for matrix units");
}

}  // namespace roofline
