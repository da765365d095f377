#include "sinew/base/error.h"

namespace sinew {

namespace {
std::string message(const std::string& what, const std::string& where, const std::string& hint) {
  std::string text = where.empty() ? what : where + ": " + what;
  return hint.empty() ? text : text + "\n  " + hint;
}
}  // namespace

Error::Error(const std::string& what, const std::string& where, const std::string& hint)
    : std::runtime_error(message(what, where, hint)), problem_(what), where_(where), hint_(hint) {}

}  // namespace sinew
