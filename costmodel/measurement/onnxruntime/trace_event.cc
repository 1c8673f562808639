#include "costmodel/measurement/onnxruntime/trace_event.h"

#include <fmt/format.h>

#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "costmodel/error.h"
#include "costmodel/measurement/text_check.h"

namespace roofline {
namespace {

constexpr int64_t kMaxEventBytes = int64_t{4} << 20;
constexpr int64_t kMaxMicroseconds = int64_t{1} << 52;  // 142 years; sums stay far from overflow
constexpr size_t kMaxShapes = 1024;
constexpr size_t kTraceEventMaxRank = 64;
constexpr int kTraceEventMaxDepth = 64;

// Where in the file a value stands; what is not listed is passed over.
enum class TraceEventPlace {
  kTop,
  kEvents,
  kEvent,
  kArguments,
  kShapeList,
  kTypedShape,
  kShape,
  kIgnored
};

class TraceHandler : public nlohmann::json_sax<nlohmann::json> {
 public:
  TraceHandler(TextStream& text, const std::function<absl::Status(const TraceEvent&)>& take)
      : text_(text), take_(take) {
    text_.LimitNext(kMaxEventBytes);
  }

  const absl::Status& status() const { return status_; }
  int64_t events() const { return events_; }
  bool begun() const { return begun_; }

  bool null() override { return Scalar("null"); }
  bool boolean(bool) override { return Scalar("a truth value"); }
  bool number_integer(number_integer_t value) override { return Number(value); }
  bool number_unsigned(number_unsigned_t value) override {
    if (place() == TraceEventPlace::kEvent && key_ == "tid") {
      event_.thread = static_cast<int64_t>(value);  // may be a hash of 64 bits
      return true;
    }
    return value > static_cast<uint64_t>(kMaxMicroseconds) ? Number(kMaxMicroseconds + 1)
                                                           : Number(static_cast<int64_t>(value));
  }
  bool number_float(number_float_t value, const string_t&) override {
    const bool fits = value > -static_cast<double>(kMaxMicroseconds) &&
                      value < static_cast<double>(kMaxMicroseconds);  // false for NaN
    return Number(fits ? static_cast<int64_t>(value) : kMaxMicroseconds + 1);
  }
  bool binary(binary_t&) override { return true; }

  bool string(string_t& value) override {
    switch (place()) {
      case TraceEventPlace::kEvent:
        if (key_ == "dur" || key_ == "ts") return Refuse(key_ + " is not a number");
        [[fallthrough]];
      case TraceEventPlace::kArguments:
        if (std::string* text = TextOf(key_)) *text = std::move(value);
        return true;
      default:
        return Scalar("a string");
    }
  }

  bool key(string_t& value) override {
    key_ = std::move(value);
    return true;
  }

  bool start_object(std::size_t) override {
    switch (place()) {
      case TraceEventPlace::kTop:
        return Refuse("an object; expected the list of events of a profile");
      case TraceEventPlace::kEvents:
        event_ = TraceEvent();
        has_duration_ = has_start_ = false;
        return Enter(TraceEventPlace::kEvent);
      case TraceEventPlace::kEvent:
        return Enter(key_ == "args" ? TraceEventPlace::kArguments : TraceEventPlace::kIgnored);
      case TraceEventPlace::kShapeList:
        return Enter(TraceEventPlace::kTypedShape);
      default:
        return Enter(TraceEventPlace::kIgnored);
    }
  }

  bool end_object() override {
    const bool whole = place() == TraceEventPlace::kEvent;
    places_.pop_back();
    return whole ? Deliver() : true;
  }

  bool start_array(std::size_t) override {
    switch (place()) {
      case TraceEventPlace::kTop:
        begun_ = true;
        return Enter(TraceEventPlace::kEvents);
      case TraceEventPlace::kArguments:
        shapes_ = key_ == "input_type_shape"    ? &event_.input_shapes
                  : key_ == "output_type_shape" ? &event_.output_shapes
                                                : nullptr;
        return Enter(shapes_ == nullptr ? TraceEventPlace::kIgnored : TraceEventPlace::kShapeList);
      case TraceEventPlace::kTypedShape:
        if (shapes_->size() >= kMaxShapes) return Enter(TraceEventPlace::kIgnored);
        shapes_->emplace_back();
        return Enter(TraceEventPlace::kShape);
      default:
        return Enter(TraceEventPlace::kIgnored);
    }
  }

