#ifndef ROOFLINE_TESTS_ACCURACY_NETWORK_NAMES_H_
#define ROOFLINE_TESTS_ACCURACY_NETWORK_NAMES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace roofline::accuracy {

// A published network as the generator builds it.
struct NetworkName {
  std::string network;  // of the generator
  std::string family;
  std::map<std::string, int64_t> dims = {};  // besides the batch
};

// The network that `model` stands for where `framework` ran it: the benchmarks of several
// frameworks give one name to different layouts. nullopt for one that the generator does not have.
std::optional<NetworkName> FindNetworkName(const std::string& model, const std::string& framework);

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_NETWORK_NAMES_H_
