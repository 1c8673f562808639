#ifndef ROOFLINE_COSTMODEL_DEVICE_PROFILE_H_
#define ROOFLINE_COSTMODEL_DEVICE_PROFILE_H_

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/device/efficiency.h"
#include "costmodel/device/precision.h"
#include "costmodel/device/quantity_text.h"
#include "costmodel/device/sourced.h"
#include "costmodel/units.h"

namespace roofline {

enum class DeviceKind : uint8_t {
  kCpu,
  kGpu,          // on a board of its own
  kIgpu,         // shares memory with the CPU of a PC
  kSocGpu,       // GPU of a system on chip: phones, Jetson, Apple M
  kAccelerator,  // training and data-center accelerators: TPU, Gaudi
  kNpu,          // inference accelerators, mostly int8
};
std::string_view DeviceKindName(DeviceKind kind);  // "cpu", "gpu", "igpu", "soc-gpu", ...
std::optional<DeviceKind> DeviceKindFromName(std::string_view name);

// Under which condition a clock is reached.
enum class ClockBasis : uint8_t {
  kBase,
  kBoost,
  kAllCore,
  kAvx2AllCore,
  kAvx512AllCore,
  kMeasured
};
std::string_view ClockBasisName(ClockBasis basis);  // "base", "avx512_all_core", ...
std::optional<ClockBasis> ClockBasisFromName(std::string_view name);

struct Clock {
  ClockBasis basis = ClockBasis::kBase;
  Sourced<Hertz> frequency;
};

// Peak rate of one number format on one unit, of one socket; an FMA is two operations, dense.
struct PeakRate {
  Unit unit = Unit::kVector;
  Precision precision = Precision::kFp32;
  Sourced<FlopsPerSecond> rate;
  // What products are summed in, where it matters.
  std::optional<Precision> accumulate;
  // The rate when sums may be kept in fp16, where that is faster (GeForce tensor cores).
  std::optional<Sourced<FlopsPerSecond>> fp16_accumulate_rate;
  bool derived = false;  // from the units and the clock, not written in the profile
};

struct Compute {
  Sourced<int64_t> sockets{.value = 1};
  // Of one socket. "Cores" are SMs, compute units, Xe cores ... of a GPU.
  std::optional<Sourced<int64_t>> cores;
  std::optional<Sourced<int64_t>> fma_units_per_core;
  std::optional<Sourced<int64_t>> simd_lanes;  // fp32 lanes of one FMA unit
  std::optional<Sourced<int64_t>> fma_units;   // fp32 FMA lanes in all, instead of the three above
  // fp16 or bf16 products that the matrix units of one core add up per clock, dense.
  std::optional<Sourced<int64_t>> matrix_fma_per_core;
  std::vector<Clock> clocks;
  std::optional<ClockBasis> peak_clock;  // which of them the peaks stand for
  std::vector<PeakRate> peaks;
};

struct Memory {
  std::optional<Sourced<Bytes>> size;
  Sourced<BytesPerSecond> bandwidth;                          // theoretical unless basis says so
  std::optional<Sourced<BytesPerSecond>> measured_bandwidth;  // a stream run
  std::optional<Sourced<BytesPerSecond>> core_bandwidth;      // what one core alone can draw
  std::optional<Sourced<int64_t>> bus_width;                  // bits, all channels
  std::optional<Sourced<BitsPerSecond>> data_rate;            // per pin
};

enum class CacheScope : uint8_t { kCore, kCluster, kSocket };
std::string_view CacheScopeName(CacheScope scope);
std::optional<CacheScope> CacheScopeFromName(std::string_view name);

struct Cache {
  std::string level;  // "L1", "L2", "L3"
  CacheScope scope = CacheScope::kSocket;
  Sourced<Bytes> size;                               // of one instance
  std::optional<Sourced<int64_t>> count;             // instances of one socket, for clusters
  std::optional<Sourced<BytesPerSecond>> bandwidth;  // read bandwidth of one instance
  int line = 0;
};

struct HostLink {
  std::string name;  // "PCIe 3.0 x16"; "shared" when the host's memory is used in place
  std::optional<Sourced<BytesPerSecond>> bandwidth;  // one direction
};

struct Overheads {
  std::optional<Sourced<Seconds>> kernel;     // start of one kernel or operator
  std::optional<Sourced<Seconds>> team;       // CPUs: waking and joining the threads for a kernel
  std::optional<Sourced<Seconds>> inference;  // once per run of a network
  std::optional<Sourced<Seconds>> transfer;   // start of one host transfer
  // What the host takes to hand over one operator of a framework that runs them one by one. While
  // it does, the device works on earlier ones.
  std::optional<Sourced<Seconds>> dispatch;
};

// A device as its datasheet states it. All numbers are of one socket (board); the functions below
// give totals of the device. What is not stated is absent, never zero.
struct DeviceProfile {
  std::string id;  // lower-case letters, digits, '-', '.'
  std::string name;
  std::string vendor;
  DeviceKind kind = DeviceKind::kGpu;
  std::string architecture;
  std::optional<int64_t> year;
  std::vector<std::string> aliases;
  std::string extends;   // id of the profile this one changes; empty for most
  bool verified = true;  // false: numbers from general knowledge, not checked against a datasheet
  std::string note;
  std::map<std::string, std::string> sources;  // key -> where that is, in words
  std::string file;
  // "sha256:" and the SHA-256 in hex of the text this was read from; where it extends another
  // profile, of the text followed by that one's digest.
  std::string digest;

