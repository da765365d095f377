#pragma once

#include <functional>

#include "app/command_line.h"

namespace sinew {

// The body of main(): sets up the process, gives the command line the options that all commands take and the
// commands that `add_commands` adds, runs it, and turns errors into one message and an exit code, 2 for bad
// input.
int run_program(int argc, char** argv, const std::function<void(CommandLine&)>& add_commands);

}  // namespace sinew
