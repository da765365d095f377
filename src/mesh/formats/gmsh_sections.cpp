#include <fmt/format.h>

#include <limits>

#include "mesh/formats/gmsh_cells.h"
#include "mesh/formats/gmsh_content.h"

// One body per section and generation serves both encodings: where the text of a file has a number, its
// binary twin has the same number as an int, a size or a double. Only version 2 departs from that, by
// grouping the elements of binary files.
namespace sinew {

namespace {

constexpr NumberType kInt = NumberType::kInt32;
constexpr NumberType kReal = NumberType::kFloat64;

Vec3 read_point(MixedCursor& file) {
  const double x = file.number(kReal, "a coordinate"), y = file.number(kReal, "a coordinate");
  return {x, y, file.number(kReal, "a coordinate")};
}

int read_type(MixedCursor& file) {
  const long long type = file.integer(kInt, "an element type");
  if (type < 1 || type > 10000) file.fail(fmt::format("there is no element type {}", type));
  return static_cast<int>(type);
}

// The nodes of an element are kept if sinew supports such elements. In text, unknown types are skipped by
// lines; in binary their length is unknown.
void read_element_nodes(MixedCursor& file, NumberType type, GmshContent::Element element,
                        GmshContent& content) {
  const GmshCell cell = gmsh_cell(element.type);
  if (cell.nodes == 0 && file.is_binary()) file.fail(fmt::format("unknown element type {}", element.type));
  if (cell.nodes == 0) file.text().skip_line();
  element.first_node = content.element_nodes.size();
  for (int i = 0; i < cell.nodes; ++i) {
    const long long node = file.integer(type, "the tag of a node");
    if (cell.shape()) content.element_nodes.push_back(node);
  }
  content.elements.push_back(element);
}

// Elements of versions 1 and 2 have a list of tags of which only the first two matter.
void read_gmsh2_element(MixedCursor& file, int type, long long tags, GmshContent::Element element,
                        GmshContent& content) {
  element.type = type;
  for (long long i = 0; i < tags; ++i) {
    const long long tag = file.integer(kInt, "a tag of an element");
    if (i == 0) element.physical = tag;
    if (i == 1) element.elementary = tag;
  }
  read_element_nodes(file, kInt, element, content);
}

void read_gmsh2_binary_elements(MixedCursor& file, long long count, GmshContent& content) {
  for (long long done = 0; done < count;) {
    const int type = read_type(file);
    const long long here = file.count(kInt, 4, "the number of elements in a group");
    const long long tags = file.count(kInt, 4, "the number of tags");
    if (here == 0 || here > count - done)
      file.fail(fmt::format("a group of {} elements where {} were expected", here, count - done));
    for (long long i = 0; i < here; ++i) {
      GmshContent::Element element;
      element.tag = file.integer(kInt, "the tag of an element");
      read_gmsh2_element(file, type, tags, element, content);
    }
    done += here;
  }
}

// The head of a section of version 4; `kind` is what its blocks hold.
long long read_gmsh4_block_count(MixedCursor& file, NumberType size, const char* kind) {
  file.begin_numbers();
  const long long blocks = file.count(size, 4, fmt::format("the number of {} blocks", kind));
  for (const char* ignored : {"number", "least tag", "largest tag"})
    file.integer(size, fmt::format("the {} of {}s", ignored, kind));
  return blocks;
}

long long read_text_count(MixedCursor& file, const char* expected) {
  const long long count = file.text().count(expected, static_cast<long long>(file.text().remaining()));
  file.begin_numbers();
  return count;
}

std::string read_quoted_line(TextCursor& text) {
  std::string_view line = text.content_line();
  const std::size_t open = line.find('"'), close = line.rfind('"');
  if (open < close && close != line.npos) return std::string(line.substr(open + 1, close - open - 1));
  return std::string(line.substr(0, line.find_last_not_of(" \t") + 1));
}

}  // namespace

void read_gmsh2_nodes(MixedCursor& file, GmshContent& content) {
  const long long count = read_text_count(file, "the number of nodes");
  for (long long i = 0; i < count; ++i) {
    content.node_tags.push_back(file.integer(kInt, "the tag of a node"));
    content.positions.push_back(read_point(file));
  }
}

void read_gmsh1_elements(MixedCursor& file, GmshContent& content) {
  const long long count = read_text_count(file, "the number of elements");
  for (long long i = 0; i < count; ++i) {
    GmshContent::Element element;
    element.tag = file.integer(kInt, "the number of an element");
    element.type = read_type(file);
    element.physical = file.integer(kInt, "the physical region");
    element.elementary = file.integer(kInt, "the elementary region");
    const long long nodes = file.integer(kInt, "the number of nodes of an element");
    const GmshCell cell = gmsh_cell(element.type);
    if (cell.nodes != 0 && nodes != cell.nodes)
      file.fail(fmt::format("a {} with {} nodes instead of {}", cell.name(), nodes, cell.nodes));
    read_element_nodes(file, kInt, element, content);
  }
}

void read_gmsh2_elements(MixedCursor& file, GmshContent& content) {
  const long long count = read_text_count(file, "the number of elements");
  if (file.is_binary()) return read_gmsh2_binary_elements(file, count, content);
  for (long long i = 0; i < count; ++i) {
    GmshContent::Element element;
    element.tag = file.integer(kInt, "the number of an element");
    const int type = read_type(file);
    read_gmsh2_element(file, type, file.count(kInt, 4, "the number of tags"), element, content);
  }
}

void read_gmsh4_entities(MixedCursor& file, NumberType size, GmshContent& content) {
  file.begin_numbers();
  long long counts[4];
  for (long long& count : counts) count = file.count(size, 4, "the number of entities");
  for (int dimension = 0; dimension < 4; ++dimension)
    for (long long i = 0; i < counts[dimension]; ++i) {
      const long long tag = file.integer(kInt, "the tag of an entity");
      for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) file.number(kReal, "the box of an entity");
      const long long groups = file.count(size, 4, "the number of physical groups");
      for (long long k = 0; k < groups; ++k) {
        const long long group = file.integer(kInt, "a physical group");
        if (k == 0) content.physical_of_entity[{dimension, tag}] = group;
      }
      if (dimension == 0) continue;
      const long long bounds = file.count(size, 4, "the number of bounding entities");
      for (long long k = 0; k < bounds; ++k) file.integer(kInt, "a bounding entity");
    }
}

