#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "mesh/formats/file_bytes.h"
#include "sinew/mesh/surface_mesh.h"

namespace sinew {

// The cube [0, 2]^3 as twelve triangles, outward.
inline SurfaceMesh cube_surface() {
  SurfaceMesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.positions.push_back({2.0 * (i & 1), 2.0 * (i >> 1 & 1), 2.0 * (i >> 2 & 1)});
  constexpr int kQuads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : kQuads) {
    mesh.triangles.push_back({q[0], q[1], q[2]});
    mesh.triangles.push_back({q[0], q[2], q[3]});
  }
  return mesh;
}

// The same triangles, by the positions of their corners.
inline bool same_shape(const SurfaceMesh& a, const SurfaceMesh& b) {
  if (a.triangle_count() != b.triangle_count()) return false;
  for (Index t = 0; t < a.triangle_count(); ++t)
    if (a.corners(t) != b.corners(t)) return false;
  return true;
}

// A folder of its own for the running test, gone with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() / (std::string("sinew_") + test->test_suite_name() + "_" +
                                                      test->name() + "_" + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace sinew
