#pragma once

#include "fuzz/fuzz_target.h"

// The files that fuzzed scenes name.
namespace sinew::fuzz {

inline const InputFolder& scene_folder() {
  static const InputFolder folder;
  [[maybe_unused]] static const bool once = [] {
    folder.put("cube.obj",
               "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
               "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    folder.put("sheet.off", "OFF\n4 2 0\n0 0 0\n1 0 0\n1 0 1\n0 0 1\n3 0 2 1\n3 0 3 2\n");
    folder.put("tets.mesh",
               "MeshVersionFormatted 1\nDimension 3\nVertices 5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
               "1 1 1 0\nTetrahedra 2\n1 2 3 4 1\n2 3 4 5 2\nEnd\n");
    folder.put("scan.nrrd",
               "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 2\nencoding: ascii\n\n0 50 99 0 1 2 3 4\n");
    return true;
  }();
  return folder;
}

}  // namespace sinew::fuzz
