"""sinew view: the real window, on a screen in memory, driven by a hand that is a program."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import unittest

from png_pixels import pixels
from sinew_command import PATIENCE, SINEW, CommandTest

SKIPPED = 77

BAR = """{
  "sinew": 1, "step": 0.01, "steps": 100, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "bar", "mesh": {"box": {"size": [1, 0.2, 0.2], "cells": [8, 2, 2]}}, "material": "rubber",
    "damping": {"mass": 5},
    "hold": [{"region": {"half_space": {"point": [0, 0, 0], "normal": [-1, 0, 0]}}}]
  }],
  "record": {"probes": [{"name": "tip", "at": [1, 0.1, 0.1]}]},
  "view": {"azimuth": 0, "elevation": 0}
}"""


class WithoutScreen(CommandTest):
    def test_a_missing_screen_is_one_message(self):
        self.write("bar.json", BAR)
        nowhere = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.refuses(self.sinew("view", "bar.json", env=nowhere), "no window can be opened", "sinew render")

    def test_bad_requests_are_refused_before_a_window_opens(self):
        self.write("bar.json", BAR)
        for words, answer in [
            (("--size", "big"), "'big' is not a size"),
            (("--replay-events", "none.txt"), "none.txt"),
            (("--resume", "none.sinew"), "none.sinew"),
            (("--record-events", "no/folder/x.txt"), "no/folder"),
            (("--picture", "x.jpg"), ".png"),
            (("--steps", "0"), "'0' is not a whole number"),
        ]:
            self.refuses(self.sinew("view", "bar.json", *words), answer)


class InWindow(CommandTest):
    def setUp(self):
        super().setUp()
        if not (shutil.which("Xvfb") and shutil.which("xdotool")):
            self.skipTest("Xvfb and xdotool are needed: apt-get install xvfb xdotool")
        self.write("bar.json", BAR)
        read, write = os.pipe()
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x700x24", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        self.addCleanup(screen.wait)
        self.addCleanup(screen.terminate)
        os.close(write)
        with os.fdopen(read) as number:
            self.screen = os.environ | {"DISPLAY": ":" + number.readline().strip(), "LIBGL_ALWAYS_SOFTWARE": "1"}

    def open(self, *more):
        """Starts the viewer; what it says is in self.log."""
        self.log = self.folder / "log.txt"
        with open(self.log, "w") as log:
            self.viewer = subprocess.Popen([SINEW, "view", "bar.json", "--size", "900x600", "--verbose", *more],
                                           cwd=self.folder, env=self.screen, stderr=log)
        self.addCleanup(self.viewer.wait)
        self.addCleanup(self.viewer.kill)

    def until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not (result := condition()):
            self.assertIsNone(self.viewer.poll(), f"the viewer is gone: {self.log.read_text()}")
            self.assertLess(time.monotonic(), end, f"{what}: {self.log.read_text()}")
            time.sleep(0.05)
        return result

    def hand(self, *words):
        subprocess.run(["xdotool", *map(str, words)], env=self.screen, check=True, timeout=PATIENCE,
                       stdout=subprocess.DEVNULL)

    def states(self):
        return re.findall(r"^step (\d+), .*(playing|paused)", self.log.read_text(), re.MULTILINE)

    def saved(self):
        return [int(step) for step in re.findall(r"step (\d+) is saved in", self.log.read_text())]

    def step(self):
        return int(self.states()[-1][0]) if self.states() else -1

    def is_paused(self):
        return bool(self.states()) and self.states()[-1][1] == "paused"

    def checkpoint(self):
        """Saves one, and returns its step."""
        before = {path.name for path in (self.folder / "out").glob("checkpoint_*.sinew")}
        self.hand("key", "k")
        new = self.until(lambda: {path.name for path in (self.folder / "out").glob("checkpoint_*.sinew")} - before,
                         "a checkpoint")
        return int(new.pop()[11:19])

    def tip_height(self, folder, step):
        """How far the tip has come up in the step after the checkpoint."""
        self.succeeds("run", "bar.json", "--resume", f"{folder}/checkpoint_{step:08d}.sinew", "--steps", step + 1,
                      "--format", "csv", "--out", f"{folder}_measured")
        return float((self.folder / f"{folder}_measured/run.csv").read_text().splitlines()[-1].split(",")[-2])

    def test_a_drag_moves_the_body_space_stops_it_and_a_picture_shows_it(self):
        self.open("--record-events", "session.txt")
        self.until(lambda: self.states(), "the first state")

        # Save a picture of the bar at rest.
        self.hand("mousemove", 820, 300, "key", "p")
        picture = self.folder / "out/picture_00000000.png"
        self.until(picture.exists, "the picture")
        rows = pixels(picture)
        self.assertEqual((len(rows[0]), len(rows)), (580, 600))
        self.assertGreater(max(map(max, rows[0])), 100, "black")
        self.assertNotEqual(rows[300][290], rows[20][0], "the bar is in the middle")

        # Play, take the free end and hold it higher.
        self.hand("key", "space")
        self.until(lambda: self.step() > 2, "steps")
        self.hand("keydown", "shift", "mousedown", 1)
        for y in range(295, 195, -5):
            self.hand("mousemove", 820, y)
        held = self.step()
        self.until(lambda: self.step() > held + 30, "steps while the bar is held")
        self.hand("key", "space")
        self.until(self.is_paused, "the pause")
        step = self.checkpoint()
        self.assertGreater(self.tip_height("out", step), 0.05)

        # It stands still.
        before = self.states()[-1]
        self.hand("mouseup", 1, "keyup", "shift")
        time.sleep(0.5)
        self.assertEqual(self.states()[-1], before)
        self.hand("key", "p")
        self.until((self.folder / f"out/picture_{step:08d}.png").exists, "the second picture")
        self.assertNotEqual(pixels(self.folder / f"out/picture_{step:08d}.png"), rows)

        # Closing the window ends the program.
        self.hand("key", "ctrl+q")
        self.assertEqual(self.viewer.wait(PATIENCE), 0)
        self.assertIn("close", (self.folder / "session.txt").read_text())

        # What was recorded comes out again, the same each time.
        for folder in ("first", "second"):
            self.succeeds("view", "bar.json", "--replay-events", "session.txt", "--out", folder, env=self.screen)
        first = next((self.folder / "first").glob("checkpoint_*.sinew"))
        self.assertEqual(first.read_bytes(), (self.folder / "second" / first.name).read_bytes())
        self.assertGreater(self.tip_height("first", int(first.stem[-8:])), 0.05)

    def test_it_can_leave_by_itself_with_a_picture_of_the_window(self):
        self.succeeds("view", "bar.json", "--play", "--steps", 5, "--picture", "window.png", "--size", "640x480",
                      env=self.screen)
        rows = pixels(self.folder / "window.png")
        self.assertEqual((len(rows[0]), len(rows)), (640, 480))
        self.assertGreater(len(set(map(tuple, rows))), 50)

    def test_a_body_that_fails_on_the_way_is_an_error(self):
        run = self.sinew("view", "bar.json", "--play", "--steps", 100000, "--set", "gravity=[0, -1e300, 0]",
                         env=self.screen)
        self.refuses(run, "bar", "the last good state, step 0, is in out/checkpoint_00000000.sinew")
        self.succeeds("view", "bar.json", "--set", "gravity=[0, -1e300, 0]", "--steps", 1, "--resume",
                      "out/checkpoint_00000000.sinew", "--replay-events", self.events("0 close"), env=self.screen)

    def events(self, *lines):
        self.write("events.txt", "\n".join(("sinew-events 1", "0 resize 640 480 200", *lines)))
        return "events.txt"

    def test_a_session_that_ends_while_nothing_moves_ends_when_it_is_replayed(self):
        # Between its pause and its end nothing asks for a picture but what was recorded.
        session = self.events("0 key space", "20 key space", "22 press left 400 200", "22 move 410 210",
                              "22 release left 410 210", "22 close")
        self.succeeds("view", "bar.json", "--replay-events", session, env=self.screen)

    def test_a_picture_of_a_replayed_session_shows_what_was_turned_while_nothing_moved(self):
        turn = [f"0 {what}" for step in range(8) for what in
                ("press left 400 200", f"move {410 + step} 200", f"release left {410 + step} 200")]
        self.succeeds("view", "bar.json", "--replay-events", self.events("0 key p", *turn, "0 key p", "0 close"),
                      "--out", "out", env=self.screen)
        first, second = (pixels(self.folder / f"out/picture_00000000{end}.png") for end in ("", "_2"))
        self.assertNotEqual(first, second)

    def test_a_checkpoint_of_a_built_in_scene_can_be_resumed(self):
        session = self.events("0 key .", "1 key .", "2 key k", "2 close")
        self.succeeds("view", "swing", "--replay-events", session, env=self.screen)
        saved = "out/checkpoint_00000002.sinew"
        run = self.succeeds("view", "swing", "--resume", saved, "--play", "--steps", 3, "--verbose", env=self.screen)
        self.assertNotIn("step 0,", run.stderr)
        self.refuses(self.sinew("view", "swing", "--set", "step=0.001", "--resume", saved, env=self.screen),
                     "another scene")


if __name__ == "__main__":
    program = unittest.main(exit=False)
    if program.result.skipped and program.result.wasSuccessful():
        print(program.result.skipped[0][1])
        sys.exit(SKIPPED)
    sys.exit(not program.result.wasSuccessful())
