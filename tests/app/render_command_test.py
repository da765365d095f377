"""sinew render: pictures and movies of scenes and of recorded runs, and what it refuses."""

import os
import shutil
import signal
import subprocess
import unittest

from png_pixels import pixels
from sinew_command import SINEW, CommandTest

BAR = """{
  "sinew": 1, "step": 0.02, "steps": 6,
  "bodies": [{
    "name": "bar", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [10, 2, 2]}},
    "material": {"young": 2e5, "poisson": 0.3, "density": 1000}, "colour": [0.9, 0.1, 0.1],
    "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}]
  }]
}"""


# Two bodies, not in the order of the alphabet, of which the first is cut into two by a scalpel.
CUT = """{
  "sinew": 1, "step": 0.02, "steps": 8,
  "bodies": [{
    "name": "zebra", "type": "octree", "mesh": {"model": "sphere"}, "cells": 16, "colour": [0.1, 0.2, 0.9],
    "material": {"young": 2e5, "poisson": 0.3, "density": 1000}, "velocity": [0, 0, 0.2],
    "hold": [{"region": {"half_space": {"point": [-0.03, 0, 0], "normal": [-1, 0, 0]}}}]
  }, {
    "name": "ant", "mesh": {"box": {"size": [0.05, 0.05, 0.05], "cells": [2, 2, 2]}},
    "material": {"young": 2e5, "poisson": 0.3, "density": 1000}, "place": {"move": [0.08, 0.03, 0]}
  }],
  "cuts": [{"body": "zebra", "blade": {"tool": [[0, 0, -0.2], [0, 0, 0.2]], "keyframes": [
    {"time": 0.01, "position": [0.01, 0.1, 0]}, {"time": 0.11, "position": [0.01, -0.1, 0]}]}}],
  "view": {"azimuth": -40, "elevation": 25}
}"""


def has_bytes(path):
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def red_pixels(path):
    """Where the bar is."""
    return [(x, y) for y, row in enumerate(pixels(path)) for x, (r, g, b) in enumerate(row) if r > 1.8 * max(g, b)]


