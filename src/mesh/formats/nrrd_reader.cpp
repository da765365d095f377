#include "mesh/formats/nrrd_reader.h"

#include <fmt/format.h>

#include <limits>

#include "base/file.h"
#include "mesh/formats/inflate.h"
#include "mesh/formats/nrrd_header.h"
#include "mesh/formats/text_cursor.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// The encoded numbers of a volume, and where they come from.
struct NrrdData {
  const NrrdHeader& header;
  std::string_view bytes;
  std::string file;

  [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const {
    throw Error(what, file, hint);
  }

  // How many numbers there are; as many bytes fit into 64 bits.
  std::uint64_t count() const {
    std::uint64_t product = 1;
    for (const Index size : header.sizes) {
      if (product > std::numeric_limits<std::uint64_t>::max() / 8 / static_cast<std::uint64_t>(size))
        fail("the sizes are more than any file can hold", "the header is damaged");
      product *= static_cast<std::uint64_t>(size);
    }
    return product;
  }

  void skip_lines() {
    for (long long i = 0; i < header.line_skip; ++i) {
      const std::size_t end = bytes.find('\n');
      if (end == std::string_view::npos)
        fail(fmt::format("{} lines to skip, but only {}", header.line_skip, i));
      bytes.remove_prefix(end + 1);
    }
  }

  void skip_bytes(std::uint64_t expected) {
    if (header.byte_skip < 0 && bytes.size() > expected) bytes.remove_prefix(bytes.size() - expected);
    if (header.byte_skip <= 0) return;
    if (static_cast<std::uint64_t>(header.byte_skip) > bytes.size())
      fail(fmt::format("{} bytes to skip, but only {}", header.byte_skip, bytes.size()));
    bytes.remove_prefix(static_cast<std::size_t>(header.byte_skip));
  }

  std::string inflated(std::uint64_t expected) const {
    const std::uint64_t skipped = static_cast<std::uint64_t>(header.byte_skip);
    const std::uint64_t limit = kBestDeflation * bytes.size();
    if (expected > limit || skipped > limit - expected)
      fail(fmt::format("the sizes ask for {} bytes, more than {} compressed ones can hold", expected,
                       bytes.size()),
           "the file is truncated or damaged");
    std::string data(static_cast<std::size_t>(expected + skipped), '\0');
    if (!inflate_exactly(bytes, data))
      fail(
          fmt::format("the compressed data is damaged, or not the {} bytes that the sizes ask for", expected),
          "the file is truncated or damaged");
    return data;
  }

  std::vector<float> binary_numbers() {
    const std::uint64_t expected = count() * byte_size(header.type);
    if (bytes.size() != expected)
      fail(fmt::format("{} bytes of data, where the sizes ask for {}", bytes.size(), expected),
           "the file is truncated, or its header does not fit its data");
    std::vector<float> values(static_cast<std::size_t>(count()));
    ByteCursor cursor(bytes, file, header.order);
    for (float& value : values) value = static_cast<float>(read_number(cursor, header.type, "a sample"));
    return values;
  }

  std::vector<float> text_numbers() const {
    if (count() > bytes.size())
      fail(fmt::format("the sizes ask for {} numbers, more than {} bytes can hold", count(), bytes.size()),
           "the file is truncated or damaged");
    std::vector<float> values(static_cast<std::size_t>(count()));
    TextCursor cursor(bytes, file, '\0');
    for (float& value : values) value = static_cast<float>(cursor.number("a sample"));
    if (cursor.next_token())
      fail(fmt::format("more data than the {} numbers that the sizes ask for", count()));
    return values;
  }

  std::vector<float> numbers() {
    const std::uint64_t expected = count() * byte_size(header.type);
    skip_lines();
    std::string unpacked;
    if (header.encoding == NrrdEncoding::kGzip) bytes = unpacked = inflated(expected);
    skip_bytes(expected);
    return header.encoding == NrrdEncoding::kText ? text_numbers() : binary_numbers();
  }
};

}  // namespace

ScalarVolume read_nrrd(std::string_view bytes, const std::filesystem::path& path) {
  const NrrdHeader header = read_nrrd_header(bytes, path.string());
  std::string detached;
  NrrdData data{header, bytes.substr(header.data_position), path.string()};
  if (!header.data_file.empty()) {
    const std::filesystem::path beside = path.parent_path() / header.data_file;
    data.bytes = detached = read_file(beside);
    data.file = beside.string();
  }
  ScalarVolume volume{header.sizes, header.origin, header.axes, data.numbers()};
  require_valid(volume, path.string());
  return volume;
}

}  // namespace sinew
