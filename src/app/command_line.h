#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace sinew {

// The commands' interface to CLI11, the parser of the command line, which only one source compiles:
// run_command.cpp took 7.5 s with it, and takes 3.7 s without.

// An option or argument; a handle, to be passed by value.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(&option) {}

  Option required();
  // The placeholder of the value in the help.
  Option type_name(const std::string& name);
  // An integer between the two, both included, also in short forms: 20000, 20k, 1.5M, 2e4.
  Option whole(long long low, long long high);
  Option between(double low, double high);
  // Values may be given as one word, with commas between them.
  Option by_commas();
  // One value each time the option is given.
  Option one_at_a_time();
  // The help shows the present value.
  Option show_default();
  Option needs(Option other);
  Option excludes(Option other);

  bool operator==(const Option&) const = default;

 private:
  CLI::Option* option_;
};

// A command with its options; a handle.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  // Binds an argument ("FILE") or an option ("-o,--output") to the value, which must outlive the parsing.
  Option option(const std::string& names, std::string& value, const std::string& meaning);
  Option option(const std::string& names, std::filesystem::path& value, const std::string& meaning);
  Option option(const std::string& names, std::vector<std::string>& value, const std::string& meaning);
  Option option(const std::string& names, double& value, const std::string& meaning);
  Option option(const std::string& names, std::int32_t& value, const std::string& meaning);
  Option option(const std::string& names, std::int64_t& value, const std::string& meaning);
  Option option(const std::string& names, std::optional<std::int32_t>& value, const std::string& meaning);
  Option option(const std::string& names, std::optional<std::int64_t>& value, const std::string& meaning);
  Option flag(const std::string& names, bool& value, const std::string& meaning);

  // The last lines of the help.
  void footer(const std::string& text);
  // What the command does.
  void callback(std::function<void()> act);

 private:
  CLI::App* app_;
};

// The command line of the program: commands, and options that all of them take.
class CommandLine {
 public:
  CommandLine(const std::string& about, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command add_command(const std::string& name, const std::string& about);
  Command options_of_all();
  // Called before the command runs.
  void when_parsed(std::function<void()> act);

  // Parses, and runs the command or prints the requested help. Throws Error if the command line is invalid,
  // with the command, option or value that was probably meant and where to read on; and whatever the command
  // throws.
  void run(int argc, char** argv);
  // As they were passed to run(), the program's name first.
  const std::vector<std::string>& words() const { return words_; }

 private:
  std::unique_ptr<CLI::App> app_;
  std::vector<std::string> words_;
};

}  // namespace sinew
