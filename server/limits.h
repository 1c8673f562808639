#ifndef ROOFLINE_SERVER_LIMITS_H_
#define ROOFLINE_SERVER_LIMITS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace roofline {

// What the service accepts; each is an option of roofline-server.
struct ServerLimits {
  int64_t max_message_bytes = int64_t{64} << 20;  // one request
  int64_t max_queued_calls = 64;                  // waiting for a worker
  int64_t max_streams_per_connection = 128;
  std::chrono::seconds drain_time{20};  // running calls get this long after SIGTERM
};

// Over about 7 KiB of status metadata gRPC replaces an error with one of its own.
inline constexpr size_t kMaxErrorMessageBytes = 1024;
inline constexpr size_t kMaxErrorDetailBytes = 4096;

// What a caller is told to wait when the queue is full.
inline constexpr std::chrono::milliseconds kRetryDelay{500};

inline constexpr int kDefaultPageSize = 100;
inline constexpr int kMaxPageSize = 1000;

inline constexpr size_t kMaxSearchBytes = 200;
inline constexpr int kMaxDevicesPerRequest = 1000;
inline constexpr size_t kMaxModelNameBytes = 200;
inline constexpr size_t kMaxProfileBytes = size_t{1} << 20;
inline constexpr size_t kMaxProfilePathBytes = 4096;      // of a file that a profile extends
inline constexpr size_t kMaxRuleBytes = size_t{1} << 20;  // all files of a request together

}  // namespace roofline

#endif  // ROOFLINE_SERVER_LIMITS_H_
