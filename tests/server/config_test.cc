#include "server/config.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "costmodel/error.h"
#include "server/address.h"

namespace roofline {
namespace {

ParsedCommandLine Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "roofline-server");
  return ParseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

TEST(ConfigTest, OptionsReachTheConfig) {
  const ParsedCommandLine parsed =
      Parse({"--listen", "[::1]:0", "--workers", "3", "--max-message-bytes", "4096",
             "--max-queued-calls", "5", "--drain-seconds", "7", "--data-dir", "/d", "--insecure",
             "--rules", "a.yaml", "--rules", "b.yaml"});
  ASSERT_TRUE(parsed.run) << parsed.output;
  EXPECT_EQ(parsed.config.listen, "[::1]:0");
  EXPECT_EQ(parsed.config.workers, 3);
  EXPECT_EQ(parsed.config.limits.max_message_bytes, 4096);
  EXPECT_EQ(parsed.config.limits.max_queued_calls, 5);
  EXPECT_EQ(parsed.config.limits.drain_time.count(), 7);
  EXPECT_EQ(parsed.config.data_dir, "/d");
  EXPECT_TRUE(parsed.config.insecure);
  EXPECT_EQ(parsed.config.rules, (std::vector<std::string>{"a.yaml", "b.yaml"}));
}

TEST(ConfigTest, HelpAndVersionEndWellAndMistakesWithTwo) {
  EXPECT_EQ(Parse({"--help"}).exit_code, 0);
  EXPECT_EQ(Parse({"--version"}).exit_code, 0);
  EXPECT_TRUE(Parse({"--version"}).output.starts_with("roofline-server 0."));
  for (const char* wrong : {"--lisen", "--workers=many", "--workers=-1", "--max-message-bytes=0"}) {
    const ParsedCommandLine parsed = Parse({wrong});
    EXPECT_FALSE(parsed.run) << wrong;
    EXPECT_EQ(parsed.exit_code, 2) << wrong;
    EXPECT_TRUE(parsed.output.starts_with("roofline-server: ")) << parsed.output;
    EXPECT_TRUE(parsed.output.ends_with(" see roofline-server --help\n")) << parsed.output;
    EXPECT_EQ(parsed.output.find('\n'), parsed.output.size() - 1) << parsed.output;
  }
}

TEST(ConfigTest, AMistypedOptionOffersTheNearest) {
  EXPECT_EQ(Parse({"--lisen", "x:1"}).output,
            "roofline-server: no such option: --lisen; did you mean '--listen'? see "
            "roofline-server --help\n");
}

TEST(ConfigTest, PlaintextStaysOnTheLoopbackInterfaceUnlessAskedFor) {
  for (const char* local : {"127.0.0.1:0", "127.8.9.1:5", "localhost:50051", "[::1]:50051"}) {
    EXPECT_TRUE(CheckConfig({.listen = local}).ok()) << local;
  }
  for (const char* open : {"0.0.0.0:0", "[::]:50051", "192.168.1.2:50051", "example.org:1",
                           "127.0.0.1.example.org:50051"}) {
    EXPECT_EQ(ReasonOf(CheckConfig({.listen = open})), Reason::kInvalidArgument) << open;
    EXPECT_TRUE(CheckConfig({.listen = open, .insecure = true}).ok()) << open;
  }
}

TEST(ConfigTest, AddressMustBeHostAndPort) {
  for (const char* wrong :
       {"", "localhost", ":50051", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1",
        "::1:50051", "127.0.0.1:80x", "unix:/tmp/socket"}) {
    EXPECT_EQ(ReasonOf(CheckConfig({.listen = wrong})), Reason::kInvalidArgument) << wrong;
  }
  const HostPort address = SplitHostPort("[::1]:65535");
  EXPECT_EQ(address.host, "::1");
  EXPECT_EQ(address.port, 65535);
}

}  // namespace
}  // namespace roofline
