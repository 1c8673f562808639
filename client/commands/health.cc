#include <fmt/format.h>

#include <memory>
#include <string>

#include "client/commands/command.h"
#include "client/connection.h"
#include "costmodel/error.h"

namespace roofline {

void AddServerOption(CLI::App& command, std::string& server) {
  command
      .add_option("--server", server,
                  "ask this roofline-server instead of predicting in this process")
      ->check(
          [](const std::string& text) {
            return text.empty() ? "empty; give HOST:PORT, or leave the option out" : "";
          },
          "")
      ->type_name("HOST:PORT");
}

void AddHealthCommand(CLI::App& app, Action& action) {
  CLI::App& command = *app.add_subcommand("health", "whether a server is there and takes calls");
  const auto server = std::make_shared<std::string>();
  AddServerOption(command, *server);
  command.get_option("--server")->required();
  command.callback([server, &action] {
    action = [server](std::string& out) -> absl::Status {
      ASSIGN_OR_RETURN(const Connection connection, Connection::To(*server));
      RETURN_IF_ERROR(connection.CheckHealth());
      out = fmt::format("{}: serving\n", *server);
      return absl::OkStatus();
    };
  });
}

}  // namespace roofline
