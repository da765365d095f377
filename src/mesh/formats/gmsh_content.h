#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mesh/formats/mixed_cursor.h"
#include "sinew/base/geometry.h"

namespace sinew {

// What the sections of a Gmsh file say, before the tags of nodes and elements are resolved: sections may come
// in any order.
struct GmshContent {
  struct Element {
    long long tag = 0;
    int type = 0;
    long long physical = 0, elementary = 0;  // 0 for none
    std::size_t first_node = 0;              // in element_nodes; elements that are skipped have none there
  };
  struct Data {
    std::string name;
    int components = 1;
    std::vector<long long> tags;
    std::vector<double> values;
  };

  std::vector<long long> node_tags;
  std::vector<Vec3> positions;
  std::vector<Element> elements;
  std::vector<long long> element_nodes;                                     // tags
  std::map<std::pair<long long, long long>, long long> physical_of_entity;  // (dimension, tag) -> first group
  std::vector<Data> node_data, element_data;
};

// The body of each section, between $Name and $EndName, for the three generations of the format; the first
// two have the same nodes.
void read_gmsh1_elements(MixedCursor& file, GmshContent& content);
void read_gmsh2_nodes(MixedCursor& file, GmshContent& content);
void read_gmsh2_elements(MixedCursor& file, GmshContent& content);
// `size` is the type of the counts and tags in a binary file.
void read_gmsh4_entities(MixedCursor& file, NumberType size, GmshContent& content);
void read_gmsh4_nodes(MixedCursor& file, NumberType size, GmshContent& content);
void read_gmsh4_elements(MixedCursor& file, NumberType size, GmshContent& content);
// $NodeData and $ElementData of versions 2 and 4.
GmshContent::Data read_gmsh_data(MixedCursor& file);

}  // namespace sinew
