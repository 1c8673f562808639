#ifndef ROOFLINE_TESTS_COSTMODEL_MEASUREMENT_FIXTURE_H_
#define ROOFLINE_TESTS_COSTMODEL_MEASUREMENT_FIXTURE_H_

#include <string>
#include <string_view>

#include "costmodel/measurement/measured_run.h"
#include "costmodel/measurement/read_measured.h"

namespace roofline::testing {

std::string FixturePath(std::string_view name);
std::string FixtureText(std::string_view name);

// What a file in fixtures/, or a text, says; throws std::runtime_error with the error if it is
// refused.
MeasuredRun ReadFixture(std::string_view name, const ReadMeasuredOptions& options = {});
MeasuredRun ReadText(std::string_view text, const ReadMeasuredOptions& options = {});

// The only kernel of that name; throws std::runtime_error when there is none or several.
const MeasuredKernel& KernelNamed(const MeasuredRun& run, std::string_view name);
// Seconds of all kernels together.
double TotalOf(const MeasuredRun& run);

// Events of an ONNX Runtime profile; `more` is put into the arguments.
std::string Node(std::string_view name, int start_us, int duration_us, std::string_view op,
                 std::string_view more = "", int thread = 1);
std::string Session(std::string_view name, int start_us, int duration_us);

// `text` as gzip.
std::string Gzip(std::string_view text);

}  // namespace roofline::testing

#endif  // ROOFLINE_TESTS_COSTMODEL_MEASUREMENT_FIXTURE_H_
