#include <fmt/format.h>

#include <array>
#include <cstdint>

#include "costmodel/operators/operator_rule.h"

namespace roofline {
namespace {

// Height and width as the header of the file states them.
struct ImageSize {
  int64_t height = 0;
  int64_t width = 0;
};

// `count` bytes from `at` on as one number.
int64_t ReadNumber(const std::vector<int64_t>& bytes, size_t at, size_t count, bool big_endian) {
  int64_t number = 0;
  for (size_t k = 0; k < count; ++k) {
    number = number << 8 | (bytes[at + (big_endian ? k : count - 1 - k)] & 0xFF);
  }
  return number;
}

bool StartsWith(const std::vector<int64_t>& bytes, std::string_view magic) {
  for (size_t k = 0; k < magic.size(); ++k) {
    if (k >= bytes.size() || bytes[k] != static_cast<unsigned char>(magic[k])) return false;
  }
  return true;
}

// PNG (IHDR at byte 16) and BMP (BITMAPINFOHEADER at byte 14); the height of a BMP is negative when
// its rows go downwards.
std::optional<ImageSize> SizeFromHeader(const std::vector<int64_t>& bytes) {
  constexpr size_t kHeader = 26;
  if (bytes.size() < kHeader) return std::nullopt;
  if (StartsWith(bytes, "\x89PNG")) {
    return ImageSize{.height = ReadNumber(bytes, 20, 4, true),
                     .width = ReadNumber(bytes, 16, 4, true)};
  }
  if (StartsWith(bytes, "BM")) {
    const auto height = static_cast<int32_t>(ReadNumber(bytes, 22, 4, false));
    return ImageSize{.height = std::abs(int64_t{height}), .width = ReadNumber(bytes, 18, 4, false)};
  }
  return std::nullopt;
}

absl::Status InferImageDecoder(const NodeView& node, OutputFacts& out) {
  if (Rank(node.shape(0)) != 1) return node.Conflict("expected the encoded bytes: rank 1");
  const auto* bytes = node.ints(0);
  const auto size = bytes != nullptr ? SizeFromHeader(*bytes) : std::nullopt;
  if (!size) return node.NeedsValue(0, "the size of the image (the header of a PNG or BMP file)");
  const int64_t channels = node.attr_string("pixel_format", "RGB") == "Grayscale" ? 1 : 3;
  out.Set(0, DType::kUint8, {size->height, size->width, channels});
  return absl::OkStatus();
}

}  // namespace

std::vector<OperatorRule> ImageDecoderRules() {
  return {
      {.op = "ImageDecoder",
       .versions = {20},
       .op_class = OperatorClass::kOther,
       .infer = InferImageDecoder,
       .formula = "traffic only: the work of a codec depends on the content",
       .source = "ONNX operator ImageDecoder",
       .precision = WorkPrecision::kUnknown},
  };
}

}  // namespace roofline
