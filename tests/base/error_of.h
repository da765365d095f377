#pragma once

#include <string>

#include "sinew/base/error.h"

namespace sinew {

// The message of the Error that f throws; empty if it throws none.
template <typename F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace sinew
