"""sinew precompute: the file it writes, how it goes on after a kill, and what it refuses."""

import signal
import subprocess
import time
import unittest

from sinew_command import SINEW, CommandTest

RABBIT = """{
  "sinew": 1, "step": 0.02, "steps": 2,
  "bodies": [{
    "name": "rabbit", "type": "greens", "mesh": {"model": "rabbit"}, "semi_regular": {"base": 80, "levels": 2},
    "material": {"young": 2e4, "poisson": 0.3, "density": 500}, "responses": "rabbit.greens",
    "hold": [{"region": {"half_space": {"point": [0, 0.03, 0], "normal": [0, -1, 0]}}}]
  }]
}"""


class Precompute(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("rabbit.json", RABBIT)

    def test_the_scene_names_the_file(self):
        run = self.succeeds("precompute", "rabbit.json", "--source", "linear")
        self.assertIn("vertices are free", run.stdout)
        self.assertIn("compressed", run.stdout)
        self.assertEqual((self.folder / "rabbit.greens").read_bytes()[:8], b"SINEWGRN")
        self.assertEqual(self.names(), ["rabbit.greens", "rabbit.json"])

    def killed(self, options):
        """Kills the command when some blocks of columns are there. Gives back whether it was alive."""
        run = subprocess.Popen([SINEW, *options], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        journal, size = self.folder / "b.greens.unfinished", 150_000
        while run.poll() is None:
            if journal.exists() and journal.stat().st_size > size:
                run.send_signal(signal.SIGKILL)
                break
            time.sleep(0.0005)
        return run.wait() == -signal.SIGKILL

    def test_a_killed_run_goes_on_to_the_same_bytes(self):
        options = ["precompute", "rabbit.json", "--source", "linear", "-o"]
        self.succeeds(*options, "a.greens")
        if self.killed([*options, "b.greens"]):
            self.assertFalse((self.folder / "b.greens").exists())
            self.assertIn("from an earlier run", self.succeeds(*options, "b.greens").stdout)
        self.assertEqual((self.folder / "a.greens").read_bytes(), (self.folder / "b.greens").read_bytes())

    def test_what_is_wrong_is_said(self):
        self.refuses(self.sinew("precompute", "rabbit.json", "--source", "quadratc"), "did you mean", "quadratic")
        self.refuses(self.sinew("precompute", "rabbit.json", "--wavelet", "haar"), "linear, butterfly")
        self.refuses(self.sinew("precompute", "rabbit.json", "--eps", "2"), "--eps")
        self.refuses(self.sinew("precompute", "rabbit.json", "--inside", "1,2"), "X,Y,Z")
        self.refuses(self.sinew("precompute", "rabbit.json", "--body", "rabit"), "rabbit")
        self.refuses(self.sinew("precompute", "rabbit.json", "-o", "missing/x.greens"), "missing/x.greens")
        self.refuses(self.sinew("precompute", "rabbit.json", "--source", "linear", "--inside", "9,9,9"), "outside")
        self.write("tet.json", RABBIT[:RABBIT.index('"type"')] + '"mesh": {"model": "rabbit"}, "material": "rubber"}]}')
        self.refuses(self.sinew("precompute", "tet.json", "-o", "x.greens"), "greens")
        self.refuses(self.sinew("precompute", "missing.json", "-o", "x.greens"), "missing.json")


if __name__ == "__main__":
    unittest.main()
