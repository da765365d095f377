"""Plants one fault at a time in a small tree and expects check_includes.py to name it."""

import unittest

from planted_tree import PlantedTree


class CheckIncludes(PlantedTree):
    SCRIPT = "check_includes.py"
    SOUND = {
        "cmake/SinewTargets.cmake": "set(SINEW_COMMON_HEADERS <vector> <span>\n  <fmt/format.h>)\n",
        "tests/CMakeLists.txt": "sinew_add_precompiled_headers(sinew_test_headers HEADERS <gmock/gmock.h>\n  OPTIONS -O1)\n",
        "include/sinew/mesh/a.h": "#pragma once\n#include <vector>\n",
        "src/mesh/b.h": '#pragma once\n#include "sinew/mesh/a.h"\nstd::vector<int> b();\n',
        "src/mesh/b.cpp": '#include "mesh/b.h"\n\n#include <fmt/format.h>\n\n// std::span\nauto s = fmt::format("std::span");\n'
                          "auto moved = std::move(s);\n",
        "tests/mesh/b_test.cpp": '#include <gmock/gmock.h>\n#include "mesh/b.h"\nTEST(B, is) { EXPECT_THAT(b(), Eq(1)); }\n',
    }

    def test_a_sound_tree_passes_and_comments_and_strings_use_nothing(self):
        code, said = self.check({})
        self.assertEqual(code, 0, said)

    def test_a_source_without_a_precompiled_header_that_it_uses_is_named(self):
        self.refuses({"src/mesh/c.cpp": '#include "mesh/b.h"\n\nvoid c(std::span<int>);\n'}, "src/mesh/c.cpp:3", "<span>")

    def test_a_header_is_no_better_for_what_its_source_includes(self):
        self.refuses({"src/mesh/c.h": "#pragma once\nstd::span<int> c();\n",
                      "src/mesh/c.cpp": '#include "mesh/c.h"\n\n#include <span>\n'}, "src/mesh/c.h:2", "<span>")

    def test_a_test_without_its_framework_is_named(self):
        self.refuses({"tests/mesh/c_test.cpp": '#include "mesh/b.h"\nTEST(C, is) {}\n'}, "tests/mesh/c_test.cpp:2", "gtest")

    def test_lines_are_counted_behind_text_of_several_lines(self):
        self.refuses({"src/mesh/c.cpp": 'auto t = R"(one\ntwo)";\nstd::span<int> s;\n'}, "src/mesh/c.cpp:3", "<span>")

    def test_headers_that_include_each_other_do_not_hang(self):
        code, said = self.check({"src/mesh/c.h": '#pragma once\n#include "mesh/d.h"\n',
                                 "src/mesh/d.h": '#pragma once\n#include "mesh/c.h"\n'})
        self.assertEqual(code, 0, said)

    def test_a_source_without_the_header_of_a_type_of_ours_is_named(self):
        self.refuses({"src/mesh/grid.h": "#pragma once\nclass BoxGrid {\n};\n",
                      "src/mesh/c.cpp": '#include "mesh/b.h"\nBoxGrid grid;\n'}, "src/mesh/c.cpp:2", '"src/mesh/grid.h"')

    def test_a_source_without_the_header_of_a_function_of_ours_is_named(self):
        self.refuses({"src/mesh/grid.h": "#pragma once\nint cell_count();\n",
                      "src/mesh/c.cpp": "int c() { return cell_count(); }\n"}, "src/mesh/c.cpp:1", '"src/mesh/grid.h"')

    def test_a_name_that_is_declared_otherwise_is_no_use(self):
        code, said = self.check({"src/mesh/grid.h": "#pragma once\nclass BoxGrid {\n};\nint cell_count();\n",
                                 "src/mesh/c.h": "#pragma once\nclass BoxGrid;\nint c(const BoxGrid& grid);\n",
                                 "src/mesh/c.cpp": "struct C {\n  int cell_count();\n  int twice() { return 2 * cell_count(); }\n};\n",
                                 "src/mesh/d.cpp": "int d(C c) { return c.cell_count(); }\n"})
        self.assertEqual(code, 0, said)

    def test_a_precompiled_header_without_names_is_named(self):
        self.refuses({"cmake/SinewTargets.cmake": "set(SINEW_COMMON_HEADERS <vector> <chrono>)\n"},
                     "cmake/SinewTargets.cmake", "<chrono>")


if __name__ == "__main__":
    unittest.main()
