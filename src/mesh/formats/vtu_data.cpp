#include "mesh/formats/vtu_data.h"

#include <fmt/format.h>

#include "mesh/formats/encoded_bytes.h"
#include "mesh/formats/inflate.h"
#include "mesh/formats/text_cursor.h"
#include "sinew/base/error.h"

// Binary arrays are a header and bytes. Without compression the header is the number of bytes. With it,
//   blocks | size of a block | size of the last block, 0 if whole | deflated size of each block,
// followed by the deflated blocks.
namespace sinew {

VtuData::VtuData(std::string_view bytes, std::string file)
    : bytes_(bytes), file_(std::move(file)), inflatable_(256 * std::uint64_t{bytes.size()} + (64U << 20U)) {}

void VtuData::fail(const std::string& what, const std::string& hint) const {
  throw Error(fmt::format("array '{}': {}", array_, what), file_, hint);
}

std::vector<double> VtuData::numbers(const VtuArray& array, std::uint64_t count) {
  array_ = array.name;
  if (array.format == VtuArray::Format::kAscii) return text_numbers(array, count);
  const std::string data = binary(array, count * byte_size(array.type));
  ByteCursor cursor(data, file_, order_);
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) value = read_number(cursor, array.type, "a number");
  return values;
}

std::vector<double> VtuData::text_numbers(const VtuArray& array, std::uint64_t count) const {
  TextCursor text(bytes_.substr(0, array.text_end), file_, '\0');
  text.set_position(array.text_begin);
  if (count > text.remaining())
    text.fail(fmt::format("array '{}' should hold {} numbers", array_, count),
              "the file is truncated or damaged");
  const std::string expected = fmt::format("a number of array '{}'", array_);
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) {
    const auto parsed = parse_double(text.token(expected));
    if (!parsed) text.fail(fmt::format("array '{}' holds something that is not a number", array_));
    value = *parsed;
  }
  if (text.next_token()) text.fail(fmt::format("array '{}' holds more than {} numbers", array_, count));
  return values;
}

std::string VtuData::binary(const VtuArray& array, std::uint64_t size) {
  const bool appended = array.format == VtuArray::Format::kAppended;
  if (appended && !appended_)
    fail("its data is in <AppendedData>, which is missing", "the file seems to be truncated");
  if (appended && array.offset > bytes_.size() - *appended_) fail("its data lies behind the end of the file");
  std::string_view encoded = appended ? bytes_.substr(*appended_ + static_cast<std::size_t>(array.offset))
                                      : bytes_.substr(array.text_begin, array.text_end - array.text_begin);
  const bool base64 = !appended || appended_base64_;
  if (base64) encoded = encoded.substr(0, encoded.find('<'));
  EncodedBytes source(encoded, base64);
  if (compressed_) return inflated(source, size);

  const std::uint64_t declared = headers(source, 1)[0];
  if (declared != size) fail(fmt::format("{} bytes, where {} were expected", declared, size));
  auto data = source.take(static_cast<std::size_t>(size));
  if (!data) fail("its data ends too early, or is damaged", "the file seems to be truncated");
  return std::move(*data);
}

std::vector<std::uint64_t> VtuData::headers(EncodedBytes& source, std::uint64_t count) const {
  if (count > source.remaining()) fail(fmt::format("{} blocks are more than the file can hold", count));
  const auto raw = source.take(static_cast<std::size_t>(count) * byte_size(header_));
  if (!raw) fail("its header is damaged, or behind the end of the file", "the file seems to be truncated");
  ByteCursor cursor(*raw, file_, order_);
  std::vector<std::uint64_t> values(static_cast<std::size_t>(count));
  for (std::uint64_t& value : values)
    value = header_ == NumberType::kUInt32 ? cursor.read<std::uint32_t>("a size")
                                           : cursor.read<std::uint64_t>("a size");
  return values;
}

std::string VtuData::inflated(EncodedBytes& source, std::uint64_t size) {
  const std::uint64_t blocks = headers(source, 1)[0];
  const std::vector<std::uint64_t> block = headers(source, 2);
  const std::vector<std::uint64_t> deflated = headers(source, blocks);
  std::string data;
  for (std::size_t i = 0; i < deflated.size(); ++i) {
    const bool partial = i + 1 == deflated.size() && block[1] != 0;
    const std::uint64_t length = partial ? block[1] : block[0];
    if (length > size - data.size()) fail(fmt::format("more data than the {} bytes expected", size));
    if (length > inflatable_ || deflated[i] > source.remaining() || length / kBestDeflation > deflated[i])
      fail("a compressed block claims a size that cannot be");
    const auto bytes = source.take(static_cast<std::size_t>(deflated[i]));
    if (!bytes) fail("its data ends too early, or is damaged", "the file seems to be truncated");
    inflatable_ -= length;
    const std::size_t begin = data.size();
    data.resize(begin + static_cast<std::size_t>(length));
    if (!inflate_exactly(*bytes, std::span(data).subspan(begin))) fail("a compressed block is damaged");
  }
  if (data.size() != size) fail(fmt::format("{} bytes, where {} were expected", data.size(), size));
  return data;
}

}  // namespace sinew
