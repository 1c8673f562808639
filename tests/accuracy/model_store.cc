#include "tests/accuracy/model_store.h"

#include <algorithm>
#include <stdexcept>

#include "absl/status/statusor.h"
#include "client/examples/generator/networks.h"
#include "costmodel/error.h"

namespace roofline::accuracy {
namespace {

SkeletonPtr Checked(absl::StatusOr<Skeleton> skeleton) {
  if (!skeleton.ok()) throw std::invalid_argument(std::string(MessageOf(skeleton.status())));
  return std::make_shared<const Skeleton>(*std::move(skeleton));
}

constexpr int64_t kOpset = 13;

}  // namespace

SkeletonPtr ModelStore::Keep(const std::string& name, const std::function<std::string()>& bytes) {
  SkeletonPtr& kept = models_[name];
  if (kept == nullptr) kept = Checked(ReadSkeletonBytes(bytes(), name, ModelLimits{}));
  return kept;
}

SkeletonPtr ModelStore::Network(const std::string& name, bool bias_apart) {
  const auto networks = examples::Networks();
  const auto network = std::find_if(networks.begin(), networks.end(),
                                    [&](const auto& candidate) { return candidate.name == name; });
  if (network == networks.end()) throw std::invalid_argument("no network " + name);
  return Keep(name + (bias_apart ? " with biases apart" : ""), [&] {
    return examples::Generate(
        *network, bias_apart ? examples::Biases::kApart : examples::Biases::kInConvolutions);
  });
}

SkeletonPtr ModelStore::File(const std::string& path) {
  SkeletonPtr& kept = models_[path];
  if (kept == nullptr) kept = Checked(ReadSkeletonFile(path, ModelLimits{}));
  return kept;
}

SkeletonPtr ModelStore::Built(const std::string& name,
                              const std::function<void(examples::GraphBuilder&)>& build) {
  return Keep(name, [&] {
    examples::GraphBuilder builder(name, kOpset);
    build(builder);
    return builder.model().SerializeAsString();
  });
}

}  // namespace roofline::accuracy
