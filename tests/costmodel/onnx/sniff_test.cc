#include "costmodel/onnx/sniff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "costmodel/error.h"
#include "costmodel/onnx/skeleton.h"

namespace roofline {
namespace {

using ::testing::HasSubstr;
using std::string_literals::operator""s;

struct SniffCase {
  std::string name;
  std::string file_name;
  std::string head;
  std::string what;
};

std::string Zip(const std::string& member) {
  return "PK\x03\x04"s + std::string(26, '\0') + member;
}

std::vector<SniffCase> SniffCases() {
  return {
      {"Empty", "m.onnx", "", "an empty file"},
      {"GitLfs", "m.onnx", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
       "a Git LFS pointer"},
      {"TfLite", "m.tflite", "\x1c\0\0\0TFL3\x14\0"s, "a TensorFlow Lite model"},
      {"TfLiteOther", "m.onnx", "\x20\0\0\0TFL3\x14\0"s, "a TensorFlow Lite model"},
      {"Ort", "m.ort", "\x18\0\0\0ORTM\0\0"s, "an ONNX Runtime .ort model"},
      {"TorchScript", "m.pt", Zip("model/data.pkl"), "a PyTorch or TorchScript file"},
      {"Npz", "m.npz", Zip("arr_0.npy"), "a NumPy .npz archive"},
      {"KerasZip", "m.keras", Zip("config.json"), "a Keras model"},
      {"Zip", "m.zip", Zip("m.onnx"), "a zip archive"},
      {"Gzip", "m.onnx.gz", "\x1f\x8b\x08\0\0"s, "a gzip archive"},
      {"Xz", "m.onnx.xz",
       "\xfd"
       "7zXZ\0"s,
       "an xz archive"},
      {"Hdf5", "m.h5", "\x89HDF\r\n\x1a\n\0\0"s, "an HDF5 file"},
      {"Safetensors", "m.safetensors", "\x40\x01\0\0\0\0\0\0{\"__metadata__\""s, "a safetensors"},
      {"Pickle", "m.pth", "\x80\x02}q\0("s, "a Python pickle"},
      {"Gguf", "m.gguf", "GGUF\x03\0\0\0"s, "a GGUF model"},
      {"TensorRt", "m.engine", "ptrt\x01\0\0\0"s, "a TensorRT engine"},
      {"TensorRtNew", "m.plan", "ftrt\x01\0\0\0"s, "a TensorRT engine"},
      {"OpenVino", "m.xml", "<?xml version=\"1.0\"?>\n<net name=\"m\" version=\"11\">", "OpenVINO"},
      {"Html", "m.onnx", "\n<!DOCTYPE html><html>", "an HTML page"},
      {"Json", "m.json", "{\"a\": 1}", "a JSON file"},
      {"OnnxText", "m.txt", "<\n ir_version: 8\n>\ng (float[N] x) => (float[N] y) {}",
       "a model in ONNX text syntax"},
      {"Prototxt", "m.prototxt", "layer { name: \"a\" }", "a protobuf text file"},
      {"Text", "m.txt", "hello", "a text file"},
      {"SavedModel", "saved_model.pb", "\x08\x01\x12\x06\x0a\x04\x12\x02\x08\x01",
       "a TensorFlow SavedModel"},
      {"FrozenGraph", "g.pb", "\x0a\x10\x0a\x01x\x12\x0bPlaceholder", "a TensorFlow frozen graph"},
      {"CoreMl", "m.mlmodel", "\x08\x04\x12\x02\x0a\0"s, "a Core ML model"},
      {"Tensor", "input_0.pb", "\x08\x02\x10\x01\x4a\x08\0\0\0\0\0\0\0\0"s, "an ONNX tensor"},
      {"Int64Tensor", "input_0.pb", "\x08\x01\x10\x07\x3a\x02\x12\x00"s, "an ONNX tensor"},
  };
}

class SniffTest : public ::testing::TestWithParam<SniffCase> {};

TEST_P(SniffTest, SaysWhatTheFileIs) {
  const SniffCase& param = GetParam();
  const auto kind = Sniff(param.head, param.file_name);
  ASSERT_TRUE(kind.has_value());
  EXPECT_THAT(kind->what, HasSubstr(param.what));
  EXPECT_FALSE(kind->advice.empty());
}

TEST_P(SniffTest, ReadingItAsAModelSaysSo) {
  const SniffCase& param = GetParam();
  for (const size_t padding : {0, 2000}) {
    if (padding > 0 && param.head.empty()) continue;
    const auto result =
        ReadSkeletonBytes(param.head + std::string(padding, ' '), param.file_name, ModelLimits());
    EXPECT_EQ(ReasonOf(result.status()), Reason::kNotOnnx) << MessageOf(result.status());
    EXPECT_THAT(std::string(MessageOf(result.status())),
                HasSubstr(param.file_name + ": not an ONNX model: this is "));
    EXPECT_THAT(std::string(MessageOf(result.status())), HasSubstr(param.what));
  }
}

INSTANTIATE_TEST_SUITE_P(All, SniffTest, ::testing::ValuesIn(SniffCases()),
                         [](const auto& param) { return param.param.name; });

TEST(SniffTest, WhatFitsNothingIsNotGuessed) {
  EXPECT_FALSE(Sniff("\x01\x02\x03\x04\x05", "m.bin").has_value());
  const auto result = ReadSkeletonBytes("\x01\x02\x03\x04\x05", "m.bin", ModelLimits());
  EXPECT_EQ(ReasonOf(result.status()), Reason::kNotOnnx);
}

}  // namespace
}  // namespace roofline
