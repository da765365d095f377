"""Plants one fault at a time in a small tree and expects check_headers.py to name its header."""

import unittest

from planted_tree import PlantedTree


class CheckHeaders(PlantedTree):
    SCRIPT = "check_headers.py"
    SOUND = {
        "include/sinew/a.h": "#pragma once\n#include <vector>\ninline int a() { return 1; }\n",
        "include/sinew/mesh/b.h": '#pragma once\n#include "sinew/a.h"\ninline int b() { return a(); }\n',
        "include/sinew/sinew.h": '#pragma once\n#include "sinew/mesh/b.h"\n#include "sinew/own.h"\n',
        "include/sinew/own.h": "#pragma once\n",
        "src/mesh/private.h": "#pragma once\n",
    }

    def fails(self, text):
        code, said = self.check({"include/sinew/own.h": text})
        self.assertEqual(code, 1, said)
        self.assertIn("sinew/own.h does not compile alone", said)

    def test_a_sound_tree_passes(self):
        self.assertEqual(self.check({})[0], 0)

    def test_a_header_that_needs_another_before_it_fails(self):
        self.fails("#pragma once\ninline std::string bad() { return {}; }\n")

    def test_a_header_that_includes_a_private_one_fails(self):
        self.fails('#pragma once\n#include "mesh/private.h"\n')

    def test_a_header_that_cannot_be_included_twice_fails(self):
        self.fails("inline int bad() { return 1; }\n")

    def test_a_header_that_the_umbrella_lacks_is_named(self):
        code, said = self.check({"include/sinew/mesh/more.h": "#pragma once\n"})
        self.assertEqual(code, 1, said)
        self.assertIn("sinew/mesh/more.h is in no umbrella", said)


if __name__ == "__main__":
    unittest.main()
