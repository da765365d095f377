"""sinew run: what a run leaves behind, how it goes on, and what it refuses."""

import json
import pathlib
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
        expected = [f"bar_{step:08d}.vtu" for step in range(7)] + ["bar.pvd", "run.csv"]
        self.assertEqual(sorted(self.files("out")), sorted(expected))
        self.assertEqual(len((self.folder / "out/run.csv").read_text().splitlines()), 8)
        self.assertEqual(self.inspect("out/bar_00000006.vtu")["volume"]["tetrahedra"], 240)

    def test_formats_steps_and_rhythm_can_be_chosen(self):
        self.run_bar("out", "--steps", 4, "--format", "ply,obj", "--every", 2)
        expected = [f"bar_{step:08d}{end}" for step in (0, 2, 4) for end in (".obj", ".ply")]
        self.assertEqual(sorted(self.files("out")), expected)

    def test_values_of_the_scene_can_be_changed(self):
        self.run_bar("soft", "--set", "bodies.bar.material.young=1e5")
        self.run_bar("hard")
        self.assertLess(float(self.last_line("soft")[-2]), 2 * float(self.last_line("hard")[-2]))

    def test_a_resumed_run_leaves_the_same_bytes(self):
        self.run_bar("whole", "--checkpoint-every", 3)
        self.run_bar("parts", "--checkpoint-every", 3, "--steps", 3)
        self.run_bar("parts", "--checkpoint-every", 3, "--resume", "parts/checkpoint_00000003.sinew")
        self.assertEqual(self.files("parts"), self.files("whole"))

    def test_the_same_bytes_for_any_number_of_threads(self):
        self.run_bar("one", "--threads", 1)
        self.run_bar("four", "--threads", 4)
        self.assertEqual(self.files("one"), self.files("four"))

    def test_a_killed_run_leaves_a_checkpoint_that_loads(self):
        command = [SINEW, "-q", "run", "bar.json", "--steps", "100000", "--checkpoint-every", "1", "--out", "out"]
        with subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL) as process:
            while not (self.folder / "out/checkpoint_00000005.sinew").exists() and process.poll() is None:
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
        before = self.names()
        for words, answers in [
            (("typo.json",), ("typo.json:4", "did you mean 'material'?")),
            (("lost.json",), ("bodies[0].mesh", "there is no file")),
            (("air.json",), ("bodies[0].hold[0].region", "holds no node of 'bar'")),
            (("none.json",), ("none.json",)),
            (("bar.json", "--set", "bodies[0].tets=none"), ("bodies[0].tets",)),
            (("bar.json", "--resume", "none.sinew"), ("none.sinew",)),
            (("bar.json", "--steps", "-1"), ("'-1' is not a whole number",)),
            ((), ("run needs SCENE",)),
        ]:
            self.refuses(self.sinew("run", *words), *answers)
        self.assertEqual(self.names(), before)
        self.refuses(self.sinew("run", "bar.json", "--format", "vtk"), "vtk")


class NewThenRun(CommandTest):
    def runs(self, mesh):
        name = pathlib.Path(mesh).stem
        self.succeeds("new", mesh, "-o", f"{name}.json")
        self.succeeds("run", f"{name}.json", "--steps", 5, "--out", "out")
        self.assertTrue((self.folder / f"out/{name}_00000005.vtu").exists())

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
