"""Plants batches with one clash at a time and expects check_names.py to name it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_names.py"
HEADER = "namespace sinew {\nstruct Body {};\nvoid keep(Body& body);\n}\n"


def source(text, behind="", includes=""):
    """With this in an unnamed namespace, and this behind it."""
    return f"{includes}\nnamespace sinew {{\nnamespace {{\n{text}\n}}  // namespace\n{behind}\n}}  // namespace sinew\n"


class CheckNames(unittest.TestCase):
    def said(self, *sources):
        """Exit code and output for a batch of these sources, beside src/body.h."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            unit = root / "build" / "Unity" / "unity_0_cxx.cxx"
            unit.parent.mkdir(parents=True)
            (root / "src").mkdir()
            (root / "src" / "body.h").write_text(HEADER)
            for number, text in enumerate(sources):
                (root / f"{number}.cpp").write_text(text)
            unit.write_text("".join(f'#include "{root}/{number}.cpp"\n' for number in range(len(sources))))
            run = subprocess.run([sys.executable, str(SCRIPT), "--root", folder, str(root / "build")],
                                 capture_output=True, text=True)
            return run.returncode, run.stdout + run.stderr

    def assert_fine(self, *sources):
        code, text = self.said(*sources)
        self.assertEqual((code, text), (0, "1 batches, 0 clashes\n"))

    def assert_clash(self, line, *sources):
        code, text = self.said(*sources)
        self.assertEqual((code, text), (1, f"{line}\n1 batches, 1 clashes\n"))

    def test_the_same_name_in_two_sources_is_named_wherever_the_line_begins(self):
        self.assert_clash("0.cpp: side: 1.cpp has it too", source("  int side(double x) { return 0; }"),
                          source("constexpr int k = 1; int side(double length) { return k; }"))

    def test_functions_of_other_types_may_be_neighbours(self):
        self.assert_fine(source("int side(double x) { return 0; }"), source("int side(int x) { return 0; }"))

    def test_names_in_bodies_comments_and_strings_are_none(self):
        self.assert_fine(source("int side() { int Body = 0; return Body; }"),
                         source('// int side();\nconst char* text = "int side();";\nstruct A { int side(); };'))

    def test_a_name_of_a_header_before_it_clashes_if_it_is_used_outside_of_its_namespace(self):
        header = source("", includes='#include "body.h"')
        self.assert_fine(header, source("struct Body {};\nBody made() { return {}; }"))
        self.assert_clash("1.cpp: Body: src/body.h has it too, which 0.cpp includes", header,
                          source("struct Body {};", behind="int count() { return sizeof(Body); }"))

    def test_a_name_of_a_header_behind_it_clashes_if_that_uses_the_name(self):
        self.assert_clash("0.cpp: Body: src/body.h has it too, which 1.cpp includes", source("struct Body {};"),
                          source("", includes='#include "body.h"'))

    def test_a_header_that_an_earlier_source_includes_too_stands_before(self):
        header = source("", includes='#include "body.h"')
        self.assert_fine(header, source("struct Body {};\nBody made() { return {}; }"), header)


if __name__ == "__main__":
    unittest.main()
