#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "mesh/formats/cell_collector.h"
#include "mesh/formats/format_readers.h"
#include "mesh/formats/gmsh_cells.h"
#include "mesh/formats/gmsh_content.h"
#include "mesh/formats/tag_map.h"
#include "sinew/base/error.h"

namespace sinew {

namespace {

class GmshReader {
 public:
  GmshReader(std::string_view bytes, const std::string& file)
      : name_(file), file_(bytes, file), cells_(file, bytes.size()) {}

  MeshFile read() {
    while (const auto token = file_.text().next_token()) {
      if (!token->starts_with('$')) {
        if (version_ == 0) file_.fail("this is not a Gmsh file: it starts with neither $MeshFormat nor $NOD");
        file_.text().skip_line();
        continue;
      }
      const std::string section(token->substr(1));
      if (!read_section(section)) skip_section(section);
    }
    if (version_ == 0) file_.fail("this is not a Gmsh file: it has no sections");
    return assemble();
  }

 private:
  bool read_section(const std::string& section) {
    if (section == "MeshFormat") {
      read_header();
    } else if (section == "NOD" || section == "ELM") {
      version_ = 1;
      section == "NOD" ? read_gmsh2_nodes(file_, content_) : read_gmsh1_elements(file_, content_);
    } else if (section == "NodeData" || section == "ElementData") {
      (section == "NodeData" ? content_.node_data : content_.element_data).push_back(read_gmsh_data(file_));
    } else if (section == "Nodes" && version_ < 4) {
      read_gmsh2_nodes(file_, content_);
    } else if (section == "Elements" && version_ < 4) {
      read_gmsh2_elements(file_, content_);
    } else if (section == "Nodes") {
      read_gmsh4_nodes(file_, size_, content_);
    } else if (section == "Elements") {
      read_gmsh4_elements(file_, size_, content_);
    } else if (section == "Entities" && version_ > 4) {
      read_gmsh4_entities(file_, size_, content_);
    } else {
      return false;
    }
    const std::string end = (version_ == 1 ? "$END" : "$End") + section;
    if (file_.text().token(end) != end) file_.fail(fmt::format("{} expected", end));
    return true;
  }

  void read_header() {
    TextCursor& text = file_.text();
    version_ = text.number("the version of the format");
    const bool binary = text.integer("the file type (0 or 1)") != 0;
    const long long size = text.integer("the size of a number");
    if (!(version_ >= 2 && version_ < 3) && version_ != 4.1)
      file_.fail(fmt::format("version {} of the Gmsh format is not read", version_),
                 "save it as version 4.1 or 2.2 (gmsh -format msh41)");
    if (size != 8 && (size != 4 || version_ < 4)) file_.fail(fmt::format("numbers of {} bytes", size));
    if (size == 4) size_ = NumberType::kUInt32;
    if (binary) read_byte_order();
  }

  void read_byte_order() {
    file_.set_binary(std::endian::little);
    file_.begin_numbers();
    const long long one = file_.integer(NumberType::kInt32, "the number 1");
    if (one == 0x01000000) file_.set_binary(std::endian::big);
    if (one != 1 && one != 0x01000000)
      file_.fail("the number 1, which tells the byte order, is something else");
  }

  void skip_section(const std::string& section) {
    const std::string end = "$End" + section;
    TextCursor& text = file_.text();
    const std::size_t found = text.rest().find(end);
    if (found == std::string_view::npos)
      file_.fail("a section is not closed: " + end + " is missing", "the file seems to be truncated");
    text.set_position(text.position() + found + end.size());
  }

  MeshFile assemble() {
    for (const Vec3& position : content_.positions) cells_.add_node(position);
    add_elements();
    add_tag_fields();
    add_data();
    return cells_.finish(fmt::format("Gmsh {} {}", version_, file_.is_binary() ? "binary" : "ascii"));
  }

  void add_elements() {
    const TagMap nodes(content_.node_tags);
    if (const auto twice = nodes.duplicate())
      throw Error(fmt::format("node {} is given twice", *twice), name_);
    std::vector<long long> corners;
    for (const GmshContent::Element& element : content_.elements) {
      const GmshCell cell = gmsh_cell(element.type);
      if (!cell.shape()) {
        cells_.skip_cells(cell.name());
        continue;
      }
      corners.clear();
      for (int i = 0; i < cell.nodes; ++i) {
        const long long tag = content_.element_nodes[element.first_node + i];
        corners.push_back(nodes.find(tag));
        if (corners.back() < 0)
          throw Error(fmt::format("element {} uses node {}, which is not in the file", element.tag, tag),
                      name_);
      }
      cells_.add_cell(*cell.shape(), corners);
    }
  }

  // A zero tag means no tag: if no element has one there is no field.
  void add_tag_fields() {
    Field physical{"physical", 1, {}}, elementary{"elementary", 1, {}};
    bool any_physical = false, any_elementary = false;
    for (const GmshContent::Element& element : content_.elements) {
      const auto shape = gmsh_cell(element.type).shape();
      const bool kept = shape == CellShape::kTetrahedron || shape == CellShape::kHexahedron;
      any_physical |= kept && element.physical != 0;
      any_elementary |= kept && element.elementary != 0;
      physical.values.push_back(static_cast<double>(element.physical));
      elementary.values.push_back(static_cast<double>(element.elementary));
    }
    if (any_physical) cells_.add_cell_field(std::move(physical));
    if (any_elementary) cells_.add_cell_field(std::move(elementary));
  }

  void add_data() {
    const TagMap nodes(content_.node_tags);
    for (const GmshContent::Data& data : content_.node_data)
      cells_.add_node_field(spread(data, nodes, cells_.node_count()));
    if (content_.element_data.empty()) return;
    std::vector<long long> tags;
    for (const GmshContent::Element& element : content_.elements) tags.push_back(element.tag);
    const TagMap elements(tags);
    for (const GmshContent::Data& data : content_.element_data)
      cells_.add_cell_field(spread(data, elements, cells_.cell_count()));
  }

  // Values for everything from values for some; those without one are not a number.
  Field spread(const GmshContent::Data& data, const TagMap& places, long long count) const {
    Field field{data.name, data.components, {}};
    field.values.assign(static_cast<std::size_t>(count) * data.components,
                        std::numeric_limits<double>::quiet_NaN());
    for (std::size_t i = 0; i < data.tags.size(); ++i) {
      const Index place = places.find(data.tags[i]);
      if (place < 0) continue;
      std::copy_n(data.values.begin() + static_cast<std::ptrdiff_t>(i) * data.components, data.components,
                  field.values.begin() + static_cast<std::ptrdiff_t>(place) * data.components);
    }
    return field;
  }

  std::string name_;
  MixedCursor file_;
  CellCollector cells_;
  double version_ = 0;
  NumberType size_ = NumberType::kUInt64;
  GmshContent content_;
};

}  // namespace

MeshFile read_gmsh(std::string_view bytes, const std::filesystem::path& path) {
  return GmshReader(bytes, path.string()).read();
}

}  // namespace sinew
