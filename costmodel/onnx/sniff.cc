#include "costmodel/onnx/sniff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "costmodel/ascii.h"
#include "costmodel/error.h"

namespace roofline {
namespace {

using std::string_view_literals::operator""sv;

struct Magic {
  size_t offset;
  std::string_view bytes;
  std::string_view what;
  std::string_view advice;
};

constexpr std::string_view kUnpack = "unpack it first";
constexpr std::string_view kTorchExport = "export it with torch.onnx.export";
constexpr std::string_view kTfExport = "convert it with tf2onnx";

constexpr std::array kMagics = {
    Magic{0, "version https://git-lfs"sv, "a Git LFS pointer, not the file it points to",
          "run `git lfs pull`"},
    Magic{4, "TFL3"sv, "a TensorFlow Lite model", "convert it with `tf2onnx --tflite`"},
    Magic{4, "ORTM"sv, "an ONNX Runtime .ort model", "give the .onnx file it was made from"},
    Magic{0, "\x89HDF\r\n\x1a\n"sv, "an HDF5 file (Keras weights or model)", kTfExport},
    Magic{0, "GGUF"sv, "a GGUF model (llama.cpp)", "export the original network to ONNX"},
    Magic{0, "ptrt"sv, "a TensorRT engine", "give the .onnx file it was built from"},
    Magic{0, "ftrt"sv, "a TensorRT engine", "give the .onnx file it was built from"},
    Magic{0, "\x1f\x8b"sv, "a gzip archive", kUnpack},
    Magic{0,
          "\xfd"
          "7zXZ"sv,
          "an xz archive", kUnpack},
    Magic{0, "BZh"sv, "a bzip2 archive", kUnpack},
    Magic{0, "\x28\xb5\x2f\xfd"sv, "a zstd archive", kUnpack},
    Magic{0, "7z\xbc\xaf\x27\x1c"sv, "a 7-Zip archive", kUnpack},
    Magic{257, "ustar"sv, "a tar archive", kUnpack},
    Magic{0, "\x93NUMPY"sv, "a NumPy array", "give the model, not its data"},
    Magic{0,
          "\x7f"
          "ELF"sv,
          "a Linux program or library", "give the .onnx file"},
    Magic{0, "%PDF-"sv, "a PDF document", "give the .onnx file"},
    Magic{0, "\x89PNG"sv, "a PNG image", "give the .onnx file"},
    Magic{0, "\xff\xd8\xff"sv, "a JPEG image", "give the .onnx file"},
};

FileKind MakeKind(std::string_view what, std::string_view advice) {
  return {std::string(what), std::string(advice)};
}

// A zip archive is told by the names of its first members, which stand readable in their headers.
std::optional<FileKind> SniffZip(std::string_view head) {
  if (!head.starts_with("PK\x03\x04"sv)) return std::nullopt;
  if (Contains(head, "data.pkl") || Contains(head, "/code/") || Contains(head, "constants.pkl")) {
    return MakeKind("a PyTorch or TorchScript file", kTorchExport);
  }
  if (Contains(head, ".npy"))
    return MakeKind("a NumPy .npz archive", "give the model, not its data");
  if (Contains(head, "model.weights.h5") || Contains(head, "config.json")) {
    return MakeKind("a Keras model", kTfExport);
  }
  if (Contains(head, "Manifest.json")) {
    return MakeKind("a Core ML package", "export the original network to ONNX");
  }
  return MakeKind("a zip archive", kUnpack);
}

// safetensors: an 8-byte little-endian length and that many bytes of JSON
// (https://github.com/huggingface/safetensors#format).
std::optional<FileKind> SniffSafetensors(std::string_view head) {
  if (head.size() < 10 || head[8] != '{' || head[6] != 0 || head[7] != 0) return std::nullopt;
  return MakeKind("a safetensors file: weights without a network",
                  "export the network they belong to to ONNX");
}

// Pickle protocol 2 to 5: the PROTO opcode, the version, and then a container, a global or a frame.
std::optional<FileKind> SniffPickle(std::string_view head) {
  if (head.size() < 3 || head[0] != '\x80' || head[1] < 2 || head[1] > 5) return std::nullopt;
  return MakeKind("a Python pickle (an old PyTorch checkpoint?)", kTorchExport);
}

bool IsText(std::string_view head) {
  return !head.empty() && std::none_of(head.begin(), head.end(), [](unsigned char c) {
    return c == 0x7f || (c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f');
  });
}

std::optional<FileKind> SniffText(std::string_view head, const std::string& lower_name) {
  if (!IsText(head)) return std::nullopt;
  if (head.starts_with("\xef\xbb\xbf"sv)) head.remove_prefix(3);
  const size_t start = head.find_first_not_of(" \t\r\n");
  const std::string text = Lower(start == std::string_view::npos ? "" : head.substr(start));
  if (text.starts_with("<!doctype html") || text.starts_with("<html")) {
    return MakeKind("an HTML page, perhaps a failed download", "download the file itself");
  }
  if (text.starts_with("<net ") || (text.starts_with("<?xml") && Contains(text, "<net "))) {
    return MakeKind("an OpenVINO IR description", "give the .onnx file it was converted from");
  }
  if (text.starts_with("<?xml")) return MakeKind("an XML file", "give the .onnx file");
  if (text.starts_with("<") && Contains(text, "ir_version")) {
    return MakeKind("a model in ONNX text syntax",
                    "give it in binary form (onnx.parser, onnx.save)");
  }
  if (text.starts_with("{") || text.starts_with("[")) {
    return MakeKind("a JSON file", "give the .onnx file");
  }
  if (Contains(text, "ir_version:") || lower_name.ends_with(".prototxt")) {
    return MakeKind("a protobuf text file", "give the model in binary form");
  }
  return MakeKind("a text file", "give the .onnx file");
}

std::optional<FileKind> SniffExtension(const std::string& lower_name) {
  if (lower_name.ends_with(".mlmodel")) {
    return MakeKind("a Core ML model", "export the original network to ONNX");
  }
  if (lower_name.ends_with(".caffemodel")) {
    return MakeKind("a Caffe model", "convert it to ONNX");
  }
  if (lower_name.ends_with(".engine") || lower_name.ends_with(".plan")) {
    return MakeKind("a TensorRT engine", "give the .onnx file it was built from");
  }
  return std::nullopt;
}

// Protobuf messages have no magic; these are the first fields of those that get mistaken for a
// model.
std::optional<FileKind> SniffProtobuf(std::string_view head, const std::string& lower_name) {
  // SavedModel: saved_model_schema_version = 1, meta_graphs (tensorflow/core/protobuf).
  if (head.starts_with("\x08\x01\x12"sv) && lower_name.ends_with(".pb")) {
    return MakeKind("a TensorFlow SavedModel", kTfExport);
  }
  // GraphDef: node { name, op } (tensorflow/core/framework/graph.proto).
  if (head.size() > 3 && head[0] == '\x0a' && Contains(head, "Placeholder")) {
    return MakeKind("a TensorFlow frozen graph", kTfExport);
  }
  // TensorProto: dims as numbers or data_type, then content (onnx/onnx.proto).
  if ((head.starts_with("\x08"sv) || head.starts_with("\x10"sv)) && lower_name.ends_with(".pb")) {
    return MakeKind("perhaps an ONNX tensor (test data), but no model", "give the .onnx file");
  }
  return std::nullopt;
}

}  // namespace

std::optional<FileKind> Sniff(std::string_view head, std::string_view file_name) {
  if (head.empty()) return MakeKind("an empty file", "download or export it again");
  for (const Magic& magic : kMagics) {
    if (head.size() > magic.offset && head.substr(magic.offset).starts_with(magic.bytes)) {
      return MakeKind(magic.what, magic.advice);
    }
  }
  const std::string lower_name = Lower(file_name);
  if (auto kind = SniffZip(head)) return kind;
  if (auto kind = SniffSafetensors(head)) return kind;
  if (auto kind = SniffPickle(head)) return kind;
  if (auto kind = SniffText(head, lower_name)) return kind;
  if (auto kind = SniffProtobuf(head, lower_name)) return kind;
  return SniffExtension(lower_name);
}

absl::Status NotOnnxError(std::string_view name, const FileKind& kind) {
  return Error(Reason::kNotOnnx,
               fmt::format("{}: not an ONNX model: this is {}; {}", name, kind.what, kind.advice));
}

}  // namespace roofline
