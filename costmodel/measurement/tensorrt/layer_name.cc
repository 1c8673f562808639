#include "costmodel/measurement/tensorrt/layer_name.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace roofline {
namespace {

constexpr std::string_view kForeignNode = "{ForeignNode[";
constexpr std::string_view kForeignEnd = "]}";
constexpr std::string_view kPwnPrefix = "PWN(";

bool AllDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Cuts "_myl3_7", which Myelin appends: its graph and the number in it.
std::string_view WithoutMyelin(std::string_view name) {
  const size_t at = name.rfind("_myl");
  if (at == std::string_view::npos) return name;
  const std::string_view numbers = name.substr(at + 4);
  const size_t underscore = numbers.find('_');
  const bool fits = underscore != std::string_view::npos &&
                    AllDigits(numbers.substr(0, underscore)) &&
                    AllDigits(numbers.substr(underscore + 1));
  return fits ? name.substr(0, at) : name;
}

// A part of a name as a model node; nullopt for a layer that TensorRT made up.
std::optional<std::string> NodeOf(std::string_view part) {
  while (part.starts_with(' ')) part.remove_prefix(1);
  while (part.ends_with(' ')) part.remove_suffix(1);
  if (part.starts_with("(Unnamed Layer") || part.starts_with("__my")) return std::nullopt;
  part = WithoutMyelin(part);
  if (part.empty()) return std::nullopt;
  return std::string(part);
}

// Splits at " + ", " || " and, inside PWN(...), ", ", and takes PWN( ) off. Other parentheses
// belong to names.
class NameSplitter {
 public:
  std::vector<std::string> Split(std::string_view name) {
    while (!name.empty()) name.remove_prefix(Step(name));
    EndPart();
    return std::move(nodes_);
  }

 private:
  // How much of the rest has been dealt with.
  size_t Step(std::string_view rest) {
    const bool in_name = !open_.empty() && open_.back() == Bracket::kName;
    if (rest.starts_with(kPwnPrefix)) {
      open_.push_back(Bracket::kPointwise);
      return kPwnPrefix.size();
    }
    for (const std::string_view joint : {" + ", " || ", ", "}) {
      if (in_name || !rest.starts_with(joint)) continue;
      if (joint == ", " && open_.empty()) continue;
      EndPart();
      return joint.size();
    }
    const char c = rest.front();
    if (c == '(') open_.push_back(Bracket::kName);
    if (c == ')' && !open_.empty()) {
      const Bracket closed = open_.back();
      open_.pop_back();
      if (closed == Bracket::kPointwise) return 1;
    }
    part_ += c;
    return 1;
  }

  void EndPart() {
    std::optional<std::string> node = NodeOf(std::exchange(part_, ""));
    if (node && std::ranges::find(nodes_, *node) == nodes_.end()) {
      nodes_.push_back(*std::move(node));
    }
  }

  enum class Bracket { kPointwise, kName };
  std::vector<Bracket> open_;
  std::string part_;
  std::vector<std::string> nodes_;
};

bool IsInserted(std::string_view name) {
  return name.starts_with("Reformatting CopyNode") || name.starts_with("[HostToDevice") ||
         name.starts_with("[DeviceToHost") || name.ends_with(" copy");
}

}  // namespace

void InterpretLayerName(MeasuredKernel& kernel) {
  const std::string_view name = kernel.name;
  kernel.inserted = IsInserted(name);
  if (kernel.inserted) return;
  if (!name.starts_with(kForeignNode)) {
    kernel.node_names = NameSplitter().Split(name);
    return;
  }
  const size_t end = name.rfind(kForeignEnd);
  const std::string_view inner = name.substr(
      kForeignNode.size(), end == std::string_view::npos ? end : end - kForeignNode.size());
  const size_t dots = inner.find("...");
  kernel.node_range = dots != std::string_view::npos;
  kernel.node_names.clear();
  if (kernel.node_range) {
    kernel.node_names = {std::string(inner.substr(0, dots)), std::string(inner.substr(dots + 3))};
  } else if (auto node = NodeOf(inner)) {
    kernel.node_names = {*std::move(node)};
  }
}

std::vector<std::string> NodesInMetadata(std::string_view metadata) {
  constexpr std::string_view kOpen = "[ONNX Layer: ";
  std::vector<std::string> nodes;
  for (size_t at = metadata.find(kOpen); at != std::string_view::npos; at = metadata.find(kOpen)) {
    metadata.remove_prefix(at + kOpen.size());
    // The next entry follows a control character or at once; a name may hold brackets.
    const size_t next = metadata.find(kOpen);
    const size_t end = metadata.substr(0, next).rfind(']');
    if (end == std::string_view::npos) break;
    std::string node(metadata.substr(0, end));
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace roofline
