#ifndef ROOFLINE_COSTMODEL_OPERATORS_ML_SCORES_H_
#define ROOFLINE_COSTMODEL_OPERATORS_ML_SCORES_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "costmodel/operators/node_view.h"
#include "costmodel/operators/work.h"

// What the classifiers and regressors of ai.onnx.ml share.

namespace roofline {

// X as [samples, features]; a vector is one sample.
struct Samples {
  int64_t count = 0;
  int64_t features = 0;
};
absl::StatusOr<Samples> ReadSamples(const NodeView& node);

// Class labels, whichever of the two lists is there.
struct ClassLabels {
  int64_t count = 0;
  DType dtype = DType::kInt64;
};
ClassLabels ReadLabels(const NodeView& node, std::string_view ints = "classlabels_ints",
                       std::string_view strings = "classlabels_strings");

// Entries of a list attribute of floats or ints; 0 when it is absent.
int64_t FloatCount(const NodeView& node, std::string_view name);
int64_t IntCount(const NodeView& node, std::string_view name);

// Elements of a float list that may also come as a tensor named <name>_as_tensor.
Count WeightCount(const NodeView& node, std::string_view name);

// The post_transform of `rows` x `columns` scores: NONE, SOFTMAX, LOGISTIC, SOFTMAX_ZERO, PROBIT.
void AddPostTransform(std::string_view transform, Count rows, Count columns, Work& work);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_ML_SCORES_H_
