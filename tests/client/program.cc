#include "tests/client/program.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace roofline::testing {
namespace {

constexpr char kProgram[] = ROOFLINE_BINARY_DIR "/bin/roofline";

std::string ReadAll(int file) {
  std::string text;
  std::array<char, 4096> piece{};
  off_t offset = 0;
  for (ssize_t size = 0; (size = pread(file, piece.data(), piece.size(), offset)) > 0;) {
    text.append(piece.data(), static_cast<size_t>(size));
    offset += size;
  }
  return text;
}

Outcome Run(const char* program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program);
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  // Files in memory, not pipes: a program that writes much to both never waits for the reader.
  const int out = memfd_create("out", MFD_CLOEXEC);
  const int error = memfd_create("error", MFD_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) {
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    if (chdir(ROOFLINE_SOURCE_DIR) == 0) execv(program, argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome{ReadAll(out), ReadAll(error),
                  WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status)};
  close(out);
  close(error);
  return outcome;
}

}  // namespace

Outcome RunRoofline(const std::vector<std::string>& arguments) { return Run(kProgram, arguments); }

Outcome RunRooflineInShell(const std::string& words) {
  return Run("/bin/sh", {"-c", std::string("exec ") + kProgram + " " + words});
}

std::string Example(const std::string& name) { return "client/examples/" + name + ".onnx"; }

}  // namespace roofline::testing
