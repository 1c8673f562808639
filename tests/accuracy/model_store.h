#ifndef ROOFLINE_TESTS_ACCURACY_MODEL_STORE_H_
#define ROOFLINE_TESTS_ACCURACY_MODEL_STORE_H_

#include <functional>
#include <map>
#include <string>

#include "client/examples/generator/graph_builder.h"
#include "tests/accuracy/accuracy_case.h"

namespace roofline::accuracy {

// Models by a name of their own, each made once. All throw std::invalid_argument for what is not
// there or is no model.
class ModelStore {
 public:
  // A network of the generator. `bias_apart`: with the biases of convolutions as nodes of their
  // own, as frameworks that fuse nothing run them.
  SkeletonPtr Network(const std::string& name, bool bias_apart);
  SkeletonPtr File(const std::string& path);
  // A graph built on the spot; `name` stands for all it was built from.
  SkeletonPtr Built(const std::string& name,
                    const std::function<void(examples::GraphBuilder&)>& build);

 private:
  SkeletonPtr Keep(const std::string& name, const std::function<std::string()>& bytes);

  std::map<std::string, SkeletonPtr> models_;
};

}  // namespace roofline::accuracy

#endif  // ROOFLINE_TESTS_ACCURACY_MODEL_STORE_H_
