#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

#include "mesh/formats/format_readers.h"
#include "mesh/formats/off_format.h"
#include "mesh/formats/polygon.h"
#include "mesh/formats/text_cursor.h"

namespace sinew {

namespace {

// Passes over the first word, if there is one (it may be left out), and returns the format's name.
std::string read_header(TextCursor& cursor) {
  const std::string_view token = cursor.token("'OFF'");
  const std::string name(off_header_word(token));
  if (name.empty() && !parse_integer(token))
    cursor.fail(fmt::format("not an OFF file: it begins with '{}'", printable(token)));
  if (name.find_first_of("4n") != std::string::npos)
    cursor.fail(fmt::format("{} holds points in another dimension than three", name));
  cursor.set_position(cursor.position() - token.size() + name.size());
  const std::size_t behind = cursor.position();
  const auto next = cursor.next_token();
  if (next == "BINARY") cursor.fail("binary OFF files are not read", "convert it to ascii OFF, or to PLY");
  cursor.set_position(behind);
  return name.empty() ? "OFF" : name;
}

// A vertex or face needs at least that many bytes: "0 0 0\n", "0\n".
constexpr std::size_t kVertexBytes = 6, kFaceBytes = 2;

long long limit(const TextCursor& cursor, std::size_t bytes) {
  return std::min<long long>(static_cast<long long>((cursor.remaining() + 1) / bytes),
                             std::numeric_limits<Index>::max());
}

}  // namespace

std::string_view off_header_word(std::string_view token) {
  const std::size_t end = token.find("OFF");
  const bool is_word = end <= 5 && token.substr(0, end).find_first_not_of("STCN4n") == std::string_view::npos;
  return is_word ? token.substr(0, end + 3) : std::string_view{};
}

// Vertices and faces start on lines of their own; normals, colours and texture coordinates behind a vertex,
// and colours behind a face, are the rest of its line.
MeshFile read_off(std::string_view bytes, const std::filesystem::path& path) {
  TextCursor cursor(bytes, path.string());
  MeshFile file;
  file.format = read_header(cursor);
  const long long vertices = cursor.count("the number of vertices", limit(cursor, kVertexBytes));
  const long long faces = cursor.count("the number of faces", limit(cursor, kFaceBytes));
  cursor.skip_line();

  file.surface.positions.resize(static_cast<std::size_t>(vertices));
  for (Vec3& p : file.surface.positions) {
    for (int axis = 0; axis < 3; ++axis) p[axis] = cursor.number("a coordinate");
    cursor.skip_line();
  }
  PolygonList polygons;
  polygons.ends.reserve(static_cast<std::size_t>(faces));
  for (long long f = 0; f < faces; ++f) {
    const long long corners = cursor.count("the number of a face's corners", limit(cursor, kFaceBytes));
    for (long long i = 0; i < corners; ++i)
      polygons.corners.push_back(
          static_cast<Index>(cursor.count("a face's corner", std::numeric_limits<Index>::max() - 1)));
    polygons.close_face();
    cursor.skip_line();
  }
  split_polygons(polygons, file);
  return file;
}

}  // namespace sinew
