#include "costmodel/onnx/sha256.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "costmodel/error.h"

namespace roofline {

absl::StatusOr<std::string> Sha256Hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest = {};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    return Error(Reason::kInternal, "SHA-256 is not available in the crypto library");
  }
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", digest.at(i));
  return hex;
}

}  // namespace roofline
