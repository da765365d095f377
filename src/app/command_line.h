#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

namespace sinew {

// What the parser of the command line says to people, in our words.

// Help with the name of each value instead of its C++ type, bounds and conflicts.
std::shared_ptr<CLI::FormatterBase> help_formatter();

// What is wrong with the command line, with the command, option or value that was probably meant, and where
// to read on.
std::string complaint(const CLI::App& app, const CLI::ParseError& error);

// A whole number between the two, both included, also as people write it: 20000, 20k, 1.5M, 2e4. For
// CLI::Option::transform, which hands the digits on.
CLI::Validator whole_number(long long low, long long high);

}  // namespace sinew
