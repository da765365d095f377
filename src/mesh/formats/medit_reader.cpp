#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <string>

#include "mesh/formats/cell_collector.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/text_cursor.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// A keyword whose entries are `nodes` numbers counted from 1 and a reference.
struct CellKeyword {
  std::string_view keyword;
  int nodes;
  std::optional<CellShape> shape;
  const char* name;
};

constexpr CellKeyword kCellKeywords[] = {{"Tetrahedra", 4, CellShape::kTetrahedron, "tetrahedron"},
                                         {"Hexahedra", 8, CellShape::kHexahedron, "hexahedron"},
                                         {"Hexaedra", 8, CellShape::kHexahedron, "hexahedron"},
                                         {"Triangles", 3, CellShape::kPolygon, "triangle"},
                                         {"Quadrilaterals", 4, CellShape::kPolygon, "quadrilateral"},
                                         {"Edges", 2, std::nullopt, "edge"},
                                         {"Prisms", 6, std::nullopt, "prism"},
                                         {"Pentahedra", 6, std::nullopt, "prism"},
                                         {"Pyramids", 5, std::nullopt, "pyramid"},
                                         {"EdgesP2", 3, std::nullopt, "second-order edge"},
                                         {"TrianglesP2", 6, std::nullopt, "second-order triangle"},
                                         {"QuadrilateralsQ2", 9, std::nullopt, "second-order quadrilateral"},
                                         {"TetrahedraP2", 10, std::nullopt, "second-order tetrahedron"},
                                         {"HexahedraQ2", 27, std::nullopt, "second-order hexahedron"}};

class MeditReader {
 public:
  MeditReader(std::string_view bytes, const std::string& file)
      : text_(bytes, file), cells_(file, bytes.size()) {}

  MeshFile read() {
    if (text_.token("MeshVersionFormatted") != "MeshVersionFormatted")
      text_.fail("this is not a Medit file: it does not start with MeshVersionFormatted");
    const long long version = text_.integer("the version of the format");
    if (version < 1 || version > 4)
      text_.fail(fmt::format("version {} of the Medit format is not read", version));
    auto keyword = text_.next_token();
    while (keyword && *keyword != "End") keyword = read_section(*keyword);
    cells_.add_cell_field(std::move(references_));
    return cells_.finish(fmt::format("Medit {} ascii", version));
  }

 private:
  // Returns the keyword that follows.
  std::optional<std::string_view> read_section(std::string_view keyword) {
    if (keyword == "Dimension") {
      const long long dimension = text_.integer("the dimension");
      if (dimension != 3) text_.fail(fmt::format("a mesh of dimension {}, not 3", dimension));
      return text_.next_token();
    }
    if (keyword == "Vertices") {
      read_vertices();
      return text_.next_token();
    }
    for (const CellKeyword& known : kCellKeywords)
      if (known.keyword == keyword) {
        read_cells(known);
        return text_.next_token();
      }
    return skip_section();
  }

  void read_vertices() {
    const long long count =
        text_.count("the number of vertices", static_cast<long long>(text_.remaining() / 8));
    for (long long i = 0; i < count; ++i) {
      const double x = text_.number("a coordinate"), y = text_.number("a coordinate");
      cells_.add_node({x, y, text_.number("a coordinate")});
      text_.token("the reference of a vertex");
    }
  }

  void read_cells(const CellKeyword& kind) {
    const long long count = text_.count("the number of cells", static_cast<long long>(text_.remaining() / 4));
    for (long long i = 0; i < count; ++i) {
      long long nodes[27];
      for (int k = 0; k < kind.nodes; ++k) {
        const long long number = text_.integer("the number of a vertex");
        if (number < 1) text_.fail(fmt::format("vertices count from 1, here is number {}", number));
        nodes[k] = number - 1;
      }
      references_.values.push_back(static_cast<double>(text_.integer("the reference of a cell")));
      if (kind.shape)
        cells_.add_cell(*kind.shape, {nodes, static_cast<std::size_t>(kind.nodes)});
      else
        cells_.skip_cells(kind.name);
    }
  }

  // Corners, ridges, normals, whatever else there may be: numbers up to the next word.
  std::optional<std::string_view> skip_section() {
    const auto is_word = [](std::string_view t) {
      return std::isalpha(static_cast<unsigned char>(t[0])) != 0;
    };
    auto token = text_.next_token();
    while (token && !is_word(*token)) token = text_.next_token();
    return token;
  }

  TextCursor text_;
  CellCollector cells_;
  Field references_{"reference", 1, {}};
};

// The binary twin of the format starts with the number 1, in either byte order.
bool is_binary(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.starts_with("\1\0\0\0"sv) || bytes.starts_with("\0\0\0\1"sv);
}

}  // namespace

MeshFile read_medit(std::string_view bytes, const std::filesystem::path& path) {
  if (is_binary(bytes) || path.extension() == ".meshb")
    throw Error("binary Medit files (.meshb) are not read", path.string(),
                "convert it to an ascii .mesh file");
  return MeditReader(bytes, path.string()).read();
}

}  // namespace sinew
