#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "mesh/formats/format_readers.h"
#include "mesh/formats/polygon.h"
#include "mesh/formats/text_cursor.h"

namespace sinew {

namespace {

// Statements that say nothing about the shape of a polygonal surface.
constexpr std::array<std::string_view, 36> kIgnored = {
    "vt",     "vn",     "vp",    "g",        "o",        "s",    "mg",         "usemtl",    "mtllib",
    "usemap", "maplib", "bevel", "c_interp", "d_interp", "lod",  "shadow_obj", "trace_obj", "ctech",
    "stech",  "cstype", "deg",   "bmat",     "step",     "parm", "trim",       "hole",      "scrv",
    "sp",     "end",    "con",   "call",     "csh",      "bsp",  "bzp",        "cdc",       "res"};
constexpr std::array<std::string_view, 5> kSkippedShapes = {"l", "p", "curv", "curv2", "surf"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class ObjReader {
 public:
  ObjReader(std::string_view bytes, const std::filesystem::path& path) : cursor_(bytes, path.string()) {
    file_.format = "OBJ";
  }

  MeshFile read() {
    while (const auto keyword = cursor_.next_token()) read_statement(*keyword);
    if (file_.surface.positions.empty() && faces_.ends.empty() && unknown_ > 0)
      cursor_.fail(fmt::format("no OBJ statement found, but {} lines of something else", unknown_));
    if (skipped_shapes_ > 0)
      file_.warnings.push_back(
          fmt::format("{} lines, points, curves or free-form surfaces skipped", skipped_shapes_));
    if (unknown_ > 0) file_.warnings.push_back(fmt::format("{} unknown statements skipped", unknown_));
    split_polygons(faces_, file_);
    return std::move(file_);
  }

 private:
  void read_statement(std::string_view keyword) {
    if (keyword == "v")
      read_vertex();
    else if (keyword == "f" || keyword == "fo")
      read_face();
    else if (contains(kSkippedShapes, keyword))
      ++skipped_shapes_;
    else if (!contains(kIgnored, keyword))
      ++unknown_;
    skip_statement();
  }

  // A backslash at the end of a line continues the statement on the next one.
  std::optional<std::string_view> next_argument() {
    while (auto token = cursor_.token_on_line()) {
      if (token->back() != '\\') return token;
      token->remove_suffix(1);
      cursor_.skip_line();
      if (!token->empty()) return token;
    }
    return std::nullopt;
  }

  void skip_statement() {
    for (std::string_view rest = cursor_.line(); rest.ends_with('\\');) rest = cursor_.line();
  }

  // Weights and colours behind the coordinates are left to skip_statement.
  void read_vertex() {
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) {
      const auto token = next_argument();
      const auto value = token ? parse_double(*token) : std::nullopt;
      if (!value || !std::isfinite(*value)) cursor_.fail("a vertex needs three finite coordinates");
      p[axis] = *value;
    }
    file_.surface.positions.push_back(p);
  }

  void read_face() {
    while (const auto token = next_argument()) faces_.corners.push_back(corner(*token));
    faces_.close_face();
  }

  // "7", "7/1", "7//3", "7/1/3": the vertex comes first. Counted from 1, or back from the last one read.
  Index corner(std::string_view token) const {
    const auto number = parse_integer(token.substr(0, token.find('/')));
    const auto known = static_cast<long long>(file_.surface.positions.size());
    const long long index = !number ? -1 : *number > 0 ? *number - 1 : *number < 0 ? known + *number : -1;
    if (index < 0 || index >= std::numeric_limits<Index>::max())
      cursor_.fail(
          fmt::format("the face corner '{}' is not a vertex number", printable(token)),
          fmt::format("{} vertices precede this line; corners are counted from 1, or from -1 backwards",
                      known));
    return static_cast<Index>(index);
  }

  TextCursor cursor_;
  MeshFile file_;
  PolygonList faces_;
  long long skipped_shapes_ = 0, unknown_ = 0;
};

}  // namespace

MeshFile read_obj(std::string_view bytes, const std::filesystem::path& path) {
  return ObjReader(bytes, path).read();
}

}  // namespace sinew
