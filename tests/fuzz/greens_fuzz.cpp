// Files of responses, as they come and with checksums that fit. What is taken can be asked.
#include <cmath>
#include <cstring>

#include "base/checksum.h"
#include "fuzz/fuzz_target.h"
#include "greens/file/greens_file.h"
#include "greens/file/sections.h"

namespace sinew::fuzz {

namespace {

void read(std::string_view bytes) {
  const InputFile input(bytes);
  is_taken([&] {
    const GreensFile file = read_greens_file(input.path());
    const Responses& G = *file.head.known.G;
    if (G.count() == 0) return;
    std::vector<Vec3> u(static_cast<std::size_t>(G.count()));
    const Index vertex = G.count() - 1;
    const Vec3 force{1, 2, 3};
    G.sum({&vertex, 1}, {&force, 1}, u);
    std::array<double, 9> block{};
    G.extract({&vertex, 1}, {&vertex, 1}, block);
    require(file.supports.view().count() <= static_cast<Index>(file.head.known.problem.held.size()),
            "supports are held vertices");
  });
}

template <typename T>
T number_at(const std::string& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, &bytes[at], sizeof(T));
  return value;
}
void put_at(std::string& bytes, std::size_t at, std::uint64_t value) { std::memcpy(&bytes[at], &value, 8); }

// docs/formats.md has the layout.
std::string with_checksums(std::string bytes) {
  constexpr std::size_t kHead = 32, kEntry = 32;
  if (bytes.size() < kHead) return bytes;
  const std::size_t sections = std::min<std::size_t>(number_at<std::uint32_t>(bytes, 12), 64);
  const std::size_t table = kHead + kEntry * sections;
  if (bytes.size() < table) return bytes;
  for (std::size_t at = kHead; at < table; at += kEntry) {
    const auto offset = number_at<std::uint64_t>(bytes, at + 8),
               size = number_at<std::uint64_t>(bytes, at + 16);
    if (offset > bytes.size() || size > bytes.size() - offset) continue;
    BlockChecksum sum;
    sum.add(std::as_bytes(std::span(bytes).subspan(offset, size)));
    put_at(bytes, at + 24, sum.value());
  }
  const std::string head = bytes.substr(0, 24) + bytes.substr(kHead, table - kHead);
  put_at(bytes, 24, word_checksum_of(std::span<const char>(head)));
  return bytes;
}

}  // namespace

void read_input(std::string_view bytes) {
  read(bytes);
  read(with_checksums(std::string(bytes)));
}

}  // namespace sinew::fuzz
