"""Plants one fault at a time in a small tree and expects check_layers.py to name its file and line."""

import unittest

from planted_tree import PlantedTree

SOUND = {
    "CMakeLists.txt": "add_subdirectory(src/base)\nadd_subdirectory(src/mesh)\nadd_subdirectory(bench)\n",
    "include/sinew/base/vec3.h": "#pragma once\n#include <cmath>\n",
    "include/sinew/mesh/repair.h": '#pragma once\n#include "sinew/base/vec3.h"\n',
    "include/sinew/render/viewer.h": '#pragma once\n#include "sinew/mesh/repair.h"\n',
    "include/sinew/core.h": '#pragma once\n#include "sinew/mesh/repair.h"\n',
    "include/sinew/sinew.h": '#pragma once\n#include "sinew/core.h"\n#include "sinew/render/viewer.h"\n',
    "src/base/log.cpp": '#include <spdlog/spdlog.h>\n#include "sinew/base/vec3.h"\n',
    "src/mesh/mesh.h": '#pragma once\n#include "sinew/base/vec3.h"\n',
    "src/mesh/mesh.cpp": '#include "mesh/mesh.h"\n',
    "bench/factors_bench.cpp": "#include <Eigen/Dense>\n",
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
    "tests/mesh/program.cpp": "#include <sinew/sinew.h>\n",
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

    def test_spdlog_is_refused_outside_its_file(self):
        self.refuses({"src/mesh/bad.cpp": "#include <spdlog/spdlog.h>\n"}, "src/mesh/bad.cpp:1:", "log.cpp")

    def test_eigen_is_refused_in_a_header(self):
        self.refuses({"src/mesh/bad.h": "#pragma once\n#include <Eigen/Core>\n"}, "src/mesh/bad.h:2:", "Eigen")

    def test_eigen_is_refused_outside_its_sources(self):
        self.refuses({"src/mesh/bad.cpp": "#include <Eigen/Core>\n"}, "src/mesh/bad.cpp:1:", "dense_algebra.cpp")

    def test_an_internal_header_is_refused_in_another_layer(self):
        self.refuses({"bench/bad.cpp": '#include "mesh/formats/json.h"\n'}, "bench/bad.cpp:1:", "internal to mesh")

    def test_an_internal_header_is_refused_in_one_that_other_layers_include(self):
        self.refuses({"src/mesh/bad.h": '#include "mesh/formats/json.h"\n'}, "src/mesh/bad.h:1:", "other layers may")

    def test_a_private_header_is_refused_in_a_public_one(self):
        self.refuses({"include/sinew/mesh/bad.h": '#pragma once\n#include "mesh/mesh.h"\n'},
                     "include/sinew/mesh/bad.h:2:", "src/mesh/mesh.h is private")

    def test_a_public_header_keeps_to_the_layers(self):
        self.refuses({"include/sinew/mesh/bad.h": '#include "sinew/render/viewer.h"\n'},
                     "include/sinew/mesh/bad.h:1:", "mesh may not use render")
        self.refuses({"src/mesh/bad.cpp": '#include "sinew/render/viewer.h"\n'}, "src/mesh/bad.cpp:1:",
                     "mesh may not use render")

    def test_an_umbrella_keeps_to_its_layers(self):
        self.refuses({"include/sinew/core.h": '#include "sinew/render/viewer.h"\n'}, "include/sinew/core.h:1:",
                     "may not use render")
        self.refuses({"include/sinew/core.h": '#include "sinew/sinew.h"\n'}, "include/sinew/core.h:1:",
                     "may not use sinew.h")

    def test_an_umbrella_is_refused_inside_the_library(self):
        self.refuses({"src/mesh/bad.cpp": '#include "sinew/core.h"\n'}, "src/mesh/bad.cpp:1:", "for programs")

    def test_an_umbrella_outside_the_list_is_refused(self):
        self.refuses({"include/sinew/all.h": "#pragma once\n"}, "include/sinew/all.h:1:", "not in the list")

    def test_another_library_is_refused_in_a_public_header(self):
        for library in ("nlohmann/json_fwd.hpp", "fmt/format.h"):
            self.refuses({"include/sinew/mesh/bad.h": f"#include <{library}>\n"}, "include/sinew/mesh/bad.h:1:",
                         "in a public header")

    def test_a_room_that_uses_one_it_may_not_is_refused(self):
        self.refuses({"src/octree/grid/bad.h": '#include "octree/solver/operator.h"\n'}, "src/octree/grid/bad.h:1:",
                     "octree/grid may not use octree/solver")
        self.refuses({"src/octree/solver/bad.h": '#include "octree/body.h"\n'}, "src/octree/solver/bad.h:1:",
                     "octree/solver may not use octree")

    def test_a_folder_inside_a_room_is_internal(self):
        self.refuses({"src/octree/bad.h": '#include "octree/solver/kernels/lanes.h"\n'}, "src/octree/bad.h:1:",
                     "other layers may")

    def test_a_folder_outside_the_list_is_refused(self):
        self.refuses({"src/misc/a.h": "#pragma once\n"}, "src/misc:1:", "not in the list")
        self.refuses({"include/sinew/misc/a.h": "#pragma once\n"}, "include/sinew/misc:1:", "not in the list")

    def test_cmake_folders_in_another_order_are_refused(self):
        self.refuses({"CMakeLists.txt": "add_subdirectory(src/mesh)\n  add_subdirectory(src/base)\n"},
                     "CMakeLists.txt:2:", "base comes after mesh")


if __name__ == "__main__":
    unittest.main()
