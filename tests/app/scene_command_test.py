"""sinew scene: what is in a scene file, what is wrong with it, and the pages about scene files."""

import json
import pathlib
import unittest

from sinew_command import CommandTest

SCENE = """{
  "sinew": 1,  // the version
  "title": "a bar",
  "bodies": [{
    "name": "bar",
    "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}},
    "material": "rubber",
    "hold": [{"region": "all"}]
  }]
}
"""


class Scene(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("bar.json", SCENE)

    def test_a_sound_scene_is_summed_up(self):
        text = self.succeeds("scene", "bar.json").stdout
        for words in ["bar.json: a bar", "box of 10 x 2 x 2 cells", "240 tetrahedra", "5e+06 Pa, 0.48, 1100 kg/m^3", "1 region",
                      "100 steps of 0.02 s, gravity 0 -9.81 0 m/s^2"]:
            self.assertIn(words, text)

    def test_overrides_change_it(self):
        text = self.succeeds("scene", "bar.json", "--set", "bodies.bar.material.young=1e5", "--set", "steps=7").stdout
        self.assertIn("1e+05 Pa", text)
        self.assertIn("7 steps", text)

    def test_meshes_are_looked_for_beside_the_scene(self):
        (self.folder / "deep").mkdir()
        self.write("deep/a.obj", "v 0 0 0\n")
        self.write("deep/s.json", SCENE.replace('{"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}', '"a.obj"'))
        self.assertIn("a.obj", self.succeeds("scene", "deep/s.json", "--text").stdout)

    def test_what_a_run_would_warn_of_or_refuse_is_said(self):
        self.write("organ.obj", "v 0 0 0\nv 150 0 0\nv 0 150 0\nv 0 0 150\nf 1 3 2\nf 1 2 4\nf 2 3 4\n")
        self.write("s.json", SCENE.replace('{"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}', '"organ.obj", "tets": 50'))
        warnings = self.succeeds("scene", "s.json").stderr
        self.assertIn("the surface is open", warnings)
        self.assertIn('"unit": "mm" would change that', warnings)
        run = self.succeeds("run", "s.json", "--steps", 0)
        self.assertEqual(run.stderr, warnings)
        self.write("far.json", SCENE[:-2] + ', "record": {"probes": [{"name": "p", "at": [5, 0, 0]}]}}')
        self.refuses(self.sinew("scene", "far.json"), "record.probes[0].at: the point (5, 0, 0) m lies outside")
        self.succeeds("scene", "far.json", "--text")

    def test_a_built_in_scene_is_found_by_its_name(self):
        self.assertIn("a soft pony", self.succeeds("scene", "pony", "--text").stdout)

    def test_the_schema_and_the_page_are_those_of_the_documentation(self):
        docs = pathlib.Path(__file__).parents[2] / "docs"
        schema = self.succeeds("scene", "--schema").stdout
        self.assertEqual(schema, (docs / "scene.schema.json").read_text())
        self.assertIn("properties", json.loads(schema)["$defs"]["body"])
        self.assertEqual(self.succeeds("scene", "--reference").stdout, (docs / "scene.md").read_text())

    def test_bad_scenes_are_refused_with_line_and_path(self):
        self.write("bad.json", SCENE.replace('"rubber"', '{"density": -1}'))
        for words, answer in [
            (("bad.json",), "bad.json:7: bodies[0].material.density: -1 is not a number above 0, in kg/m^3"),
            (("no.json",), "no.json"),
            ((".",), "."),
            ((), "which scene?"),
            (("bar.json", "--set", "stpes=1"), "--set stpes=1: there is no stpes; did you mean 'steps'?"),
            (("bar.json", "--set"), "--set needs a value"),
            (("--set", "steps=1"), "--set"),
            (("--schema", "--reference"), "do not go together"),
            (("bar.json", "--schema"), "do not go together"),
        ]:
            self.refuses(self.sinew("scene", *words), answer)


if __name__ == "__main__":
    unittest.main()