  Compute compute;
  Memory memory;
  std::vector<Cache> caches;
  std::optional<HostLink> host_link;
  Overheads overheads;
  std::optional<Sourced<Watts>> tdp;
  EfficiencyTable efficiency;  // what the profile states itself; defaults come from its kind

  // The written or derived peak entry; nullptr when this format has no rate of its own on the unit.
  const PeakRate* FindPeak(Precision precision, Unit unit) const;
  // Its rate, all sockets together.
  std::optional<FlopsPerSecond> Peak(Precision precision, Unit unit) const;
  // The faster of the vector and the matrix unit.
  std::optional<FlopsPerSecond> BestPeak(Precision precision) const;
  // Single additions, multiplications, comparisons: as written, else half of the vector FMA rate.
  std::optional<FlopsPerSecond> VectorNonFmaRate(Precision precision) const;
  // exp, log, ...: results per second as written; absent for most devices.
  std::optional<FlopsPerSecond> TranscendentalRate(Precision precision) const;

  BytesPerSecond DramBandwidth() const;     // all sockets
  std::optional<Bytes> MemorySize() const;  // all sockets
  std::optional<Bytes> CacheSize(
      const Cache& cache) const;  // all instances; nullopt: count unknown
  std::optional<BytesPerSecond> CacheBandwidth(const Cache& cache) const;
  const Cache* FindCache(std::string_view level) const;
  std::optional<Watts> Tdp() const;  // all sockets

  // BestPeak / DramBandwidth: kernels below this intensity are bound by memory.
  std::optional<FlopsPerByte> RidgePoint(Precision precision) const;

  // The clock that the peaks stand for: `peak_clock`, or the only one; nullptr when there is none.
  const Clock* PeakClock() const;
  // fp32 FMA lanes of one socket, from the core count or as written.
  std::optional<int64_t> FmaLanes() const;
  // fp32 vector peak of one socket: lanes x 2 x clock; nullopt when one of them is not stated.
  std::optional<FlopsPerSecond> DerivedPeak() const;
  // The same for the matrix units in fp16 or bf16: cores x products per core x 2 x clock.
  std::optional<FlopsPerSecond> DerivedMatrixPeak() const;
};

// A rate and which one it is: a device without a rate of its own for a format runs it as another.
struct RateChoice {
  FlopsPerSecond rate;
  Unit unit = Unit::kVector;
  Precision precision = Precision::kFp32;
  // Empty when the format's own rate is used; else "no bf16 rate: runs as fp32" and the like.
  std::string fallback;
};

// The rate at which multiply-accumulates in `precision` run: the fastest of its own rates and those
// of wider formats that hold its values (fp16 runs as fp32 where that is faster); where there are
// none, the nearest narrower format. nullopt only for a profile without any vector or matrix peak.
std::optional<RateChoice> ChooseRate(const DeviceProfile& profile, Precision precision);

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_PROFILE_H_
