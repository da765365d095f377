#include "tet/model_checks.h"

#include <fmt/format.h>

#include "sinew/base/error.h"

namespace sinew {

void require_materials(std::span<const Material> materials, std::size_t elements) {
  if (materials.size() != 1 && materials.size() != elements)
    throw Error(fmt::format("{} materials for {} elements", materials.size(), elements), "",
                "give one for all, or one for each");
  for (std::size_t m = 0; m < materials.size(); ++m)
    require_physical(materials[m], materials.size() > 1 ? fmt::format("element {}", m) : "material");
}

void require_tetrahedra(const VolumeMesh& mesh) {
  if (mesh.tetrahedra.empty()) throw Error("the body has no tetrahedra");
  if (mesh.hexahedron_count() > 0)
    throw Error(fmt::format("the mesh holds {} hexahedra", mesh.hexahedron_count()), "",
                "a body of tetrahedra takes tetrahedra only");
  for (Index t = 0; t < mesh.tetrahedron_count(); ++t)
    if (!(tetrahedron_volume(mesh, t) > 0))
      throw Error(fmt::format("element {} is {}", t, tetrahedron_volume(mesh, t) < 0 ? "inverted" : "flat"),
                  "", "'sinew inspect' shows how many are; mesh the surface again with 'sinew mesh'");
}

}  // namespace sinew
