"""Plants one fault at a time in a small tree and expects check_layers.py to name its file and line."""

import unittest

from planted_tree import PlantedTree

SOUND = {
    "CMakeLists.txt": "add_subdirectory(src/base)\nadd_subdirectory(src/mesh)\nadd_subdirectory(bench)\n",
    "src/base/vec3.h": "#pragma once\n#include <cmath>\n",
    "src/base/parallel.cpp": '#include <tbb/parallel_for.h>\n#include "base/vec3.h"\n',
    "src/mesh/mesh.h": '#pragma once\n#include "base/vec3.h"\n',
    "src/mesh/mesh.cpp": '#include "mesh/mesh.h"\n#include <Eigen/Dense>\n',
    "src/mesh/formats/json.h": "#pragma once\n#include <nlohmann/json.hpp>\n",
    "src/mesh/formats/json.cpp": '#include "mesh/formats/json.h"\n#include "mesh/mesh.h"\n',
    "src/mesh/file.cpp": '#include "mesh/formats/json.h"\n',
    "tests/mesh/formats/json_test.cpp": '#include "mesh/formats/json.h"\n',
    "src/octree/grid/cells.h": "#pragma once\n",
    "src/octree/solver/operator.h": '#pragma once\n#include "octree/grid/cells.h"\n',
    "src/octree/solver/kernels/lanes.h": "#pragma once\n",
    "src/octree/body.h": '#pragma once\n#include "octree/solver/operator.h"\n',
    "bench/bench.cpp": '#include "mesh/mesh.h"\n',
    "tests/mesh/mesh_test.cpp": '#include "mesh/mesh.h"\n',
}


class CheckLayers(PlantedTree):
    SCRIPT = "check_layers.py"
    SOUND = SOUND

    def test_a_sound_tree_passes(self):
        self.assertEqual(self.check({})[0], 0)

    def test_an_include_down_the_list_is_refused(self):
        self.refuses({"src/base/bad.cpp": '#include <vector>\n\n#include "mesh/mesh.h"\n'},
                     "src/base/bad.cpp:3:", "base may not use mesh")

    def test_an_include_of_bench_from_a_library_is_refused(self):
        self.refuses({"src/mesh/bad.cpp": '#include "bench/bench.cpp"\n'}, "src/mesh/bad.cpp:1:", "bench")

    def test_a_library_that_includes_from_tests_is_refused(self):
        self.refuses({"src/mesh/bad.cpp": '#include "mesh/mesh_test.cpp"\n'}, "src/mesh/bad.cpp:1:", "not a layer")

    def test_a_missing_header_is_refused(self):
        self.refuses({"src/mesh/bad.h": '#include "mesh/gone.h"\n'}, "src/mesh/bad.h:1:", "does not exist")

    def test_a_missing_header_is_refused_in_tests_too(self):
        self.refuses({"tests/mesh/bad.cpp": '#include "mesh/gone.h"\n'}, "tests/mesh/bad.cpp:1:", "does not exist")

    def test_tbb_is_refused_outside_its_file(self):
        self.refuses({"src/mesh/bad.cpp": "#include <tbb/task_arena.h>\n"}, "src/mesh/bad.cpp:1:", "parallel.cpp")

    def test_spdlog_is_refused_outside_its_file(self):
        self.refuses({"src/mesh/bad.cpp": "#include <spdlog/spdlog.h>\n"}, "src/mesh/bad.cpp:1:", "log.cpp")

    def test_eigen_is_refused_in_a_header(self):
        self.refuses({"src/mesh/bad.h": "#pragma once\n#include <Eigen/Core>\n"}, "src/mesh/bad.h:2:", "Eigen")

    def test_an_internal_header_is_refused_in_another_layer(self):
        self.refuses({"bench/bad.cpp": '#include "mesh/formats/json.h"\n'}, "bench/bad.cpp:1:", "internal to mesh")

    def test_an_internal_header_is_refused_in_an_installed_one(self):
        self.refuses({"src/mesh/bad.h": '#include "mesh/formats/json.h"\n'}, "src/mesh/bad.h:1:", "is installed")

    def test_a_library_that_is_not_installed_is_refused_in_an_installed_header(self):
        self.refuses({"src/mesh/bad.h": "#include <nlohmann/json_fwd.hpp>\n"}, "src/mesh/bad.h:1:",
                     "in an installed header")

    def test_a_room_that_uses_one_it_may_not_is_refused(self):
        self.refuses({"src/octree/grid/bad.h": '#include "octree/solver/operator.h"\n'}, "src/octree/grid/bad.h:1:",
                     "octree/grid may not use octree/solver")
        self.refuses({"src/octree/solver/bad.h": '#include "octree/body.h"\n'}, "src/octree/solver/bad.h:1:",
                     "octree/solver may not use octree")

    def test_a_folder_inside_a_room_is_internal(self):
        self.refuses({"src/octree/bad.h": '#include "octree/solver/kernels/lanes.h"\n'}, "src/octree/bad.h:1:",
                     "is installed")

    def test_a_folder_outside_the_list_is_refused(self):
        self.refuses({"src/misc/a.h": "#pragma once\n"}, "src/misc:1:", "not in the list")

    def test_cmake_folders_in_another_order_are_refused(self):
        self.refuses({"CMakeLists.txt": "add_subdirectory(src/mesh)\n  add_subdirectory(src/base)\n"},
                     "CMakeLists.txt:2:", "base comes after mesh")


if __name__ == "__main__":
    unittest.main()
