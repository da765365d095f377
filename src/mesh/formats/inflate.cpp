#include "mesh/formats/inflate.h"

#include <zlib.h>

#include <algorithm>

namespace sinew {

namespace {

struct Inflater {
  z_stream stream{};
  // Takes the header of zlib or of gzip, whichever comes.
  bool ready = inflateInit2(&stream, MAX_WBITS + 32) == Z_OK;

  Inflater() = default;
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() {
    if (ready) inflateEnd(&stream);
  }
};

// zlib counts in 32 bits.
uInt portion(std::size_t size) { return static_cast<uInt>(std::min<std::size_t>(size, 1U << 30U)); }

}  // namespace

bool inflate_exactly(std::string_view deflated, std::span<char> out) {
  Inflater inflater;
  z_stream& stream = inflater.stream;
  char nothing = 0;  // zlib wants an address even if no byte is expected
  std::size_t read = 0, written = 0;
  while (inflater.ready) {
    const uInt in = portion(deflated.size() - read), room = portion(out.size() - written);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(deflated.data() + read));
    stream.avail_in = in;
    stream.next_out = reinterpret_cast<Bytef*>(out.empty() ? &nothing : out.data() + written);
    stream.avail_out = room;
    const int result = inflate(&stream, Z_NO_FLUSH);
    read += in - stream.avail_in, written += room - stream.avail_out;
    if (result == Z_STREAM_END) {
      if (written == out.size()) return true;
      if (read == deflated.size() || inflateReset(&stream) != Z_OK) return false;
    } else if (result != Z_OK) {
      return false;
    }
  }
  return false;
}

}  // namespace sinew
