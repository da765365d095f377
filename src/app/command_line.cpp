#include "app/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "base/suggestion.h"
#include "base/table.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(28);
    label("SUBCOMMAND", "COMMAND ...");
    label("Positionals", "Arguments");
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text;
    if (!option->get_positional() && option->get_type_size() != 0) text = " " + option->get_type_name();
    if (!option->get_default_str().empty()) text += fmt::format(" ({})", option->get_default_str());
    return text;
  }
};

// 20000, 20k, 1.5M or 2e4; nothing for what is no whole number.
std::optional<long long> value_of(std::string_view text) {
  const double factor = text.ends_with('k') ? 1e3 : text.ends_with('M') ? 1e6 : 1;
  if (factor > 1) text.remove_suffix(1);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, value);
  // Products such as 1.001 times 1000 are integers except for their last digit.
  const double whole = std::round(value * factor);
  const bool is_whole = std::abs(value * factor - whole) <= 1e-9 * std::abs(whole);
  constexpr double kLargest = 1e15;
  if (failure != std::errc() || rest != end || !is_whole || !(std::abs(whole) < kLargest)) return {};
  return static_cast<long long>(whole);
}

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& app, const CLI::App* command) {
  std::vector<std::string> names;
  for (const CLI::App* place : {command, &app})
    if (place != nullptr)
      for (const CLI::Option* option : place->get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// A word that no command, option or argument takes.
std::string about_extra_words(const CLI::App& app, const CLI::App* command,
                              const std::vector<std::string>& words) {
  const auto option = std::find_if(words.begin(), words.end(), is_option);
  if (option != words.end()) {
    const std::string name = option->substr(0, option->find('='));
    return fmt::format("no option '{}'{}", name, did_you_mean(name, option_names(app, command)));
  }
  if (command == nullptr)
    return fmt::format("no command '{}'{}", words[0], did_you_mean(words[0], command_names(app)));
  return fmt::format("'{}' is one word too many for {}", words[0], command->get_name());
}

std::string about_missing(const CLI::App* command, std::string name) {
  if (command == nullptr) return "which command?";
  name = name.substr(0, name.find(' '));
  const CLI::Option* option = command->get_option_no_throw(name);
  if (option == nullptr) return fmt::format("{} needs {}", command->get_name(), name);
  std::string meaning = option->get_description();
  meaning[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(meaning[0])));
  return fmt::format("{} needs {}: {}", command->get_name(), option->get_name(false, true), meaning);
}

// "--tets excludes --voxels" into its first and its last word.
std::pair<std::string, std::string> two_options(const std::string& text) {
  return {text.substr(0, text.find(' ')), text.substr(text.rfind(' ') + 1)};
}

std::string in_our_words(const CLI::App& app, const CLI::App* command, const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::vector<std::string> words = app.remaining(true);
  if (!words.empty()) return about_extra_words(app, command, words);
  const auto [first, last] = two_options(text);
  if (error.get_name() == "RequiredError") return about_missing(command, text);
  if (error.get_name() == "ExcludesError")
    return fmt::format("{} and {} do not go together: choose one", first, last);
  if (error.get_name() == "RequiresError") return fmt::format("{} only makes sense with {}", first, last);
  if (error.get_name() == "ArgumentMismatch") {
    const std::string option = text.substr(0, text.find_first_of(": "));
    if (last == "missing") return option + " needs a value";
    if (text.find("At Most") != std::string::npos) return option + " is given more than once";
    return option + " takes no value";
  }
  return text;
}

std::string complaint(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> used = app.get_subcommands();
  const CLI::App* command = used.empty() ? nullptr : used.front();
  return fmt::format("{}\n  'sinew {}--help' lists {}", in_our_words(app, command, error),
                     command == nullptr ? "" : command->get_name() + " ",
                     command == nullptr ? "the commands" : "its options");
}

// Hands the digits on.
CLI::Validator whole_number(long long low, long long high) {
  return CLI::Validator(
      [low, high](std::string& text) {
        const std::optional<long long> value = value_of(text);
        if (value && *value >= low && *value <= high) {
          text = std::to_string(*value);
          return std::string();
        }
        return fmt::format("'{}' is not a whole number between {} and {}", text, with_thousands(low),
                           with_thousands(high));
      },
      "");
}

}  // namespace

Option Option::required() { return Option(*option_->required()); }
Option Option::type_name(const std::string& name) { return Option(*option_->type_name(name)); }
Option Option::whole(long long low, long long high) {
  return Option(*option_->transform(whole_number(low, high)));
}
Option Option::between(double low, double high) {
  return Option(*option_->check(CLI::Range(low, high).description("")));
}
Option Option::by_commas() { return Option(*option_->delimiter(',')); }
Option Option::one_at_a_time() { return Option(*option_->allow_extra_args(false)); }
Option Option::show_default() { return Option(*option_->capture_default_str()); }
Option Option::needs(Option other) { return Option(*option_->needs(other.option_)); }
Option Option::excludes(Option other) { return Option(*option_->excludes(other.option_)); }

#define SINEW_FOR(Type)                                                                       \
  Option Command::option(const std::string& names, Type& value, const std::string& meaning) { \
    return Option(*app_->add_option(names, value, meaning));                                  \
  }
SINEW_FOR(std::string)
SINEW_FOR(std::filesystem::path)
SINEW_FOR(std::vector<std::string>)
SINEW_FOR(double)
SINEW_FOR(std::int32_t)
SINEW_FOR(std::int64_t)
SINEW_FOR(std::optional<std::int32_t>)
SINEW_FOR(std::optional<std::int64_t>)
#undef SINEW_FOR

Option Command::flag(const std::string& names, bool& value, const std::string& meaning) {
  return Option(*app_->add_flag(names, value, meaning));
}
void Command::footer(const std::string& text) { app_->footer(text); }
void Command::callback(std::function<void()> act) { app_->callback(std::move(act)); }

CommandLine::CommandLine(const std::string& about, const std::string& version)
    : app_(std::make_unique<CLI::App>(about, "sinew")) {
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->get_help_ptr()->description("Show this help");
  app_->require_subcommand(1);
  app_->set_version_flag("--version", version, "Show the version");
  app_->fallthrough();
}

CommandLine::~CommandLine() = default;

Command CommandLine::add_command(const std::string& name, const std::string& about) {
  return Command(*app_->add_subcommand(name, about)->group("Commands"));
}

Command CommandLine::options_of_all() { return Command(*app_); }

void CommandLine::when_parsed(std::function<void()> act) { app_->parse_complete_callback(std::move(act)); }

void CommandLine::run(int argc, char** argv) {
  words_.assign(argv, argv + argc);
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& help) {
    app_->exit(help);
  } catch (const CLI::ParseError& error) {
    throw Error(complaint(*app_, error));
  }
}

}  // namespace sinew
