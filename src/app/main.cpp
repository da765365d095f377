#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include "app/command_line.h"
#include "app/commands.h"
#include "base/error.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/terminal_text.h"
#include "base/unfinished_file.h"

namespace {

constexpr int kBadInput = 2;
constexpr int kInternalError = 70;

int complain(const std::string& message, int code) {
  fmt::print(stderr, "sinew: {}\n", sinew::terminal_text(message));
  return code;
}

// Leaves no half-written file behind, and dies of the signal as a shell expects.
extern "C" void clean_up_and_die(int signal) {
  sinew::remove_unfinished_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// Results that did not reach their reader (a full disk behind the shell's '>') are a failure too.
int finish(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return complain(fmt::format("standard output: {}", std::strerror(errno)), kBadInput);
}

}  // namespace

int main(int argc, char** argv) {
  sinew::keep_freed_memory();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, clean_up_and_die);
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large for the user's limit is reported where it is written
  CLI::App app(
      "Interactive, multiresolution deformable bodies: surfaces in, volumes that can be pushed and cut.",
      "sinew");
  app.formatter(sinew::help_formatter());
  app.get_help_ptr()->description("Show this help");
  app.require_subcommand(1);
  app.set_version_flag("--version", SINEW_VERSION, "Show the version");
  int threads = 0;
  bool quiet = false;
  app.add_option("--threads", threads, "Threads to use; 0 takes one per core")
      ->transform(sinew::whole_number(0, 1024))
      ->type_name("N");
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
  sinew::add_new_command(app);
  sinew::add_run_command(app);
  sinew::add_render_command(app);
  sinew::add_scene_command(app);
  sinew::add_view_command(app);
  sinew::add_bench_command(app);

  for (CLI::App* command : app.get_subcommands(nullptr)) command->group("Commands");

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return finish(app.exit(help));
  } catch (const CLI::ParseError& error) {
    return complain(sinew::complaint(app, error), kBadInput);
  } catch (const sinew::Error& error) {
    return complain(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory\n  ask for fewer elements or a coarser grid", kBadInput);
  } catch (const std::system_error& error) {
    return complain(error.what(), kBadInput);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}", error.what()), kInternalError);
  }
  return finish(0);
}