class Render(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("bar.json", BAR)

    def render(self, *arguments, **keywords):
        return self.succeeds("render", *arguments, "--size", "160x120", **keywords)

    def test_a_picture_shows_the_body_as_large_as_fits(self):
        self.render("bar.json", "-o", "bar.png", "--frames", 0)
        body = red_pixels(self.folder / "bar.png")
        self.assertGreater(max(x for x, _ in body) - min(x for x, _ in body), 100)
        self.assertTrue(all(0 < x < 159 and 0 < y < 119 for x, y in body))

    def test_the_camera_can_be_chosen(self):
        def width(*camera):
            self.render("bar.json", "-o", "bar.png", "--frames", 0, *camera)
            columns = [x for x, _ in red_pixels(self.folder / "bar.png")]
            return max(columns) - min(columns)
        whole = width("--camera", "azimuth=0,elevation=0")
        self.assertAlmostEqual(width("--camera", "azimuth=0,elevation=0,zoom=0.5") / whole, 0.5, delta=0.06)
        self.assertLess(width("--camera", "azimuth=90,elevation=0,zoom=0.5,target=0.5:0.1:0.1"), 0.4 * whole)

    def test_a_section_leaves_the_part_before_its_plane(self):
        # Its faces are violet by their level; the legend is above the middle of the picture.
        def width(section):
            self.render("bar.json", "-o", "bar.png", "--frames", 0, "--camera", "azimuth=0,elevation=0", "--show",
                        "levels,wire", "--section", section)
            columns = [x for row in pixels(self.folder / "bar.png")[55:] for x, (r, g, b) in enumerate(row)
                       if min(r, b) > 1.3 * g]
            return max(columns) - min(columns)
        whole = width("x@2:0:0")
        self.assertGreater(whole, 60)
        self.assertAlmostEqual(width("x") / whole, 0.5, delta=0.06)
        self.assertAlmostEqual(width("-x@0.7:0:0") / whole, 0.3, delta=0.06)

    def test_the_bar_sinks_from_frame_to_frame(self):
        run = self.render("bar.json", "-o", "bar.png", "--frames", "0:6", "--every", 3)
        self.assertIn("3 pictures", run.stdout)
        self.assertEqual([name for name in self.names() if name.endswith(".png")],
                         ["bar_00000000.png", "bar_00000003.png", "bar_00000006.png"])
        lowest = [max(y for _, y in red_pixels(self.folder / f"bar_0000000{step}.png")) for step in (0, 3, 6)]
        self.assertLess(lowest[0], lowest[1])
        self.assertLess(lowest[1], lowest[2])

    def test_a_recorded_run_looks_like_the_live_one(self):
        self.succeeds("run", "bar.json", "--out", "out", "--format", "vtu,ply")
        self.render("bar.json", "-o", "live.png", "--show", "stress")
        self.render("out", "-o", "recorded.png", "--show", "stress")
        live, recorded = pixels(self.folder / "live.png"), pixels(self.folder / "recorded.png")
        off = sum(max(abs(a - b) for a, b in zip(p, q)) > 12 for r, s in zip(live, recorded) for p, q in zip(r, s))
        self.assertLess(off, 200)

    def differing(self, one, other):
        """How many pixels of two pictures are not the same."""
        return sum(max(abs(a - b) for a, b in zip(p, q)) > 12 for r, s in
                   zip(pixels(self.folder / one), pixels(self.folder / other)) for p, q in zip(r, s))

    def test_a_recorded_cut_octree_looks_like_the_live_one(self):
        self.write("cut.json", CUT)
        self.succeeds("run", "cut.json", "--out", "out", "--format", "vtu,ply", "--set", "bodies.zebra.colour=[0, 0.6, 0]")
        self.succeeds("run", "cut.json", "--out", "surfaces", "--format", "ply", "--set",
                      "bodies.zebra.colour=[0, 0.6, 0]")
        for step in (0, 4, 8):
            for more in ((), ("--show", "stress"), ("--show", "wire")):
                self.render("cut.json", "-o", "live.png", "--frames", step, *more, "--set",
                            "bodies.zebra.colour=[0, 0.6, 0]")
                self.render("out", "-o", "recorded.png", "--frames", step, *more)
                self.assertLess(self.differing("live.png", "recorded.png"), 40, (step, more))
                if not more:
                    self.render("surfaces", "-o", "surface.png", "--frames", step)
                    self.assertLess(self.differing("live.png", "surface.png"), 40, step)
        # What made the difference: smooth instead of cubes, the camera, the colours, the cut.
        self.render("out", "-o", "turned.png", "--frames", 8, "--camera", "azimuth=30")
        self.assertGreater(self.differing("turned.png", "recorded.png"), 1000)
        (self.folder / "out/run_scene.json").unlink()
        self.render("out", "-o", "unknown.png", "--frames", 8)
        self.render("surfaces", "-o", "surface.png", "--frames", 8)
        self.assertGreater(self.differing("unknown.png", "surface.png"), 1000)

    def test_cells_without_their_surface_are_drawn_with_a_warning(self):
        self.write("cut.json", CUT)
        self.succeeds("run", "cut.json", "--out", "out", "--format", "vtu", "--steps", 1)
        run = self.render("out", "-o", "x.png")
        self.assertIn("zebra: its surface was not recorded, and its cells are drawn instead", run.stderr)
        self.assertIn("--format vtu,ply", run.stderr)

    def test_forces_that_were_not_recorded_are_told(self):
        self.succeeds("run", "bar.json", "--out", "out", "--format", "vtu,ply", "--steps", 1)
        self.assertIn("forces are not recorded", self.render("out", "-o", "x.png", "--show", "forces").stderr)

    @unittest.skipUnless(shutil.which("ffprobe"), "ffmpeg is not installed")
    def test_a_movie_has_a_frame_for_every_step(self):
        run = self.render("bar.json", "-o", "bar.mp4")
        self.assertIn("7 frames", run.stdout)
        count = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries",
                                "stream=nb_read_frames,width,height", "-of", "csv=p=0", self.folder / "bar.mp4"],
                               capture_output=True, text=True, check=True).stdout.strip()
        self.assertEqual(count, "160,120,7")

    @unittest.skipUnless(shutil.which("ffprobe"), "ffmpeg is not installed")
    def test_a_recording_of_every_second_step_plays_at_the_speed_of_life(self):
        self.succeeds("run", "bar.json", "--out", "out", "--format", "vtu", "--every", 2)
        run = self.render("out", "-o", "bar.mp4")
        self.assertIn("4 frames", run.stdout)
        self.assertIn("played at 25 frames/s", run.stdout)

    @unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")
    def test_a_movie_that_is_killed_leaves_nothing(self):
        run = subprocess.Popen([SINEW, "render", "bar.json", "-o", "x.gif", "--size", "64x48", "--set", "steps=100000"],
                               cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        part = self.folder / f"x.gif.{run.pid}.part"
        while run.poll() is None and not has_bytes(part):
            pass
        run.send_signal(signal.SIGHUP)
        self.assertEqual(run.wait(), -signal.SIGHUP)
        self.assertEqual(self.names(), ["bar.json"])

    def test_bad_requests_are_refused_before_anything_is_made(self):
        def refused(*arguments):
            return self.sinew("render", *arguments)
        self.refuses(refused("brige", "-o", "x.png"), "did you mean 'bridge'?")
        self.refuses(refused("bar.json", "-o", "x.jpg"), "name a .png for pictures")
        self.refuses(refused("bar.json", "-o", "none/x.png"), "none/x.png")
        self.refuses(refused("bar.json", "-o", "x.png", "--size", "12"), "--size 1920x1080")
        self.refuses(refused("bar.json", "-o", "x.png", "--show", "stres"), "did you mean 'stress'?")
        self.refuses(refused("bar.json", "-o", "x.png", "--camera", "azimut=3"), "did you mean 'azimuth'?")
        self.refuses(refused("bar.json", "-o", "x.png", "--camera", "zoom=much"), "zoom is to be a number")
        self.refuses(refused("bar.json", "-o", "x.png", "--camera", "target=1:2"), "a target is three numbers")
        self.refuses(refused("bar.json", "-o", "x.png", "--section", "w"), "'w' is not a section")
        self.refuses(refused("bar.json", "-o", "x.png", "--frames", "9:12"), "from 0 to 6")
        self.refuses(refused("bar.json", "-o", "x.png", "--frames", "a:b"), "is not a range of steps")
        (self.folder / "empty").mkdir()
        self.refuses(refused("empty", "-o", "x.png"), "--format vtu")
        self.assertEqual(self.names(), ["bar.json", "empty"])

    def test_a_missing_driver_or_encoder_is_named(self):
        no_driver = os.environ | {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent"}
        self.refuses(self.sinew("render", "bar.json", "-o", "x.png", env=no_driver), "no graphics driver", "apt-get")
        self.refuses(self.sinew("render", "bar.json", "-o", "x.mp4", env=os.environ | {"PATH": ""}),
                     "ffmpeg is not installed")
        self.assertEqual(self.names(), ["bar.json"])

    def test_a_body_that_fails_keeps_the_movie_so_far(self):
        run = self.sinew("render", "bar.json", "-o", "x.mp4", "--size", "160x120", "--set",
                         "bodies.bar.forces=[{\"type\": \"point\", \"at\": [1, 0.1, 0.1], \"force\": [0, 1e300, 0],"
                         " \"from\": 0.05}]")
        self.refuses(run, "bar")
        self.assertEqual(self.names(), ["bar.json", "x.mp4"])


if __name__ == "__main__":
    unittest.main()
