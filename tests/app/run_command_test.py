"""sinew run: what a run leaves behind, how it goes on, and what it refuses."""

import json
import math
import pathlib
import shutil
import signal
import subprocess
import unittest

from sinew_command import SINEW, CommandTest

BAR = """{
  "sinew": 1, "step": 0.02, "steps": 6,   // short
  "bodies": [{
    "name": "bar", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}, "material": "rubber",
    "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}]
  }],
  "record": {"probes": [{"name": "tip", "at": [1, 0.1, 0.1]}]}
}"""


class Run(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("bar.json", BAR)

    def run_bar(self, out, *more):
        return self.succeeds("run", "bar.json", "--out", out, *more)

    def files(self, folder):
        return {path.name: path.read_bytes() for path in (self.folder / folder).iterdir()}

    def last_line(self, folder):
        return (self.folder / folder / "run.csv").read_text().splitlines()[-1].split(",")

    def test_a_run_leaves_frames_a_series_and_a_table(self):
        run = self.run_bar("out")
        self.assertIn("6 steps in", run.stdout)
        expected = [f"bar_{step:08d}.vtu" for step in range(7)] + ["bar.pvd", "run.csv", "run_scene.json"]
        self.assertEqual(sorted(self.files("out")), sorted(expected))
        self.assertEqual(len((self.folder / "out/run.csv").read_text().splitlines()), 8)
        self.assertEqual(self.inspect("out/bar_00000006.vtu")["volume"]["tetrahedra"], 240)

    def test_formats_steps_and_rhythm_can_be_chosen(self):
        self.run_bar("out", "--steps", 4, "--format", "ply,obj", "--every", 2)
        expected = [f"bar_{step:08d}{end}" for step in (0, 2, 4) for end in (".obj", ".ply")]
        self.assertEqual(sorted(self.files("out")), expected + ["run_scene.json"])

    def test_values_of_the_scene_can_be_changed(self):
        self.run_bar("soft", "--set", "bodies.bar.material.young=1e5")
        self.run_bar("hard")
        self.assertLess(float(self.last_line("soft")[-2]), 2 * float(self.last_line("hard")[-2]))

    def test_crossings_are_counted_if_asked_for(self):
        run = self.run_bar("held", "--check-crossings")
        self.assertIn("nothing collides in this scene", run.stderr)
        hold = BAR[BAR.index('"hold"'):BAR.index("}],")]
        landing = BAR.replace(hold, '"velocity": [0, -1, 0]')
        self.write("landing.json", landing.replace('"bodies"', '"ground": {"height": -0.03}, "bodies"'))
        run = self.succeeds("run", "landing.json", "--out", "out", "--check-crossings", "--json", "run.json")
        self.assertIn("nothing crosses after any of 6 steps", run.stdout)
        self.assertEqual(json.loads((self.folder / "run.json").read_text())["crossings"],
                         {"steps": 0, "pairs": 0, "most": 0, "first": 0})
        self.write("within.json", landing.replace('"bodies"', '"ground": {"height": 0.15}, "bodies"'))
        run = self.succeeds("run", "within.json", "--out", "out", "--check-crossings", "--steps", 1)
        self.assertIn("before the first step: 57 pairs of triangles cross, of 'bar' and 'ground'", run.stderr)
        self.assertIn(", and 57 before the first", run.stdout)

    def test_a_resumed_run_leaves_the_same_bytes(self):
        self.run_bar("whole", "--checkpoint-every", 3)
        self.run_bar("parts", "--checkpoint-every", 3, "--steps", 3)
        self.run_bar("parts", "--checkpoint-every", 3, "--resume", "parts/checkpoint_00000003.sinew")
        self.assertEqual(self.files("parts"), self.files("whole"))

    def test_the_copy_of_the_scene_runs_and_resumes_as_it_is(self):
        self.succeeds("model", "bar", "-o", "bar.ply")
        self.write("mesh.json", BAR.replace('{"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}', '"bar.ply"')
                   .replace('[0, 0, 0], "normal": [-1', '[0, 0, 0], "normal": [1').replace('"at": [1, 0.1, 0.1]',
                                                                                          '"at": [0.1, 0, 0]'))
        changed = ("--set", "bodies.bar.tets=300", "--set", "step=0.01")
        self.succeeds("run", "mesh.json", "--out", "out", "--checkpoint-every", 3, *changed)
        self.succeeds("run", "out/run_scene.json", "--out", "again", "--checkpoint-every", 3)
        self.assertEqual(self.files("again"), self.files("out"))
        self.succeeds("run", "out/run_scene.json", "--out", "parts", "--checkpoint-every", 3, "--steps", 3)
        self.succeeds("run", "mesh.json", *changed, "--checkpoint-every", 3, "--resume",
                      "parts/checkpoint_00000003.sinew")
        self.assertEqual(self.files("parts"), self.files("out"))

    def test_the_same_bytes_for_any_number_of_threads(self):
        self.run_bar("one", "--threads", 1)
        self.run_bar("four", "--threads", 4)
        self.assertEqual(self.files("one"), self.files("four"))

    def test_a_killed_run_leaves_a_checkpoint_that_loads(self):
        command = [SINEW, "-q", "run", "bar.json", "--steps", "100000", "--checkpoint-every", "1", "--out", "out"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL) as process:
            # Old checkpoints are removed while this looks.
            while len(list(self.folder.glob("out/checkpoint_*.sinew"))) < 2 and process.poll() is None:
                pass
            process.send_signal(signal.SIGKILL)
        self.assertEqual(process.returncode, -signal.SIGKILL)
        last = max((self.folder / "out").glob("checkpoint_*.sinew"))
        step = int(last.stem[-8:])
        self.run_bar("out", "--resume", last.relative_to(self.folder), "--steps", step + 2)
        self.run_bar("whole", "--steps", step + 2)
        self.assertEqual(self.files("out")["run.csv"], self.files("whole")["run.csv"])

    def test_a_checkpoint_of_another_scene_is_refused(self):
        self.run_bar("out", "--checkpoint-every", 3, "--steps", 3)
        self.refuses(self.sinew("run", "bar.json", "--set", "step=0.01", "--resume", "out/checkpoint_00000003.sinew"),
                     "checkpoint_00000003.sinew")

    def test_a_built_in_scene_runs_by_its_name_and_goes_on_from_its_checkpoint(self):
        small = ("--set", "bodies[0].tets=200", "--set", "bodies[1].tets=200", "--format", "csv", "--checkpoint-every", 1)
        self.succeeds("run", "pony", "--steps", 2, "--out", "whole", *small)
        self.succeeds("run", "pony", "--steps", 1, "--out", "pony", *small)
        self.succeeds("run", "pony", "--steps", 2, "--resume", "pony/checkpoint_00000001.sinew", *small)
        self.assertEqual(self.files("pony")["run.csv"], self.files("whole")["run.csv"])
        self.refuses(self.sinew("run", "pwny"), "no built-in scene of that name; did you mean 'pony'?")

    def test_a_mesh_is_answered_with_the_command_that_makes_a_scene_of_it(self):
        self.write("rock.off", "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n")
        for command in ("run", "scene"):
            self.refuses(self.sinew(command, "rock.off"), "rock.off: this is a mesh, not a scene",
                         "'sinew new rock.off -o rock.json' makes a scene of it")

    def test_bodies_with_names_alike_write_files_of_their_own(self):
        text = BAR.replace('"bodies": [', '"bodies": [{"name": "b/r", "mesh": {"model": "cube"}, "tets": 50, "material": "fat"},'
                           ' {"name": "b_r", "mesh": {"model": "cube"}, "tets": 50, "material": "fat"},')
        self.write("three.json", text)
        self.succeeds("run", "three.json", "--steps", 0, "--out", "out", "--format", "ply", "--set", "record.probes=[]")
        self.assertEqual(sorted(self.files("out")), ["b_r_00000000.ply", "b_r_2_00000000.ply", "bar_00000000.ply", "run_scene.json"])

    def test_a_poisson_ratio_next_to_one_half_is_named(self):
        run = self.sinew("run", "bar.json", "--set", "bodies[0].material.poisson=0.4999999")
        self.assertIn("bodies[0].material: a Poisson's ratio of 0.4999999 resists a change of volume", run.stderr)

    def test_numbers_may_be_written_as_people_write_them(self):
        self.run_bar("out", "--steps", "2e0", "--every", "0.001k", "--format", "csv")
        self.assertEqual(len((self.folder / "out/run.csv").read_text().splitlines()), 4)

    def test_the_profile_is_written_for_programs(self):
        self.run_bar("out", "--json", "profile.json")
        profile = json.loads((self.folder / "profile.json").read_text())
        self.assertEqual((profile["steps"], profile["scene"]), (6, "bar.json"))
        zones = {zone["name"] for zone in profile["zones"]}
        self.assertLessEqual({"rotations", "assembly", "galerkin", "recorder"}, zones)
        self.assertEqual(profile["bodies"][0]["name"], "bar")

    def test_bad_requests_are_refused_and_nothing_is_written(self):
        self.write("typo.json", BAR.replace('"material"', '"materail"'))
        self.write("lost.json", BAR.replace('{"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}}', '"lost.ply"'))
        self.write("air.json", BAR.replace('[0, 0, 0], "normal"', '[-1, 0, 0], "normal"'))
        self.write("far.json", BAR.replace("[1, 0.1, 0.1]", "[2, 0.1, 0.1]"))
        before = self.names()
        for words, answers in [
            (("typo.json",), ("typo.json:4", "did you mean 'material'?")),
            (("lost.json",), ("bodies[0].mesh", "there is no file")),
            (("air.json",), ("bodies[0].hold[0].region", "holds no node of 'bar'")),
            (("none.json",), ("none.json",)),
            (("bar.json", "--set", "bodies[0].tets=none"), ("bodies[0].tets",)),
            (("bar.json", "--resume", "none.sinew"), ("none.sinew",)),
            (("bar.json", "--steps", "-1"), ("'-1' is not a whole number",)),
            (("bar.json", "--steps", "2.5"), ("'2.5' is not a whole number",)),
            (("bar.json", "--steps", "1kk"), ("'1kk' is not a whole number",)),
            (("far.json",), ("far.json:7: record.probes[0].at: the point (2, 0.1, 0.1) m lies outside of body 'bar'",)),
            ((), ("run needs SCENE",)),
        ]:
            self.refuses(self.sinew("run", *words), *answers)
        self.assertEqual(self.names(), before)
        self.refuses(self.sinew("run", "bar.json", "--format", "vtk"), "vtk")


def vertices(path):
    return [tuple(map(float, line.split()[1:4])) for line in path.read_text().splitlines() if line.startswith("v ")]


class NewThenRun(CommandTest):
    def runs(self, mesh, *more):
        name = pathlib.Path(mesh).stem
        self.succeeds("new", mesh, "-o", f"{name}.json", *more)
        self.succeeds("run", f"{name}.json", "--steps", 5, "--out", "out")
        self.assertTrue((self.folder / f"out/{name}_00000005.vtu").exists())

    def motion(self, *more):
        """How far a point of the surface goes in 60 steps of scene.json, in sizes of the body."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        self.succeeds("run", "scene.json", "--steps", 60, "--every", 6, "--format", "obj,csv", "--out", "out", *more)
        first, *others = [vertices(path) for path in sorted((self.folder / "out").glob("*.obj"))]
        size = max(max(p[a] for p in first) - min(p[a] for p in first) for a in range(3))
        return max(math.dist(p, q) for frame in others for p, q in zip(first, frame)) / size

    def moves_little_of_either_type(self, mesh, *more):
        (self.folder / "scene.json").unlink(missing_ok=True)
        self.succeeds("new", mesh, "-o", "scene.json", *more)
        for type_ in ((), ("--set", "bodies[0].type=octree", "--set", "bodies[0].cells=24")):
            moved = self.motion(*type_)
            self.assertLess(moved, 0.1, (mesh, type_))
            self.assertGreater(moved, 1e-5, (mesh, type_))

    def test_bodies_sag_by_less_than_a_tenth_of_their_size_whatever_their_shape(self):
        for model, unit in (("rabbit", "m"), ("rabbit", "cm"), ("pony", "m")):
            self.succeeds("model", model, "-o", f"{model}.ply", "--triangles", 3000)
            self.moves_little_of_either_type(f"{model}.ply", "--unit", unit, "--tets", 2000)

    def test_a_slender_column_does_not_buckle(self):
        self.box("mast.obj", (0, 0, 0), (0.03, 1, 0.05))
        self.moves_little_of_either_type("mast.obj", "--unit", "m", "--up", "y", "--tets", 1500)

    def test_every_piece_is_held(self):
        self.box("blocks.obj", (0, 0, 0), (0.1, 0.1, 0.1), (0.2, 0.3, 0.1), (0.3, 0.4, 0.2))
        self.moves_little_of_either_type("blocks.obj", "--unit", "m", "--up", "y", "--tets", 800)

    def test_every_piece_is_held_at_any_resolution(self):
        # Two blocks and a bar between them, which large cubes do not see.
        self.box("dumbbell.obj", (0, 0, 0), (0.1, 0.1, 0.1), (0.09, 0.2, 0.09), (0.2, 0.3, 0.2), (0.092, 0.05, 0.092),
                 (0.097, 0.25, 0.097))
        self.succeeds("new", "dumbbell.obj", "-o", "scene.json", "--unit", "m", "--up", "y", "--tets", 800)
        for cells in (8, 20):
            self.assertLess(self.motion("--set", "bodies[0].type=octree", "--set", f"bodies[0].cells={cells}"), 0.1, cells)

    def test_a_volume_with_inverted_elements_runs(self):
        # A column of twelve cubes, six tetrahedra each, three of which have two corners swapped.
        height, paths = 12, ((1, 2, 4), (1, 4, 2), (2, 1, 4), (2, 4, 1), (4, 1, 2), (4, 2, 1))
        nodes = [(i & 1, y + (i >> 1 & 1), i >> 2) for y in range(height) for i in range(8)]
        numbers = {p: n for n, p in enumerate(sorted(set(nodes)))}
        elements = []
        for y in range(height):
            for k, (a, b, c) in enumerate(paths):
                corners = [numbers[nodes[8 * y + i]] for i in (0, a, a + b, a + b + c)]
                # Every other path from corner to corner turns the other way.
                elements.append(corners[1::-1] + corners[2:] if k in (1, 2, 5) else corners)
        for t in (5, 30, 60):
            elements[t][:2] = elements[t][1::-1]
        rows = lambda items: "".join(f"{i} {' '.join(map(str, item))}\n" for i, item in enumerate(items))
        self.write("column.node", f"{len(numbers)} 3 0 0\n" + rows(numbers))
        self.write("column.ele", f"{len(elements)} 4 0\n" + rows(elements))
        self.succeeds("new", "column.ele", "-o", "scene.json")
        said = self.succeeds("run", "scene.json", "--steps", 2, "--out", "out").stderr
        self.assertIn("3 of 72 elements are inverted (the first is element 5)", said)
        self.assertLess(self.motion(), 0.1)
        self.assertLess(self.motion("--set", "bodies[0].type=octree"), 0.1)

    def test_a_surface_that_lacks_triangles_runs_as_a_solid(self):
        self.succeeds("model", "rabbit", "-o", "rabbit.obj", "--triangles", 3000)
        lines = (self.folder / "rabbit.obj").read_text().splitlines()
        kept = [line for i, line in enumerate(lines) if line[0] != "f" or i % 50 != 0]
        self.write("sieve.obj", "\n".join(kept) + "\n")
        self.moves_little_of_either_type("sieve.obj", "--tets", 1500)

    def box(self, name, *corners):
        """Boxes as one surface, from lower and upper corners in turn."""
        text, count = "", 0
        for lower, upper in zip(corners[::2], corners[1::2]):
            text += "".join(f"v {x} {y} {z}\n" for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2]))
            for face in ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)):
                text += "f " + " ".join(str(count + v) for v in face) + "\n"
            count += 8
        self.write(name, text)

    def test_the_scene_of_a_closed_surface_runs_as_it_is(self):
        # At its full number of triangles the tips of the rabbit's ears lie outside of the volume.
        for name, model, triangles in (("coarse", "rabbit", 2000), ("fine", "rabbit", 30000), ("bike", "bike", 60000)):
            self.succeeds("model", model, "-o", f"{name}.ply", "--triangles", triangles)
            self.runs(f"{name}.ply")

    def test_the_scene_of_an_open_surface_runs_as_it_is(self):
        self.succeeds("model", "cloth", "-o", "cloth.obj", "--triangles", 800)
        self.runs("cloth.obj")

    def test_the_scene_of_a_volume_runs_as_it_is(self):
        self.succeeds("model", "bar", "-o", "bar.ply")
        self.succeeds("mesh", "bar.ply", "-o", "bar.vtu", "--tets", 2000)
        self.runs("bar.vtu")


if __name__ == "__main__":
    unittest.main()
