#include "tests/costmodel/measurement/fixture.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "costmodel/error.h"

namespace roofline::testing {
namespace {

MeasuredRun ValueOf(absl::StatusOr<MeasuredRun> run) {
  if (!run.ok()) throw std::runtime_error(std::string(MessageOf(run.status())));
  return *std::move(run);
}

}  // namespace

std::string FixturePath(std::string_view name) {
  return fmt::format("{}/tests/costmodel/measurement/fixtures/{}", ROOFLINE_SOURCE_DIR, name);
}

std::string FixtureText(std::string_view name) {
  std::ifstream file(FixturePath(name), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

MeasuredRun ReadFixture(std::string_view name, const ReadMeasuredOptions& options) {
  return ValueOf(ReadMeasured(FixturePath(name), options));
}

MeasuredRun ReadText(std::string_view text, const ReadMeasuredOptions& options) {
  return ValueOf(ReadMeasuredBytes(text, "text", options));
}

const MeasuredKernel& KernelNamed(const MeasuredRun& run, std::string_view name) {
  if (std::ranges::count(run.kernels, name, &MeasuredKernel::name) != 1) {
    throw std::runtime_error(fmt::format("not one kernel '{}'", name));
  }
  return *std::ranges::find(run.kernels, name, &MeasuredKernel::name);
}

double TotalOf(const MeasuredRun& run) {
  double total = 0;
  for (const MeasuredKernel& kernel : run.kernels) total += kernel.median.value();
  return total;
}

std::string Node(std::string_view name, int start_us, int duration_us, std::string_view op,
                 std::string_view more, int thread) {
  return fmt::format(
      R"({{"cat":"Node","pid":1,"tid":{},"dur":{},"ts":{},"ph":"X","name":"{}","args":{{"op_name":"{}"{}}}}})",
      thread, duration_us, start_us, name, op, more);
}

std::string Session(std::string_view name, int start_us, int duration_us) {
  return fmt::format(
      R"({{"cat":"Session","pid":1,"tid":1,"dur":{},"ts":{},"ph":"X","name":"{}","args":{{}}}})",
      duration_us, start_us, name);
}

std::string Gzip(std::string_view text) {
  z_stream zip = {};
  deflateInit2(&zip, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&zip, text.size()), '\0');
  zip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  zip.avail_in = static_cast<uInt>(text.size());
  zip.next_out = reinterpret_cast<Bytef*>(packed.data());
  zip.avail_out = static_cast<uInt>(packed.size());
  deflate(&zip, Z_FINISH);
  packed.resize(zip.total_out);
  deflateEnd(&zip);
  return packed;
}

}  // namespace roofline::testing
