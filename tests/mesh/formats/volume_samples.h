#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "mesh/formats/file_bytes.h"
#include "mesh/mesh_check.h"
#include "sinew/mesh/mesh_file.h"

namespace sinew {

// The mesh that the readers' tests write in every format: the unit cube, and below it two tetrahedra under
// its lower face with their tip at (0, 0, -1). Files hold, in this order, the hexahedron, a tetrahedron, a
// triangle (0, 1, 2) and the other tetrahedron.
inline VolumeMesh sample_volume() {
  VolumeMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1},
                    {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0, 0, -1}};
  mesh.hexahedra = {{0, 1, 2, 3, 4, 5, 6, 7}};
  mesh.tetrahedra = {{0, 3, 1, 8}, {1, 3, 2, 8}};
  return mesh;
}

inline void expect_sample(const MeshFile& file) {
  const VolumeMesh expected = sample_volume();
  require_sound(file, "sample");
  EXPECT_EQ(file.volume.positions, expected.positions);
  EXPECT_EQ(file.volume.hexahedra, expected.hexahedra);
  EXPECT_EQ(file.volume.tetrahedra, expected.tetrahedra);
  EXPECT_NEAR(total_volume(file.volume), 1 + 2.0 / 6, 1e-15);
  EXPECT_EQ(file.surface.triangles, (std::vector<Triangle>{{0, 1, 2}}));
}

// Equal bit for bit, so that -0 is not 0 and a NaN is itself.
inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

inline void expect_field(const std::vector<Field>& fields, const std::string& name, int components,
                         const std::vector<double>& values) {
  const auto found =
      std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.name == name; });
  ASSERT_NE(found, fields.end()) << "no field " << name;
  EXPECT_EQ(found->components, components) << name;
  EXPECT_TRUE(same_bits(found->values, values)) << name;
}

}  // namespace sinew
