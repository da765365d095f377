#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "base/byte_cursor.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/ply_header.h"
#include "mesh/formats/polygon.h"
#include "mesh/formats/text_cursor.h"

namespace sinew {

namespace {

// The two bodies of a PLY file seen alike: one value after the other, in the order of the header.
class AsciiValues {
 public:
  explicit AsciiValues(TextCursor& cursor) : cursor_(cursor) {}

  double number(NumberType) { return cursor_.number("a number"); }
  long long integer(NumberType) { return cursor_.integer("an integer"); }
  void skip(NumberType, long long count) {
    for (long long i = 0; i < count; ++i) cursor_.token("a number");
  }
  void require(long long count, std::size_t size) const {
    // The last value needs no separator behind it.
    if (static_cast<unsigned long long>(count) > (cursor_.remaining() + 1) / size)
      cursor_.fail(fmt::format("{} items of at least {} bytes expected, but only {} bytes are left", count,
                               size, cursor_.remaining()),
                   "the file is truncated");
  }
  [[noreturn]] void fail(const std::string& what) const { cursor_.fail(what); }

 private:
  TextCursor& cursor_;
};

class BinaryValues {
 public:
  explicit BinaryValues(ByteCursor cursor) : cursor_(std::move(cursor)) {}

  double number(NumberType type) { return read_number(cursor_, type, "a number"); }
  long long integer(NumberType type) { return read_integer(cursor_, type, "an integer"); }
  void skip(NumberType type, long long count) {
    cursor_.require(static_cast<std::uint64_t>(count), byte_size(type), "list");
    cursor_.take(static_cast<std::size_t>(count) * byte_size(type), "list");
  }
  void require(long long count, std::size_t size) const {
    cursor_.require(static_cast<std::uint64_t>(count), size, "items");
  }
  [[noreturn]] void fail(const std::string& what) const { cursor_.fail(what); }

 private:
  ByteCursor cursor_;
};

template <typename Values>
class PlyBody {
 public:
  // `columns`: keep the other properties of vertices.
  PlyBody(Values values, PlyEncoding encoding, bool columns, MeshFile& file)
      : values_(std::move(values)), encoding_(encoding), columns_(columns), file_(file) {}

  void read(const PlyElement& element) {
    // An item without properties takes no bytes, so nothing bounds how many there are.
    if (element.properties.empty() || element.count == 0) return;
    values_.require(element.count, element.least_bytes(encoding_));
    if (element.name == "vertex")
      read_vertices(element);
    else if (element.name == "face")
      read_index_lists(element, &PlyBody::add_face);
    else if (element.name == "tristrips")
      read_index_lists(element, &PlyBody::add_strips);
    else
      skip_items(element);
  }
  void finish() { split_polygons(faces_, file_); }

 private:
  // A field for each number that is to be kept, by property; -1 for the others.
  std::vector<int> add_fields(const PlyElement& element, const std::vector<int>& axis_of) {
    std::vector<int> field_of(element.properties.size(), -1);
    for (std::size_t k = 0; columns_ && k < field_of.size(); ++k) {
      if (element.properties[k].is_list || axis_of[k] >= 0) continue;
      field_of[k] = static_cast<int>(file_.vertex_fields.size());
      file_.vertex_fields.push_back({element.properties[k].name, 1, {}});
    }
    return field_of;
  }

  void read_vertices(const PlyElement& element) {
    std::vector<int> axis_of(element.properties.size(), -1);
    constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};
    for (int axis = 0; axis < 3; ++axis) {
      const int property = element.find(kAxes[axis]);
      if (property < 0 || element.properties[property].is_list)
        values_.fail(fmt::format("the vertices of this PLY file have no '{}'", kAxes[axis]));
      axis_of[property] = axis;
    }
    const std::vector<int> field_of = add_fields(element, axis_of);
    file_.surface.positions.reserve(file_.surface.positions.size() + static_cast<std::size_t>(element.count));
    for (long long i = 0; i < element.count; ++i) {
      Vec3 p;
      for (std::size_t k = 0; k < axis_of.size(); ++k)
        if (axis_of[k] >= 0)
          p[axis_of[k]] = values_.number(element.properties[k].type);
        else
          read_value(element.properties[k], field_of[k]);
      file_.surface.positions.push_back(p);
    }
  }

