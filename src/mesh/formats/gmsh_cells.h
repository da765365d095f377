#pragma once

#include <optional>
#include <string>

#include "mesh/formats/cell_collector.h"

namespace sinew {

// An element type of Gmsh, by its number in files.
struct GmshCell {
  int type;
  int nodes;  // 0 where unknown
  int order;
  const char* family;  // "tetrahedron"

  // How sinew takes it; nothing for those it skips.
  std::optional<CellShape> shape() const;
  // "tetrahedron", "second-order prism", "Gmsh type 140 cell".
  std::string name() const;
};

GmshCell gmsh_cell(int type);

}  // namespace sinew
