"""The published JSON Schema by python3-jsonschema: sound itself, and of one mind with the reader."""

import copy
import json
import pathlib
import re
import sys
import unittest

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing")
    sys.exit(77)

from sinew_command import CommandTest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = json.loads((ROOT / "docs/scene.schema.json").read_text())
COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)

BODY = {"name": "bar", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}, "material": "rubber"}
SPHERE = {"sphere": {"centre": [0, 0, 0], "radius": 1}}
SMALL_SPHERE = {"sphere": {"centre": [0, 0, 0], "radius": 0.5}}

# Keys of the body, then of the scene, to add to a sound one.
SOUND = [
    ({}, {}),
    ({"mesh": {"model": "rabbit", "triangles": 5000, "parameters": {"ears": 1.2}}}, {"unit": "mm", "up": "z"}),
    ({"mesh": {"rectangle": {"size": [1, 1], "cells": [4, 4]}}, "sheet": {"thickness": 0.01}}, {}),
    ({"material": {"name": "liver", "young": 1e4, "regions": [{"region": SPHERE, "material": "bone"}]}}, {}),
    ({"levels": "auto", "refine": 2}, {"gravity": False}),
    ({"hold": [{"region": {"not": {"any": [SMALL_SPHERE]}}, "motion": {"swing": {"amplitude": [1, 0, 0], "frequency": 2}}}]}, {}),
    ({"forces": [{"type": "surface", "region": "all", "pressure": 10}]}, {"forces": [{"type": "wind", "velocity": [1, 0, 0]}]}),
    ({"solver": {"method": "cg", "sweeps_after": 2}, "levels": 4.0}, {"record": {"formats": [], "probes": []}}),
    ({"type": "octree"}, {"cuts": [{"blade": {"plane": {"point": [0.5, 0, 0], "normal": [1, 0, 0]}, "time": 0.1}}]}),
]
BROKEN = [
    ({"colour": 1}, {}), ({"name": ""}, {}), ({"name": 3}, {}), ({"type": "jelly"}, {}), ({"tets": 1.5}, {}),
    ({"mesh": 3}, {}), ({"mesh": {}}, {}), ({"mesh": {"model": "rabit"}}, {}), ({"mesh": {"box": {}}}, {}),
    ({"mesh": {"model": "bar", "file": "a.obj"}}, {}), ({"levels": 0}, {}), ({"levels": "many"}, {}),
    ({"material": "ruber"}, {}), ({"material": {"density": -1}}, {}), ({"material": {"poisson": 0.5}}, {}),
    ({"material": {"regions": [{"region": "all"}]}}, {}), ({"place": {"move": [0, 1]}}, {}),
    ({"hold": [{"region": "some"}]}, {}), ({"hold": [{"region": {"box": [0, 0]}}]}, {}),
    ({"hold": [{"region": {"any": []}}]}, {}), ({"hold": {}}, {}), ({"forces": [{"type": "wnd"}]}, {}),
    ({"forces": [{"type": "wind"}]}, {}), ({"forces": [{"velocity": [1, 0, 0]}]}, {}),
    ({"solver": {"relaxation": 2}}, {}), ({"damping": {"mass": "1"}}, {}), ({"sheet": {}}, {}),
    ({}, {"sinew": 2}), ({}, {"sinew": "1"}), ({}, {"unit": "km"}), ({}, {"gravity": True}), ({}, {"gravity": [1, 2]}),
    ({}, {"step": 0}), ({}, {"step": None}), ({}, {"steps": -1}), ({}, {"bodies": []}), ({}, {"camera": {}}),
    ({}, {"record": {"formats": ["vtk"]}}), ({}, {"record": {"probes": [{"name": "p"}]}}),
]


def scene(of_body, of_scene):
    return {"sinew": 1, "bodies": [copy.deepcopy(BODY) | of_body]} | of_scene


class SceneSchema(CommandTest):
    def schema_accepts(self, value):
        return jsonschema.Draft202012Validator(SCHEMA).is_valid(value)

    def reader_accepts(self, value):
        return self.sinew("scene", self.write("s.json", json.dumps(value))).returncode == 0

    def test_the_schema_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_what_only_the_mesh_can_tell_is_no_matter_of_the_schema(self):
        value = scene({"material": {"fields": {"young": "E"}}}, {})
        self.assertTrue(self.schema_accepts(value))
        self.refuses(self.sinew("scene", self.write("s.json", json.dumps(value))), "the elements have no field 'E'")

    def test_schema_and_reader_accept_sound_scenes(self):
        for case in SOUND:
            with self.subTest(case):
                self.assertTrue(self.schema_accepts(scene(*case)))
                self.assertTrue(self.reader_accepts(scene(*case)))

    def test_schema_and_reader_refuse_broken_scenes(self):
        for case in BROKEN:
            with self.subTest(case):
                self.assertFalse(self.schema_accepts(scene(*case)))
                self.assertFalse(self.reader_accepts(scene(*case)))

    def test_every_scene_of_the_repository_fits(self):
        for path in sorted((ROOT / "scenes").glob("**/*.json")):
            with self.subTest(path.name):
                text = COMMENT.sub(lambda match: match[1] or " ", path.read_text(encoding="utf-8"))
                jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(text))


if __name__ == "__main__":
    unittest.main()