  void read_index_lists(const PlyElement& element, void (PlyBody::*add)()) {
    int indices = element.find("vertex_indices");
    if (indices < 0) indices = element.find("vertex_index");
    const bool usable =
        indices >= 0 && element.properties[indices].is_list && is_integer(element.properties[indices].type);
    if (!usable)
      values_.fail(fmt::format("element '{}' has no list of integers 'vertex_indices'", element.name));
    for (long long i = 0; i < element.count; ++i)
      for (std::size_t k = 0; k < element.properties.size(); ++k) {
        if (static_cast<int>(k) != indices) {
          skip_value(element.properties[k]);
          continue;
        }
        read_list(element.properties[k]);
        (this->*add)();
      }
  }

  void skip_items(const PlyElement& element) {
    for (long long i = 0; i < element.count; ++i)
      for (const PlyProperty& property : element.properties) skip_value(property);
    file_.warnings.push_back(fmt::format("{} items of '{}' skipped", element.count, printable(element.name)));
  }

  void read_value(const PlyProperty& property, int field) {
    if (field < 0)
      skip_value(property);
    else
      file_.vertex_fields[static_cast<std::size_t>(field)].values.push_back(values_.number(property.type));
  }
  void skip_value(const PlyProperty& property) {
    values_.skip(property.type, property.is_list ? list_length(property) : 1);
  }
  long long list_length(const PlyProperty& property) {
    const long long length = values_.integer(property.count_type);
    if (length < 0) values_.fail(fmt::format("a list of {} items", length));
    values_.require(length, encoding_ == PlyEncoding::kAscii ? 2 : byte_size(property.type));
    return length;
  }

  void read_list(const PlyProperty& property) {
    list_.clear();
    for (long long i = 0, n = list_length(property); i < n; ++i) {
      const long long index = values_.integer(property.type);
      if (index < -1 || index >= std::numeric_limits<Index>::max())
        values_.fail(fmt::format("{} is not a vertex number", index));
      list_.push_back(static_cast<Index>(index));
    }
  }
  void add_face() { faces_.add(list_); }
  // -1 ends a strip.
  void add_strips() {
    for (auto begin = list_.begin(); begin < list_.end();) {
      const auto end = std::find(begin, list_.end(), -1);
      faces_.add_strip({begin, end});
      begin = end == list_.end() ? end : end + 1;
    }
  }

  Values values_;
  PlyEncoding encoding_;
  bool columns_;
  MeshFile& file_;
  PolygonList faces_;
  std::vector<Index> list_;
};

template <typename Values>
MeshFile read_body(Values values, const PlyHeader& header, bool columns, const char* format) {
  MeshFile file;
  file.format = format;
  PlyBody<Values> body(std::move(values), header.encoding, columns, file);
  for (const PlyElement& element : header.elements) body.read(element);
  body.finish();
  return file;
}

MeshFile read(std::string_view bytes, const std::filesystem::path& path, bool columns,
              std::vector<std::string>& comments) {
  TextCursor cursor(bytes, path.string(), '\0');
  const PlyHeader header = read_ply_header(cursor);
  comments = header.comments;
  if (header.encoding == PlyEncoding::kAscii)
    return read_body(AsciiValues(cursor), header, columns, "PLY ascii");
  const bool little = header.encoding == PlyEncoding::kBinaryLittleEndian;
  ByteCursor body(bytes, path.string(), little ? std::endian::little : std::endian::big);
  body.take(cursor.position(), "header");
  return read_body(BinaryValues(std::move(body)), header, columns,
                   little ? "PLY binary, little endian" : "PLY binary, big endian");
}

}  // namespace

MeshFile read_ply(std::string_view bytes, const std::filesystem::path& path) {
  std::vector<std::string> unused;
  return read(bytes, path, false, unused);
}

SurfaceWithColumns read_ply_with_columns(std::string_view bytes, const std::filesystem::path& path) {
  SurfaceWithColumns surface;
  surface.file = read(bytes, path, true, surface.comments);
  return surface;
}

}  // namespace sinew
