#include "app/program.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>

#include "base/log.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "base/terminal_text.h"
#include "base/unfinished_file.h"
#include "sinew/base/error.h"
#include "sinew/base/process.h"

namespace sinew {

namespace {

constexpr int kBadInput = 2;
constexpr int kInternalError = 70;

int complain(const std::string& message, int code) {
  fmt::print(stderr, "sinew: {}\n", terminal_text(message));
  return code;
}

// Leaves no half-written file behind, and dies of the signal as a shell expects.
extern "C" void clean_up_and_die(int signal) {
  remove_unfinished_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// Results that did not reach their reader (a full disk behind the shell's '>') are a failure too.
int finish(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  return complain(fmt::format("standard output: {}", std::strerror(errno)), kBadInput);
}

}  // namespace

int run_program(int argc, char** argv, const std::function<void(CommandLine&)>& add_commands) {
  keep_freed_memory();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, clean_up_and_die);
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large for the user's limit is reported where it is written
  CommandLine line(
      "Interactive, multiresolution deformable bodies: surfaces in, volumes that can be pushed and cut.",
      SINEW_VERSION);
  int threads = 0;
  bool quiet = false;
  Command all = line.options_of_all();
  all.option("--threads", threads, "Threads to use; 0 takes one per core").whole(0, 1024).type_name("N");
  all.flag("-q,--quiet", quiet, "No warnings and no progress");
  line.when_parsed([&] {
    set_thread_count(threads);
    set_progress_enabled(!quiet);
    if (quiet) set_log_level(LogLevel::kQuiet);
  });

  add_commands(line);
  try {
    line.run(argc, argv);
  } catch (const Error& error) {
    return complain(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory\n  ask for fewer elements or a coarser grid", kBadInput);
  } catch (const std::system_error& error) {
    // A text longer than the buffer fails while it is printed.
    if (std::ferror(stdout) != 0)
      return complain(fmt::format("standard output: {}", error.code().message()), kBadInput);
    return complain(error.what(), kBadInput);
  } catch (const std::exception& error) {
    return complain(fmt::format("internal error: {}", error.what()), kInternalError);
  }
  return finish(0);
}

}  // namespace sinew
