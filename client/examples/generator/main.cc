// roofline-generate-examples OUTDIR: writes the example models into OUTDIR.

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "client/examples/generator/networks.h"

namespace {

bool WriteFile(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  return !file.fail();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: roofline-generate-examples OUTDIR\n");
    return 2;
  }
  for (const roofline::examples::Network& network : roofline::examples::Networks()) {
    if (!network.shipped) continue;
    const std::filesystem::path path =
        std::filesystem::path(argv[1]) / fmt::format("{}.onnx", network.name);
    if (!WriteFile(path, roofline::examples::Generate(network))) {
      fmt::print(stderr, "cannot write {}: is {} a folder you may write to?\n", path.string(),
                 argv[1]);
      return 1;
    }
  }
  return 0;
}
