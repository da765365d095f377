#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/file.h"
#include "mesh/formats/cell_collector.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/text_cursor.h"
#include "sinew/base/error.h"

namespace sinew {

namespace fs = std::filesystem;

namespace {

constexpr long long kMostAttributes = 100;

// Columns of numbers behind the entries of a .node or .ele file, one field per column.
class Columns {
 public:
  Columns(long long count, const std::string& first, const std::string& others) {
    for (long long i = 0; i < count; ++i)
      fields_.push_back({i == 0 ? first : fmt::format("{}_{}", others, i + 1), 1, {}});
  }
  void add(const std::string& name) { fields_.push_back({name, 1, {}}); }
  void read_row(TextCursor& text) {
    for (Field& field : fields_) field.values.push_back(text.number("an attribute"));
  }
  std::vector<Field>& fields() { return fields_; }

 private:
  std::vector<Field> fields_;
};

// The rest of the header line: numbers that may be left out.
long long optional_count(TextCursor& text) {
  const auto token = text.token_on_line();
  if (!token) return 0;
  const auto value = parse_integer(*token);
  if (!value || *value < 0 || *value > kMostAttributes)
    text.fail("a small number of attributes or markers expected");
  return *value;
}

long long entry_limit(const TextCursor& text) { return static_cast<long long>(text.remaining() / 4 + 1); }

// Returns the number of the first node, 0 or 1.
long long read_nodes(std::string_view bytes, const fs::path& path, CellCollector& cells) {
  TextCursor text(bytes, path.string());
  const long long count = text.count("the number of nodes", entry_limit(text));
  const long long dimension = text.integer("the dimension");
  if (dimension != 3) text.fail(fmt::format("nodes of dimension {}, not 3", dimension));
  Columns columns(optional_count(text), "attribute", "attribute");
  if (optional_count(text) > 0) columns.add("boundary_marker");
  long long first = 0;
  for (long long i = 0; i < count; ++i) {
    const long long number = text.integer("the number of a node");
    if (i == 0) first = number;
    if (first != 0 && first != 1) text.fail(fmt::format("nodes count from 0 or 1, these from {}", first));
    if (number != first + i) text.fail(fmt::format("node {} expected, found {}", first + i, number));
    const double x = text.number("a coordinate"), y = text.number("a coordinate");
    cells.add_node({x, y, text.number("a coordinate")});
    columns.read_row(text);
  }
  for (Field& field : columns.fields()) cells.add_node_field(std::move(field));
  return first;
}

void read_elements(std::string_view bytes, const fs::path& path, long long first, CellCollector& cells) {
  TextCursor text(bytes, path.string());
  const long long count = text.count("the number of tetrahedra", entry_limit(text));
  const long long corners = text.integer("the number of nodes per tetrahedron");
  if (corners != 4 && corners != 10) text.fail(fmt::format("tetrahedra of {} nodes, not 4 or 10", corners));
  Columns columns(optional_count(text), "region", "attribute");
  for (long long i = 0; i < count; ++i) {
    text.integer("the number of a tetrahedron");
    long long nodes[10];
    for (long long k = 0; k < corners; ++k) {
      nodes[k] = text.integer("the number of a node");
      if (nodes[k] < first || nodes[k] - first >= cells.node_count())
        text.fail(fmt::format("a tetrahedron uses node {}; there are {} to {}", nodes[k], first,
                              first + cells.node_count() - 1));
      nodes[k] -= first;
    }
    columns.read_row(text);
    if (corners == 4)
      cells.add_cell(CellShape::kTetrahedron, {nodes, 4});
    else
      cells.skip_cells("second-order tetrahedron");
  }
  for (Field& field : columns.fields()) cells.add_cell_field(std::move(field));
}

}  // namespace

MeshFile read_tetgen(std::string_view bytes, const fs::path& path) {
  const bool is_elements = path.extension() == ".ele" || path.extension() == ".ELE";
  const bool upper = path.extension() == ".ELE" || path.extension() == ".NODE";
  fs::path other = path;
  other.replace_extension(is_elements ? (upper ? ".NODE" : ".node") : (upper ? ".ELE" : ".ele"));
  std::error_code ignored;
  if (!fs::exists(other, ignored))
    throw Error(fmt::format("the {} are in {}, which is missing", is_elements ? "nodes" : "tetrahedra",
                            other.string()),
                path.string(), "TetGen's .node and .ele files belong together, side by side");
  const std::string other_bytes = read_file(other);
  CellCollector cells(path.string(), bytes.size() + other_bytes.size());
  const long long first =
      is_elements ? read_nodes(other_bytes, other, cells) : read_nodes(bytes, path, cells);
  is_elements ? read_elements(bytes, path, first, cells) : read_elements(other_bytes, other, first, cells);
  return cells.finish("TetGen");
}

}  // namespace sinew
