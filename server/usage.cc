#include "server/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "costmodel/nearest.h"

namespace roofline {
namespace {

std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> CommandNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* below : command.get_subcommands({})) names.push_back(below->get_name());
  return names;
}

std::string UnknownWord(const CLI::App& command, const std::string& word) {
  if (word.starts_with('-')) {
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("no such option: {}{}", name, DidYouMean(name, OptionNames(command)));
  }
  const std::vector<std::string> commands = CommandNames(command);
  if (commands.empty()) return fmt::format("one word too many: '{}'", word);
  return fmt::format("no such command: '{}'{}", word, DidYouMean(word, commands));
}

}  // namespace

std::string UsageMessage(const CLI::App* app, const CLI::Error& error) {
  const CLI::App* command = app;
  std::string path = app->get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += " " + command->get_name();
  }
  const std::vector<std::string> unknown = app->remaining(true);
  const auto option = std::find_if(unknown.begin(), unknown.end(),
                                   [](const std::string& word) { return word.starts_with('-'); });
  std::string reason = error.what();
  // "--batch: At Most 1 required but received 2"
  if (const size_t at = reason.find(": At Most 1 required but received"); at != std::string::npos) {
    reason = fmt::format("{}: given more than once", reason.substr(0, at));
  }
  if (!unknown.empty()) {
    reason = UnknownWord(*command, option != unknown.end() ? *option : unknown.front());
  }
  // A hint that ends in a question mark needs no separator.
  return fmt::format("{}: {}{} see {} --help\n", app->get_name(), reason,
                     reason.ends_with('?') ? "" : ";", path);
}

}  // namespace roofline
