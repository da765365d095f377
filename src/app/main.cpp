#include <fmt/format.h>

#include <exception>
#include <new>

#include "app/commands.h"
#include "base/error.h"
#include "base/log.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/suggestion.h"

namespace {

constexpr int kBadInput = 2;
constexpr int kInternalError = 70;

int complain(const std::string& message, int code) {
  fmt::print(stderr, "sinew: {}\n", message);
  return code;
}

// What the parser says, unless it stumbled over a word that is no command: then the command that was meant.
std::string complaint(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> words = app.remaining();
  if (!app.get_subcommands().empty() || words.empty() || words[0].starts_with('-')) return error.what();
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) names.push_back(command->get_name());
  return fmt::format("no command '{}'{}", words[0], sinew::did_you_mean(words[0], names));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Interactive, multiresolution deformable bodies: surfaces in, volumes that can be pushed and cut.",
      "sinew");
  app.require_subcommand(1);
  app.set_version_flag("--version", SINEW_VERSION);
  int threads = 0;
  bool quiet = false;
  app.add_option("--threads", threads, "Threads to use; 0 takes one per core")->check(CLI::Range(0, 1024));
  app.add_flag("-q,--quiet", quiet, "No warnings and no progress");
  app.fallthrough();
  app.parse_complete_callback([&] {
    sinew::set_thread_count(threads);
    sinew::set_progress_enabled(!quiet);
    if (quiet) sinew::set_log_level(sinew::LogLevel::kQuiet);
  });

  sinew::add_demo_command(app);
  sinew::add_model_command(app);
  sinew::add_inspect_command(app);
  sinew::add_mesh_command(app);
  sinew::add_bench_command(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return complain(
        complaint(app, error) + "\n  'sinew --help' lists the commands, 'sinew COMMAND --help' its options",
        kBadInput);
  } catch (const sinew::Error& error) {
    return complain(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory\n  ask for fewer elements or a coarser grid", kBadInput);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}", error.what()), kInternalError);
  }
  return 0;
}
