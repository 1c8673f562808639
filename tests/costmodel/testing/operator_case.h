#ifndef ROOFLINE_TESTS_COSTMODEL_TESTING_OPERATOR_CASE_H_
#define ROOFLINE_TESTS_COSTMODEL_TESTING_OPERATOR_CASE_H_

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "costmodel/graph/graph.h"
#include "costmodel/operators/fact.h"
#include "costmodel/operators/work.h"

namespace roofline::testing {

inline constexpr DType kF32 = DType::kFloat32;
inline constexpr DType kF16 = DType::kFloat16;
inline constexpr DType kI64 = DType::kInt64;
inline constexpr DType kI32 = DType::kInt32;
inline constexpr DType kI8 = DType::kInt8;

struct OperatorResult {
  absl::Status status;  // of infer, then of counting
  std::vector<Fact> outputs;
  Work work;

  // "2x3", "bounded" marks left out; the status text when there was an error.
  std::string shape(int i = 0) const;
  std::vector<int64_t> ints(int i = 0) const;  // content of output i; empty when unknown
  std::vector<double> floats(int i = 0) const;
};

// One node run through its rule as the interpreter would, without a model around it:
//   OperatorCase("Conv", 11).In(DType::kFloat32, {1, 3, 8, 8}).In(DType::kFloat32, {4, 3, 3,
//   3}).Ints("pads", {1,1,1,1}).Run()
class OperatorCase {
 public:
  explicit OperatorCase(const std::string& op, int opset, const std::string& domain = "");
  OperatorCase(OperatorCase&&) = default;  // a copy would keep names of the original's table

  OperatorCase& In(DType dtype, Shape shape);      // content unknown
  OperatorCase& In(std::vector<int64_t> content);  // 1-D int64, known
  OperatorCase& InInts(DType dtype, Shape shape,
                       std::vector<int64_t> content);  // known integers or bools
  OperatorCase& InFloats(DType dtype, Shape shape, std::vector<double> content);
  OperatorCase& InFact(Fact fact);
  OperatorCase& None();  // an optional input left out

  OperatorCase& Int(const std::string& name, int64_t value);
  OperatorCase& Float(const std::string& name, double value);
  OperatorCase& String(const std::string& name, const std::string& value);
  OperatorCase& Ints(const std::string& name, std::vector<int64_t> value);
  OperatorCase& Floats(const std::string& name, std::vector<double> value);
  OperatorCase& Strings(const std::string& name, const std::vector<std::string>& value);
  OperatorCase& TensorAttr(const std::string& name, Tensor value);
  OperatorCase& Outputs(int count);  // default 1

  // Throws std::invalid_argument when there is no rule, so that the test fails.
  OperatorResult Run() const;

 private:
  std::string_view Own(std::string_view text) { return strings_.Intern(text); }
  template <class T>
  OperatorCase& Attr(const std::string& name, T value);

  StringTable strings_;
  Node node_;
  int opset_;
  std::vector<Fact> inputs_;
  std::vector<bool> present_;
  int outputs_ = 1;
};

// A node of the operators that ONNX Runtime adds.
inline OperatorCase Contrib(const std::string& op) { return OperatorCase(op, 1, "com.microsoft"); }

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_TESTING_OPERATOR_CASE_H_
