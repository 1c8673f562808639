#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "costmodel/operators/fact_merge.h"
#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

using Facts = std::vector<Fact>;

void SetSequence(OutputFacts& out, Facts elements, bool length_known = true) {
  Fact sequence;
  sequence.kind = TypeKind::kSequence;
  sequence.length_known = length_known;
  if (!length_known) sequence.mark = Mark::kBounded;
  sequence.elements = std::make_shared<const Facts>(std::move(elements));
  out.SetFact(0, std::move(sequence));
}

absl::Status CheckSequence(const NodeView& node) {
  if (node.has_input(0) && node.input(0).kind == TypeKind::kSequence) return absl::OkStatus();
  return node.Conflict("expected a sequence as input 0");
}

// Position at input `i` in [0, count]; nullopt when it is not known before the run.
absl::StatusOr<std::optional<size_t>> PositionAt(const NodeView& node, int i, int64_t count,
                                                 int64_t last) {
  const auto* content = node.ints(i);
  if (content == nullptr) return std::optional<size_t>();
  if (content->size() != 1) return node.Conflict("expected one position");
  const int64_t position = content->front() < 0 ? content->front() + count : content->front();
  if (position < 0 || position > last) {
    return node.Conflict(
        fmt::format("position {} is outside of a sequence of {}", content->front(), count));
  }
  return std::optional<size_t>(static_cast<size_t>(position));
}

Facts ElementsOf(const Fact& sequence) { return sequence.elements ? *sequence.elements : Facts(); }

// A sequence of `count` of which it is not known which element stands where.
Facts AnyOrder(const Facts& elements, size_t count) {
  if (elements.empty()) return {};
  Fact all = elements.front();
  for (const Fact& element : elements) all = Merged(all, element);
  return Facts(count, all);
}

absl::Status InferConstruct(const NodeView& node, OutputFacts& out) {
  Facts elements;
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (!node.has_input(i)) return node.Conflict(fmt::format("input {} is required", i));
    elements.push_back(node.input(i));
  }
  SetSequence(out, std::move(elements));
  return absl::OkStatus();
}

absl::Status InferEmpty(const NodeView& /*node*/, OutputFacts& out) {
  SetSequence(out, {});
  return absl::OkStatus();
}

absl::Status InferLength(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(CheckSequence(node));
  out.Set(0, DType::kInt64, {});
  const Fact& sequence = node.input(0);
  if (sequence.length_known && sequence.elements)
    out.SetInts(0, {static_cast<int64_t>(sequence.elements->size())});
  return absl::OkStatus();
}

absl::Status InferAt(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(CheckSequence(node));
  const Fact& sequence = node.input(0);
  const Facts elements = ElementsOf(sequence);
  if (sequence.length_known && sequence.elements) {
    const auto count = static_cast<int64_t>(elements.size());
    ASSIGN_OR_RETURN(const std::optional<size_t> position, PositionAt(node, 1, count, count - 1));
    if (position) {
      out.SetFact(0, elements[*position]);
      return absl::OkStatus();
    }
  }
  if (std::optional<Fact> any = RepresentativeOf(sequence)) out.SetFact(0, *std::move(any));
  return absl::OkStatus();
}

absl::Status InferInsert(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(CheckSequence(node));
  const Fact& sequence = node.input(0);
  Facts elements = ElementsOf(sequence);
  const auto count = static_cast<int64_t>(elements.size());
  if (!sequence.length_known || !sequence.elements) {
    elements.push_back(node.input(1));
    SetSequence(out, AnyOrder(elements, 1), false);
    return absl::OkStatus();
  }
  std::optional<size_t> position = elements.size();
  if (node.has_input(2)) {
    ASSIGN_OR_RETURN(position, PositionAt(node, 2, count, count));
  }
  elements.insert(elements.begin() + static_cast<ptrdiff_t>(position.value_or(elements.size())),
                  node.input(1));
  SetSequence(out, position ? elements : AnyOrder(elements, elements.size()));
  return absl::OkStatus();
}

