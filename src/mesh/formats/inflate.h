#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sinew {

// Deflate never does better than 1 : 1032: a part of a file that claims more is not believed.
inline constexpr std::uint64_t kBestDeflation = 1032;

// Fills `out` from a zlib stream, or from gzip with one or more members. False if the stream is damaged or
// does not have exactly this many bytes.
bool inflate_exactly(std::string_view deflated, std::span<char> out);

}  // namespace sinew
