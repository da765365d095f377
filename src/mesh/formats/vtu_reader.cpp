#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "mesh/formats/format_readers.h"
#include "mesh/formats/text_cursor.h"
#include "mesh/formats/vtk_cells.h"
#include "mesh/formats/vtu_data.h"
#include "mesh/formats/xml_scanner.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

// The arrays of a <Piece>, by the element they stand in.
struct VtuPiece {
  long long points = 0, cells = 0;
  std::map<std::string, std::vector<VtuArray>> arrays;  // "Points", "Cells", "PointData", "CellData"
};

class VtuReader {
 public:
  VtuReader(std::string_view bytes, const std::string& file)
      : bytes_(bytes), file_(file), xml_(bytes, file), data_(bytes, file), cells_(file, bytes.size()) {}

  MeshFile read() {
    read_structure();
    for (const VtuPiece& piece : pieces_) add_piece(piece);
    for (Field& field : node_fields_) cells_.add_node_field(std::move(pad(field, cells_.node_count())));
    for (Field& field : cell_fields_) cells_.add_cell_field(std::move(pad(field, cells_.cell_count())));
    return cells_.finish("VTU");
  }

 private:
  // First all tags are read, then all data: appended data stands behind the tags that refer to it.
  void read_structure() {
    bool known = false, closed = false;
    std::string section;
    while (const auto tag = xml_.next()) {
      if (tag->name == "VTKFile" && tag->opens) read_header(*tag), known = true;
      if (!known) xml_.fail("this is not a VTK XML file: it does not start with <VTKFile>");
      if (tag->name == "UnstructuredGrid" && tag->closes) closed = true;
      if (tag->name == "Piece" && tag->opens) start_piece(*tag);
      for (const char* name : {"Points", "Cells", "PointData", "CellData", "FieldData"})
        if (tag->name == name) section = tag->opens && !tag->closes ? name : "";
      if (tag->name == "DataArray" && tag->opens) add_array(*tag, section);
      if (tag->name == "AppendedData" && tag->opens) {
        find_appended(*tag);
        break;
      }
    }
    if (!known) xml_.fail("this is not a VTK XML file: it has no tags");
    if (!closed) xml_.fail("<UnstructuredGrid> is missing or never closed", "the file seems to be truncated");
  }

  void read_header(const XmlTag& tag) {
    const std::string type = tag.attribute("type");
    if (type != "UnstructuredGrid")
      xml_.fail(fmt::format("a VTK XML file of type {} is not read", printable(type)),
                "convert it to UnstructuredGrid");
    const std::string order = tag.attribute("byte_order", "LittleEndian");
    if (order != "LittleEndian" && order != "BigEndian") xml_.fail("an unknown byte order");
    data_.set_order(order == "BigEndian" ? std::endian::big : std::endian::little);
    const std::string header = tag.attribute("header_type", "UInt32");
    if (header != "UInt32" && header != "UInt64") xml_.fail("an unknown header type");
    data_.set_header(header == "UInt64" ? NumberType::kUInt64 : NumberType::kUInt32);
    const std::string compressor = tag.attribute("compressor");
    if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
      xml_.fail(fmt::format("data compressed by {} is not read", printable(compressor)),
                "save it with zlib, or uncompressed");
    data_.set_compressed(!compressor.empty());
  }

  long long count_attribute(const XmlTag& tag, const char* name) {
    const auto value = parse_integer(tag.attribute(name, "0"));
    if (!value || *value < 0 || *value > std::numeric_limits<Index>::max())
      xml_.fail(fmt::format("{} is not a number from 0 to 2^31", name));
    return *value;
  }

  void start_piece(const XmlTag& tag) {
    VtuPiece& piece = pieces_.emplace_back();
    piece.points = count_attribute(tag, "NumberOfPoints");
    piece.cells = count_attribute(tag, "NumberOfCells");
  }

  void add_array(const XmlTag& tag, const std::string& section) {
    if (pieces_.empty() || section.empty() || section == "FieldData") return;
    VtuArray array;
    array.name = tag.attribute("Name", section == "Points" ? "Points" : "unnamed");
    const std::string type = tag.attribute("type");
    const auto number = xml_vtk_type(type);
    if (!number && section.ends_with("Data")) {
      cells_.warn(fmt::format("skipped field '{}' of type {}", array.name, printable(type)));
      return;
    }
    if (!number) xml_.fail(fmt::format("array '{}' of type '{}'", array.name, printable(type)));
    array.type = *number;
    array.components = static_cast<int>(std::max(1LL, count_attribute(tag, "NumberOfComponents")));
    array.offset = static_cast<std::uint64_t>(parse_integer(tag.attribute("offset", "0")).value_or(-1));
    const std::string format = tag.attribute("format", "ascii");
    array.format = format == "appended" ? VtuArray::Format::kAppended
                   : format == "binary" ? VtuArray::Format::kInline
                                        : VtuArray::Format::kAscii;
    array.text_begin = xml_.position();
    array.text_end = array.text_begin + (tag.closes ? 0 : xml_.text().size());
    pieces_.back().arrays[section].push_back(std::move(array));
  }

