#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "base/lower_case.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/mixed_cursor.h"
#include "mesh/formats/vtk_cells.h"
#include "sinew/base/error.h"

// VTK's legacy format: a header of four lines, then keywords, each followed by its numbers; binary numbers
// are big endian. Lists of cells come as (count, nodes...) each, and since version 5.1 as offsets and
// connectivity.
namespace sinew {

namespace {

struct CellList {
  std::vector<long long> offsets{0};  // of the first node of each cell, and the end
  std::vector<long long> nodes;

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const long long> operator[](std::size_t i) const {
    return std::span(nodes).subspan(static_cast<std::size_t>(offsets[i]),
                                    static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

// "point%20data" is how a name with a blank is written.
std::string decoded(std::string_view name) {
  const auto hex = [](char c) {
    const auto place = std::string_view("0123456789abcdef").find(static_cast<char>(std::tolower(c)));
    return place == std::string_view::npos ? -1 : static_cast<int>(place);
  };
  std::string text;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool coded =
        name[i] == '%' && i + 2 < name.size() && hex(name[i + 1]) >= 0 && hex(name[i + 2]) >= 0;
    text += coded ? static_cast<char>(16 * hex(name[i + 1]) + hex(name[i + 2])) : name[i];
    if (coded) i += 2;
  }
  return text;
}

// The number of components of attributes that do not state it; 0 if the keyword is unknown.
long long components_of(std::string_view keyword) {
  if (keyword == "VECTORS" || keyword == "NORMALS") return 3;
  if (keyword == "TENSORS") return 9;
  if (keyword == "TENSORS6") return 6;
  return keyword == "GLOBAL_IDS" || keyword == "PEDIGREE_IDS" ? 1 : 0;
}

class VtkReader {
 public:
  VtkReader(std::string_view bytes, const std::string& file)
      : file_(bytes, file), cells_(file, bytes.size()) {}

  MeshFile read() {
    read_header();
    while (const auto keyword = file_.text().next_token()) read_section(std::string(*keyword));
    add_cells();
    for (Field& field : node_fields_) cells_.add_node_field(std::move(field));
    for (Field& field : cell_fields_) cells_.add_cell_field(std::move(field));
    return cells_.finish(fmt::format("VTK {} {}", version_, file_.is_binary() ? "binary" : "ascii"));
  }

 private:
  enum class Target { kNone, kNodes, kCells };

  void read_header() {
    TextCursor& text = file_.text();
    const std::string_view magic = text.line();
    constexpr std::string_view kMagic = "# vtk DataFile Version ";
    if (!magic.starts_with(kMagic))
      file_.fail("this is not a VTK file: it does not start with '# vtk DataFile Version'");
    version_ = magic.substr(kMagic.size(), magic.find_last_not_of(" \t") + 1 - kMagic.size());
    const auto number = parse_double(version_);
    if (!number || !(*number >= 1 && *number < 6))
      file_.fail("this version of the VTK format is not read", "save it as version 2.0 to 5.1, or as .vtu");
    text.line();  // the title
    const std::string_view encoding = text.token("ASCII or BINARY");
    if (encoding == "BINARY")
      file_.set_binary(std::endian::big);
    else if (encoding != "ASCII")
      file_.fail("ASCII or BINARY expected");
  }

  void read_section(const std::string& keyword) {
    if (keyword == "DATASET") {
      read_dataset();
    } else if (keyword == "POINTS") {
      read_points();
    } else if (keyword == "CELLS") {
      list_ = read_cell_list();
    } else if (keyword == "CELL_TYPES") {
      for (const double type : read_values(read_count("the number of cells"), NumberType::kInt32))
        types_.push_back(type >= 0 && type < 256 ? static_cast<int>(type) : -1);
    } else if (keyword == "VERTICES") {
      cells_.skip_cells("point set", static_cast<long long>(read_cell_list().size()));
    } else if (keyword == "LINES") {
      cells_.skip_cells("polyline", static_cast<long long>(read_cell_list().size()));
    } else if (keyword == "POLYGONS" || keyword == "TRIANGLE_STRIPS") {
      const CellList list = read_cell_list();
      for (std::size_t i = 0; i < list.size(); ++i)
        add_vtk_cell(cells_, keyword == "POLYGONS" ? kVtkPolygon : kVtkTriangleStrip, list[i]);
    } else if (keyword == "POINT_DATA" || keyword == "CELL_DATA") {
      target_ = keyword == "POINT_DATA" ? Target::kNodes : Target::kCells;
      tuples_ = read_count("the number of tuples");
    } else if (keyword == "METADATA") {
      skip_metadata();
    } else {
      read_attribute(keyword);
    }
  }

  void read_dataset() {
    const std::string kind(file_.text().token("the kind of the dataset"));
    if (kind != "UNSTRUCTURED_GRID" && kind != "POLYDATA")
      file_.fail(fmt::format("a VTK dataset of kind {} is not read", printable(kind)),
                 "convert it to UNSTRUCTURED_GRID or POLYDATA");
  }

  // Behind METADATA stand lines that describe an array, up to an empty one.
  void skip_metadata() {
    TextCursor& text = file_.text();
    text.skip_line();
    bool blank = false;
    while (!blank && !text.at_end()) blank = text.line().find_first_not_of(" \t") == std::string_view::npos;
  }

  long long read_count(std::string_view expected) {
    TextCursor& text = file_.text();
    return text.count(expected, static_cast<long long>(text.remaining()));
  }

  NumberType read_type() {
    const std::string name(file_.text().token("a type of numbers"));
    const auto type = legacy_vtk_type(lower_case(name));
    if (!type) file_.fail(fmt::format("values of type '{}' are not read", printable(name)));
    return *type;
  }

  std::vector<double> read_values(long long count, NumberType type) {
    file_.begin_numbers();
    file_.require(count, type, "numbers");
    std::vector<double> values(static_cast<std::size_t>(count));
    for (double& value : values) value = file_.number(type, "a number");
    return values;
  }

  std::vector<long long> read_integers(long long count, NumberType type) {
    file_.begin_numbers();
    file_.require(count, type, "numbers");
    std::vector<long long> values(static_cast<std::size_t>(count));
    for (long long& value : values) value = file_.integer(type, "a number");
    return values;
  }

  void read_points() {
    const long long count = read_count("the number of points");
    const NumberType type = read_type();
    const std::vector<double> values = read_values(3 * count, type);
    for (std::size_t i = 0; i < values.size(); i += 3)
      cells_.add_node({values[i], values[i + 1], values[i + 2]});
  }

  CellList read_cell_list() {
    const long long cells = read_count("the number of cells");
    const long long numbers = read_count("the size of the list of cells");
    const std::string_view rest = file_.text().rest();
    const std::size_t next = rest.find_first_not_of(" \t\r\n");
    if (next != std::string_view::npos && rest.substr(next).starts_with("OFFSETS"))
      return read_new_list(cells, numbers);
    return read_old_list(cells, numbers);
  }

  CellList read_old_list(long long cells, long long numbers) {
    const std::vector<long long> values = read_integers(numbers, NumberType::kInt32);
    CellList list;
    std::size_t next = 0;
    for (long long i = 0; i < cells; ++i) {
      if (next >= values.size()) file_.fail("the list of cells ends too early");
      const long long count = values[next++];
      if (count < 0 || static_cast<std::size_t>(count) > values.size() - next)
        file_.fail(fmt::format("a cell of {} nodes does not fit into the list of cells", count));
      list.nodes.insert(list.nodes.end(), values.begin() + static_cast<std::ptrdiff_t>(next),
                        values.begin() + static_cast<std::ptrdiff_t>(next) + count);
      list.offsets.push_back(static_cast<long long>(list.nodes.size()));
      next += static_cast<std::size_t>(count);
    }
    return list;
  }

  CellList read_new_list(long long offsets, long long nodes) {
    CellList list;
    file_.text().token("OFFSETS");
    const NumberType offset_type = read_type();
    list.offsets = read_integers(offsets, offset_type);
    if (file_.text().token("CONNECTIVITY") != "CONNECTIVITY") file_.fail("CONNECTIVITY expected");
    const NumberType node_type = read_type();
    list.nodes = read_integers(nodes, node_type);
    if (list.offsets.empty()) list.offsets = {0};
    if (list.offsets.front() != 0 || list.offsets.back() != nodes ||
        !std::is_sorted(list.offsets.begin(), list.offsets.end()))
      file_.fail("the offsets of the cells do not fit their connectivity");
    return list;
  }

  void add_cells() {
    if (types_.size() != list_.size())
      file_.fail(fmt::format("{} cells, but {} cell types", list_.size(), types_.size()));
    for (std::size_t i = 0; i < list_.size(); ++i)
      if (!add_vtk_cell(cells_, types_[i], list_[i]))
        file_.fail(fmt::format("cell {} (counted from 0) has {} nodes, which does not fit its type {}", i,
                               list_[i].size(), types_[i]));
  }

  void read_attribute(const std::string& keyword) {
    TextCursor& text = file_.text();
    if (keyword == "FIELD") return read_field_arrays();
    if (keyword == "LOOKUP_TABLE") return read_lookup_table();
    const std::string name = decoded(text.token("the name of an array"));
    if (keyword == "SCALARS") return read_scalars(name);
    if (keyword == "COLOR_SCALARS") {
      const long long components = text.count("the number of components", 64);
      return keep(name, components, read_values(tuples_ * components, NumberType::kUInt8));
    }
    const long long components =
        keyword == "TEXTURE_COORDINATES" ? text.count("the dimension", 3) : components_of(keyword);
    if (components == 0) file_.fail("an unknown keyword", "the file is damaged, or of a newer kind");
    const NumberType type = read_type();
    keep(name, components, read_values(tuples_ * components, type));
  }

  void read_scalars(const std::string& name) {
    TextCursor& text = file_.text();
    const NumberType type = read_type();
    const auto given = text.token_on_line();
    const auto components = given ? parse_integer(*given) : 1;
    if (!components || *components < 1 || *components > 64) file_.fail("1 to 64 components expected");
    // The name of a lookup table is required, but some writers leave it out.
    const std::string_view rest = text.rest();
    const std::size_t next = rest.find_first_not_of(" \t\r\n");
    if (next != std::string_view::npos && rest.substr(next).starts_with("LOOKUP_TABLE")) {
      text.token("LOOKUP_TABLE");
      text.token("the name of a lookup table");
    }
    keep(name, *components, read_values(tuples_ * *components, type));
  }

  void read_lookup_table() {
    file_.text().token("the name of a lookup table");
    read_values(4 * read_count("the size of the lookup table"), NumberType::kUInt8);
  }

  void read_field_arrays() {
    file_.text().token("the name of a group of arrays");
    const long long arrays = read_count("the number of arrays");
    for (long long i = 0; i < arrays; ++i) {
      std::string_view token = file_.text().token("the name of an array");
      if (token == "METADATA") {
        skip_metadata();
        token = file_.text().token("the name of an array");
      }
      const std::string name = decoded(token);
      const long long components = read_count("the number of components");
      const long long tuples = read_count("the number of tuples");
      const NumberType type = read_type();
      if (components > 0 && tuples > std::numeric_limits<long long>::max() / components)
        file_.fail("more values than a file can hold");
      std::vector<double> values = read_values(components * tuples, type);
      if (tuples == tuples_ && components >= 1 && components <= 1000)
        keep(name, components, std::move(values));
    }
  }

  void keep(const std::string& name, long long components, std::vector<double> values) {
    Field field{name, static_cast<int>(components), std::move(values)};
    if (target_ == Target::kNodes) node_fields_.push_back(std::move(field));
    if (target_ == Target::kCells) cell_fields_.push_back(std::move(field));
  }

  MixedCursor file_;
  CellCollector cells_;
  std::string version_;
  CellList list_;
  std::vector<int> types_;
  Target target_ = Target::kNone;
  long long tuples_ = 0;
  std::vector<Field> node_fields_, cell_fields_;
};

}  // namespace

MeshFile read_vtk(std::string_view bytes, const std::filesystem::path& path) {
  return VtkReader(bytes, path.string()).read();
}

}  // namespace sinew