void read_gmsh4_nodes(MixedCursor& file, NumberType size, GmshContent& content) {
  const long long blocks = read_gmsh4_block_count(file, size, "node");
  for (long long block = 0; block < blocks; ++block) {
    const long long dimension = file.integer(kInt, "the dimension of an entity");
    file.integer(kInt, "the tag of an entity");
    const bool parametric = file.integer(kInt, "the parametric flag") != 0;
    if (dimension < 0 || dimension > 3) file.fail(fmt::format("an entity of dimension {}", dimension));
    const long long count = file.count(size, 24, "the number of nodes in a block");
    for (long long i = 0; i < count; ++i)
      content.node_tags.push_back(file.integer(size, "the tag of a node"));
    for (long long i = 0; i < count; ++i) {
      content.positions.push_back(read_point(file));
      for (long long k = 0; parametric && k < dimension; ++k) file.number(kReal, "a parameter");
    }
  }
}

void read_gmsh4_elements(MixedCursor& file, NumberType size, GmshContent& content) {
  const long long blocks = read_gmsh4_block_count(file, size, "element");
  for (long long block = 0; block < blocks; ++block) {
    const long long dimension = file.integer(kInt, "the dimension of an entity");
    GmshContent::Element element;
    element.elementary = file.integer(kInt, "the tag of an entity");
    element.type = read_type(file);
    const auto group = content.physical_of_entity.find({dimension, element.elementary});
    if (group != content.physical_of_entity.end()) element.physical = group->second;
    const long long count = file.count(size, byte_size(size), "the number of elements in a block");
    for (long long i = 0; i < count; ++i) {
      element.tag = file.integer(size, "the tag of an element");
      read_element_nodes(file, size, element, content);
    }
  }
}

GmshContent::Data read_gmsh_data(MixedCursor& file) {
  TextCursor& text = file.text();
  GmshContent::Data data;
  const long long strings = text.count("the number of string tags", 1000);
  text.skip_line();
  for (long long i = 0; i < strings; ++i) {
    const std::string line = read_quoted_line(text);
    if (i == 0) data.name = line;
  }
  const long long reals = text.count("the number of real tags", 1000);
  for (long long i = 0; i < reals; ++i) text.number("a real tag");
  const long long integers = text.count("the number of integer tags", 1000);
  long long components = 1, count = 0;
  for (long long i = 0; i < integers; ++i) {
    const long long tag = text.integer("an integer tag");
    if (i == 1) components = tag;
    if (i == 2) count = tag;
  }
  if (components < 1 || components > 64) file.fail(fmt::format("data of {} components", components));
  file.begin_numbers();
  if (count < 0 || count > std::numeric_limits<Index>::max())
    file.fail(fmt::format("data for {} items", count));
  file.require(count * components, kReal, "the values of a data section");
  data.components = static_cast<int>(components);
  for (long long i = 0; i < count; ++i) {
    data.tags.push_back(file.integer(kInt, "the tag of a value"));
    for (long long k = 0; k < components; ++k) data.values.push_back(file.number(kReal, "a value"));
  }
  return data;
}

}  // namespace sinew
