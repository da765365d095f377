"""Plants one public name without a comment at a time and expects check_api.py to name its file and line."""

import pathlib
import sys
import unittest

from planted_tree import PlantedTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
sys.dont_write_bytecode = True

import doxygen_filter  # noqa: E402

HEADER = """#pragma once

namespace sinew {

class Elsewhere;

// A mesh.
struct Mesh {
  int vertices = 0;   // how many
  double volume = 0;  // m^3

  int count() const { return vertices; }
  bool operator==(const Mesh&) const = default;
};

// Area and volume of a mesh.
double area(const Mesh& mesh);
double volume(const Mesh& mesh);

// How a mesh is made:
//   v = a b c
enum class Method { kFast, kExact };
enum class Unit { kMetres };  // of lengths

// A thing that moves.
class Body {
 public:
  virtual ~Body() = default;
  // Moves it by dt, s.
  virtual void step(double dt) = 0;

 private:
  void unseen();
};

// A body that rolls.
class Wheel : public Body {
 public:
  Wheel();
  void step(double dt) override;
};

}  // namespace sinew
"""


def header_with(text):
    return HEADER.replace("}  // namespace sinew", text + "\n}  // namespace sinew")


class CheckApi(PlantedTree):
    SCRIPT = "check_api.py"
    SOUND = {"docs/api.md": "# The interface\n\n| room | what |\n|---|---|\n| `mesh` | meshes |\n",
             "include/sinew/mesh/mesh.h": HEADER}

    def refuses_name(self, text, name):
        self.refuses({"include/sinew/mesh/mesh.h": header_with(text)}, "include/sinew/mesh/mesh.h:43:", name)

    def test_a_documented_header_passes(self):
        code, text = self.check({})
        self.assertEqual(code, 0, text)

    def test_a_function_without_a_comment_is_refused(self):
        self.refuses_name("double length(const Mesh& mesh);\n", "function length")

    def test_a_type_without_a_comment_is_refused(self):
        self.refuses_name("struct Edge {};\n", "struct Edge")
        self.refuses_name("enum class Side { kLeft };\n", "enum Side")
        self.refuses_name("using Triangle = int[3];\n", "typedef Triangle")

    def test_a_constant_without_a_comment_is_refused(self):
        self.refuses_name("inline constexpr int kMost = 3;\n", "variable kMost")

    def test_a_member_function_without_a_comment_is_refused(self):
        self.refuses({"include/sinew/mesh/mesh.h": HEADER.replace("  Wheel();\n", "  Wheel();\n\n  void roll();\n")},
                     "include/sinew/mesh/mesh.h:41:", "function Wheel::roll")

    def test_a_comment_above_an_empty_line_belongs_to_nothing(self):
        self.refuses({"include/sinew/mesh/mesh.h": header_with("// About lengths.\n\ndouble length();\n")},
                     "include/sinew/mesh/mesh.h:45:", "function length")

    def test_a_room_without_a_title_is_refused(self):
        self.refuses({"include/sinew/base/error.h": "#pragma once\n"}, "docs/api.md", "no row for the room base")

    def test_a_command_that_doxygen_does_not_know_is_refused(self):
        self.refuses({"include/sinew/mesh/mesh.h": header_with("// See \\nowhere.\nvoid f();\n")},
                     "include/sinew/mesh/mesh.h:43:", "nowhere")


class Filter(unittest.TestCase):
    def test_lines_keep_their_numbers(self):
        lines = HEADER.split("\n")
        out = doxygen_filter.filtered(lines, "mesh", "meshes")
        self.assertEqual(len(out), len(lines))
        for before, after in zip(lines, out):
            self.assertIn(doxygen_filter.code_of(before).strip().removesuffix("}"), after)

    def test_comments_inside_of_bodies_stay_plain(self):
        lines = ["// Counts.", "inline int f() {", "  // Start.", "  return 0;  // none", "}"]
        out = doxygen_filter.filtered(lines, "mesh", "meshes")
        self.assertEqual(out, ["/// Counts."] + lines[1:])


if __name__ == "__main__":
    unittest.main()