absl::Status InferErase(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(CheckSequence(node));
  const Fact& sequence = node.input(0);
  Facts elements = ElementsOf(sequence);
  if (!sequence.length_known || !sequence.elements) {
    SetSequence(out, std::move(elements), false);
    return absl::OkStatus();
  }
  if (elements.empty()) return node.Conflict("the sequence is empty");
  const auto count = static_cast<int64_t>(elements.size());
  std::optional<size_t> position = elements.size() - 1;
  if (node.has_input(1)) {
    ASSIGN_OR_RETURN(position, PositionAt(node, 1, count, count - 1));
  }
  if (position) {
    elements.erase(elements.begin() + static_cast<ptrdiff_t>(*position));
  } else {
    elements = AnyOrder(elements, elements.size() - 1);
  }
  SetSequence(out, std::move(elements));
  return absl::OkStatus();
}

template <class T>
TensorPtr SliceOf(const std::vector<T>& content, DType dtype, Shape shape, int64_t begin,
                  int64_t end) {
  return std::make_shared<Tensor>(Tensor{
      dtype, std::move(shape), std::vector<T>(content.begin() + begin, content.begin() + end)});
}

// Elements [start, start + size) of `x` along `axis`.
Fact PartOf(const Fact& x, int axis, int64_t start, int64_t size, bool keep_axis) {
  Shape shape = *x.shape;
  const auto at = static_cast<size_t>(axis);
  shape[at] = size;
  Fact part = TensorFact(x.dtype, shape);
  if (!keep_axis) part.shape->erase(part.shape->begin() + axis);
  if (axis != 0 || !x.value) return part;
  const int64_t row = (*x.shape)[0] == 0 ? 0 : Elements(*x.shape).value() / (*x.shape)[0];
  if (const auto* ints = x.value->ints())
    part.value = SliceOf(*ints, x.dtype, *part.shape, start * row, (start + size) * row);
  if (const auto* floats = x.value->floats())
    part.value = SliceOf(*floats, x.dtype, *part.shape, start * row, (start + size) * row);
  return part;
}

// The extents of the parts along the axis; nullopt when only a run tells.
absl::StatusOr<std::optional<std::vector<int64_t>>> PartSizes(const NodeView& node, int64_t extent,
                                                              int64_t max_parts) {
  using Sizes = std::vector<int64_t>;
  int64_t chunk = 1;
  if (node.has_input(1)) {
    const auto* split = node.ints(1);
    if (split == nullptr) return std::optional<Sizes>();
    if (node.has_shape(1) && !node.shape(1).empty()) {
      Count sum;
      for (const int64_t size : *split) sum += Count(size);
      if (sum != Count(extent))
        return node.Conflict(fmt::format("the parts do not add up to {}", extent));
      return std::optional<Sizes>(*split);
    }
    if (split->size() != 1 || split->front() < 1)
      return node.Conflict("expected a positive part size");
    chunk = split->front();
  }
  const int64_t parts = extent / chunk + (extent % chunk == 0 ? 0 : 1);
  if (parts > max_parts) return std::optional<Sizes>();
  Sizes sizes(static_cast<size_t>(parts), chunk);
  if (extent % chunk != 0) sizes.back() = extent % chunk;
  return std::optional<Sizes>(std::move(sizes));
}

absl::Status InferSequenceSplit(const NodeView& node, OutputFacts& out) {
  const Fact& x = node.input(0);
  if (!x.shape) return node.Conflict("expected a tensor as input 0");
  ASSIGN_OR_RETURN(const int axis, node.Axis(node.attr_int("axis", 0), Rank(*x.shape)));
  const int64_t extent = (*x.shape)[static_cast<size_t>(axis)];
  const bool keep_axis = node.has_input(1) || node.attr_int("keepdims", 1) != 0;
  ASSIGN_OR_RETURN(const auto sizes, PartSizes(node, extent, out.max_value_elements()));
  if (!sizes) {
    Fact part = PartOf(x, axis, 0, node.has_input(1) ? extent : 1, keep_axis);
    part.value = nullptr;
    if (node.has_input(1)) part.mark = Mark::kBounded;
    SetSequence(out, {std::move(part)}, false);
    return absl::OkStatus();
  }
  Facts elements;
  int64_t start = 0;
  for (const int64_t size : *sizes) {
    elements.push_back(PartOf(x, axis, start, size, keep_axis));
    start += size;
  }
  SetSequence(out, std::move(elements));
  return absl::OkStatus();
}