  void find_appended(const XmlTag& tag) {
    const std::string encoding = tag.attribute("encoding", "raw");
    if (encoding != "raw" && encoding != "base64") xml_.fail("an unknown encoding of the appended data");
    const std::size_t underscore = bytes_.find_first_not_of(" \t\r\n", xml_.position());
    if (underscore == std::string_view::npos || bytes_[underscore] != '_')
      xml_.fail("the appended data does not start with an underscore", "the file seems to be truncated");
    data_.set_appended(underscore + 1, encoding == "base64");
  }

  const VtuArray& find_array(const VtuPiece& piece, const std::string& section,
                             const std::string& name) const {
    const auto arrays = piece.arrays.find(section);
    if (arrays != piece.arrays.end())
      for (const VtuArray& array : arrays->second)
        if (array.name == name || section == "Points") return array;
    throw Error(fmt::format("<{}> has no array '{}'", section, name), file_);
  }

  void add_piece(const VtuPiece& piece) {
    const long long first_node = cells_.node_count(), first_cell = cells_.cell_count();
    if (piece.points > 0) {
      const auto values =
          data_.numbers(find_array(piece, "Points", "Points"), 3 * std::uint64_t(piece.points));
      for (std::size_t i = 0; i < values.size(); i += 3)
        cells_.add_node({values[i], values[i + 1], values[i + 2]});
    }
    if (piece.cells > 0) add_cells(piece, first_node);
    add_fields(piece, "PointData", piece.points, first_node, node_fields_);
    add_fields(piece, "CellData", piece.cells, first_cell, cell_fields_);
  }

  long long to_integer(double value) const {
    if (!(value >= 0 && value <= 0x1p52))
      throw Error(fmt::format("a cell refers to node or offset {}", value), file_);
    return static_cast<long long>(value);
  }

  void add_cells(const VtuPiece& piece, long long first_node) {
    const auto count = static_cast<std::uint64_t>(piece.cells);
    const auto types = data_.numbers(find_array(piece, "Cells", "types"), count);
    const auto ends = data_.numbers(find_array(piece, "Cells", "offsets"), count);
    const long long corners = to_integer(ends.back());
    const auto nodes =
        data_.numbers(find_array(piece, "Cells", "connectivity"), static_cast<std::uint64_t>(corners));
    std::vector<long long> cell;
    long long next = 0;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const long long end = to_integer(ends[i]);
      if (end < next || end > corners)
        throw Error(fmt::format("the offset of cell {} is out of order", i), file_);
      cell.clear();
      for (; next < end; ++next)
        cell.push_back(first_node + to_integer(nodes[static_cast<std::size_t>(next)]));
      const int type = types[i] >= 0 && types[i] < 256 ? static_cast<int>(types[i]) : -1;
      if (!add_vtk_cell(cells_, type, cell))
        throw Error(fmt::format("cell {} has {} nodes, which does not fit its type {}", i, cell.size(), type),
                    file_);
    }
  }

  void add_fields(const VtuPiece& piece, const std::string& section, long long tuples, long long before,
                  std::vector<Field>& fields) {
    const auto arrays = piece.arrays.find(section);
    if (arrays == piece.arrays.end() || tuples == 0) return;
    for (const VtuArray& array : arrays->second) {
      if (array.components > 64)
        throw Error(fmt::format("field '{}' has more than 64 components", array.name), file_);
      const auto values = data_.numbers(array, static_cast<std::uint64_t>(tuples) * array.components);
      Field& field = find_field(fields, array);
      pad(field, before);
      if (field.components != array.components ||
          static_cast<long long>(field.values.size()) > before * field.components)
        throw Error(
            fmt::format("field '{}' comes twice, or has other components in another piece", array.name),
            file_);
      field.values.insert(field.values.end(), values.begin(), values.end());
    }
  }

  Field& find_field(std::vector<Field>& fields, const VtuArray& array) {
    for (Field& field : fields)
      if (field.name == array.name) return field;
    return fields.emplace_back(Field{array.name, array.components, {}});
  }

  // Pieces that lack a field have no number there.
  Field& pad(Field& field, long long tuples) {
    const auto size = static_cast<std::size_t>(tuples * field.components);
    if (field.values.size() < size) {
      padded_ += size - field.values.size();
      if (padded_ > 16 * bytes_.size() + 1000000)
        throw Error("most pieces lack most fields", file_, "give all pieces the same arrays");
      field.values.resize(size, std::numeric_limits<double>::quiet_NaN());
    }
    return field;
  }

  std::string_view bytes_;
  std::string file_;
  XmlScanner xml_;
  VtuData data_;
  CellCollector cells_;
  std::vector<VtuPiece> pieces_;
  std::vector<Field> node_fields_, cell_fields_;
  std::size_t padded_ = 0;
};

}  // namespace

MeshFile read_vtu(std::string_view bytes, const std::filesystem::path& path) {
  return VtuReader(bytes, path.string()).read();
}

}  // namespace sinew
