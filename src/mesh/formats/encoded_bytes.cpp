#include "mesh/formats/encoded_bytes.h"

#include <cstdint>

namespace sinew {

namespace {

int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

// Four characters make three bytes, or fewer where '=' stands for some of them.
bool EncodedBytes::decode_group() {
  std::uint32_t bits = 0;
  int characters = 0, padding = 0;
  while (characters < 4 && !encoded_.empty()) {
    const char c = encoded_.front();
    encoded_.remove_prefix(1);
    if (is_blank(c)) continue;
    const int value = base64_value(c);
    if (value < 0 && c != '=') return false;
    if (c == '=') ++padding;
    if (c != '=' && padding > 0) return false;
    bits = bits << 6 | static_cast<std::uint32_t>(c == '=' ? 0 : value);
    ++characters;
  }
  if (characters < 4 || padding > 2) return false;
  for (int i = 0; i < 3 - padding; ++i) decoded_ += static_cast<char>(bits >> (16 - 8 * i) & 0xff);
  return true;
}

std::optional<std::string> EncodedBytes::take(std::size_t count) {
  if (count > remaining()) return std::nullopt;
  if (!base64_) {
    std::string taken(encoded_.substr(0, count));
    encoded_.remove_prefix(count);
    return taken;
  }
  decoded_.reserve(count + 2);
  while (decoded_.size() < count)
    if (!decode_group()) return std::nullopt;
  std::string taken = decoded_.substr(0, count);
  decoded_.erase(0, count);
  return taken;
}

std::optional<std::string> decode_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  const std::size_t groups = text.size() / 4, loose = text.size() % 4;
  std::optional<std::string> bytes = EncodedBytes(text.substr(0, 4 * groups), true).take(3 * groups);
  if (!bytes || loose == 0) return bytes;
  std::string last(text.substr(4 * groups));
  last.resize(4, '=');
  const std::optional<std::string> end = EncodedBytes(last, true).take(loose - 1);
  if (!end) return std::nullopt;
  return *bytes + *end;
}

}  // namespace sinew