  bool end_array() override {
    places_.pop_back();
    return true;
  }

  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    // Its text starts with an identifier in brackets: "[json.exception.parse_error.101] ...".
    const std::string_view text = error.what();
    const size_t start = text.find("] ");
    return Refuse(Shown(text.substr(start == std::string_view::npos ? 0 : start + 2), 200));
  }

 private:
  TraceEventPlace place() const { return places_.empty() ? TraceEventPlace::kTop : places_.back(); }

  bool Enter(TraceEventPlace inner) {
    if (places_.size() >= kTraceEventMaxDepth) return Refuse("nested too deep");
    places_.push_back(inner);
    return true;
  }

  // The text that `key` sets at the place reached; null when it sets none.
  std::string* TextOf(std::string_view key) {
    if (place() == TraceEventPlace::kEvent) {
      return key == "cat" ? &event_.category : key == "name" ? &event_.name : nullptr;
    }
    return key == "op_name"      ? &event_.op
           : key == "provider"   ? &event_.provider
           : key == "node_index" ? &event_.node_index
                                 : nullptr;
  }

  bool Refuse(std::string_view problem) {
    status_ = Error(
        Reason::kInvalidMeasurement,
        fmt::format("{}: ONNX Runtime profile, event {}: {}", text_.name(), events_ + 1, problem));
    return false;
  }

  bool Scalar(std::string_view what) {
    if (place() == TraceEventPlace::kTop || place() == TraceEventPlace::kEvents) {
      return Refuse(fmt::format("{}; expected an event", what));
    }
    if (place() == TraceEventPlace::kEvent && (key_ == "dur" || key_ == "ts")) {
      return Refuse(key_ + " is not a number");
    }
    return true;
  }

  bool Number(int64_t value) {
    if (place() == TraceEventPlace::kShape) {
      std::vector<int64_t>& shape = shapes_->back();
      if (shape.size() < kTraceEventMaxRank) shape.push_back(value);
      return true;
    }
    if (place() != TraceEventPlace::kEvent) return Scalar("a number");
    if (key_ != "dur" && key_ != "ts") return true;
    if (value < -kMaxMicroseconds || value > kMaxMicroseconds) {
      return Refuse(key_ + " is out of range");
    }
    if (key_ == "dur" && value < 0) return Refuse("dur is negative");
    (key_ == "dur" ? event_.duration_us : event_.start_us) = value;
    (key_ == "dur" ? has_duration_ : has_start_) = true;
    return true;
  }

  bool Deliver() {
    if (event_.category.empty() || !has_duration_ || !has_start_) {
      return Refuse("lacks cat, ts or dur; expected an event of ONNX Runtime");
    }
    ++events_;
    text_.LimitNext(kMaxEventBytes);
    status_ = take_(event_);
    return status_.ok();
  }

  TextStream& text_;
  const std::function<absl::Status(const TraceEvent&)>& take_;
  absl::Status status_;
  std::vector<TraceEventPlace> places_;
  std::string key_;
  TraceEvent event_;
  bool has_duration_ = false;
  bool has_start_ = false;
  std::vector<std::vector<int64_t>>* shapes_ = nullptr;
  int64_t events_ = 0;
  bool begun_ = false;
};

}  // namespace

absl::StatusOr<TraceEnd> ParseTrace(TextStream& text,
                                    const std::function<absl::Status(const TraceEvent&)>& take) {
  TraceHandler handler(text, take);
  std::istream stream(&text);
  const bool whole = nlohmann::json::sax_parse(stream, &handler);
  RETURN_IF_ERROR(text.status());
  if (!whole && !(text.exhausted() && handler.begun())) return handler.status();
  return TraceEnd{.events = handler.events(), .truncated = !whole};
}

}  // namespace roofline