// Content of tensors of rank 0 or 1 put one after the other.
template <class T>
std::optional<std::vector<T>> Chained(const Facts& elements,
                                      const std::vector<T>* (Tensor::*list)() const) {
  std::vector<T> content;
  for (const Fact& element : elements) {
    const std::vector<T>* part = element.value ? (element.value.get()->*list)() : nullptr;
    if (part == nullptr || Rank(*element.shape) > 1) return std::nullopt;
    content.insert(content.end(), part->begin(), part->end());
  }
  return content;
}

absl::Status InferSequenceConcat(const NodeView& node, OutputFacts& out) {
  RETURN_IF_ERROR(CheckSequence(node));
  const Fact& sequence = node.input(0);
  // How many there are decides the shape.
  if (!sequence.length_known || !sequence.elements) return absl::OkStatus();
  const Facts& elements = *sequence.elements;
  if (elements.empty()) return node.Conflict("the sequence is empty");
  for (const Fact& element : elements) {
    if (!element.shape) return absl::OkStatus();
  }
  const bool new_axis = node.attr_int("new_axis", 0) != 0;
  Shape shape = *elements.front().shape;
  ASSIGN_OR_RETURN(const int axis,
                   node.Axis(node.attr_int("axis", 0), Rank(shape) + (new_axis ? 1 : 0)));
  const auto at = static_cast<size_t>(axis);
  if (new_axis) shape.insert(shape.begin() + axis, 0);
  Count extent;
  Mark mark = Mark::kExact;
  for (const Fact& element : elements) {
    Shape other = *element.shape;
    if (new_axis) other.insert(other.begin() + std::min(axis, Rank(other)), 1);
    if (other.size() != shape.size()) return node.Conflict("the elements differ in rank");
    extent += Count(other[at]);
    other[at] = shape[at];
    if (other != shape) return node.Conflict("the elements differ outside of the axis");
    mark = Worst(mark, element.mark);
  }
  if (!extent.ok()) return node.Conflict("the output is too large");
  shape[at] = extent.value();
  out.Set(0, elements.front().dtype, std::move(shape), mark);
  if (auto ints = Chained(elements, &Tensor::ints)) out.SetInts(0, *std::move(ints));
  if (auto floats = Chained(elements, &Tensor::floats)) out.SetFloats(0, *std::move(floats));
  return absl::OkStatus();
}

// Sequences hold their tensors by reference.
void WorkOfSequence(const NodeView& /*node*/, Work& work) {
  for (Count& bytes : work.read_bytes) bytes = 0;
  for (Count& bytes : work.write_bytes) bytes = 0;
}

void WorkAt(const NodeView& /*node*/, Work& work) {
  if (!work.write_bytes.empty()) work.read_bytes[0] = work.write_bytes[0];
}

void WorkInsert(const NodeView& /*node*/, Work& work) {
  work.read_bytes[0] = 0;
  work.write_bytes[0] = work.read_bytes[1];
}

OperatorRule Rule(std::string_view op, InferRule infer, WorkRule work, std::string_view formula,
                  int min_inputs, std::vector<int> versions = {11}) {
  return {.op = op,
          .versions = std::move(versions),
          .op_class = OperatorClass::kSequence,
          .infer = infer,
          .work = work,
          .formula = formula,
          .source = "ONNX operator of this name",
          .min_inputs = min_inputs};
}

}  // namespace

std::vector<OperatorRule> SequenceRules() {
  return {
      Rule("ConcatFromSequence", InferSequenceConcat, nullptr,
           "no arithmetic; reads all elements, writes y", 1),
      Rule("SequenceAt", InferAt, WorkAt, "no arithmetic; reads and writes one element", 2),
      Rule("SequenceConstruct", InferConstruct, nullptr, "no arithmetic; copies its inputs", 1),
      Rule("SequenceEmpty", InferEmpty, WorkOfSequence, "nothing", 0),
      Rule("SequenceErase", InferErase, WorkOfSequence, "nothing: elements are held by reference",
           1),
      Rule("SequenceInsert", InferInsert, WorkInsert, "no arithmetic; copies the new element", 2),
      Rule("SequenceLength", InferLength, WorkOfSequence, "nothing: the length is known", 1),
      Rule("SplitToSequence", InferSequenceSplit, nullptr,
           "no arithmetic; reads x, writes all elements", 1, {11, 24}),
  };
}

}  // namespace roofline
