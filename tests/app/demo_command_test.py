"""sinew demo, made small."""

import unittest

from sinew_command import CommandTest


class Demo(CommandTest):
    def test_a_small_demo_shows_its_tables_and_leaves_what_they_name(self):
        run = self.succeeds("demo", "--models", "torus,cloth", "--tets", 400, "--out", "made")
        rows = [line.split() for line in run.stdout.splitlines()]
        self.assertTrue(any(row[:1] == ["torus"] and "genus" in row for row in rows), run.stdout)
        self.assertLessEqual(max(map(len, run.stdout.splitlines())), 120)
        made = sorted(path.name for path in (self.folder / "made").iterdir())
        self.assertEqual(made, ["cloth.ply", "torus.ply", "torus.vtu", "torus_level0.vtu", "torus_level1.vtu"])
        counts = {row[1]: row[2] for row in rows if row[:1] == ["torus"] and row[1] in "01"}
        for level in "01":
            volume = self.inspect(f"made/torus_level{level}.vtu")["volume"]
            self.assertEqual(f"{volume['tetrahedra']:,}", counts[level])

    def test_scenes_are_run_and_leave_their_frames(self):
        run = self.succeeds("demo", "--scenes", "bridge", "--out", "made")
        made = sorted(path.name for path in (self.folder / "made").iterdir())
        self.assertEqual(made, ["bridge", "bridge.mp4", "bridge.png", "index.html"])
        page = (self.folder / "made/index.html").read_text(encoding="utf-8")
        self.assertIn('src="bridge.mp4" poster="bridge.png"', page)
        made = {path.name for path in (self.folder / "made/bridge").iterdir()}
        self.assertLessEqual({"bridge.pvd", "bridge_00000000.vtu", "bridge_00000120.vtu", "run.csv"}, made)
        row = next(line.split() for line in run.stdout.splitlines() if line.startswith("bridge"))
        self.assertEqual((row[1], row[3]), ("bridge", "120"))

    def test_bad_requests_are_refused_before_anything_is_made(self):
        self.write("file", "bytes")
        self.refuses(self.sinew("demo", "--models", "torus,rabit"), "did you mean 'rabbit'?")
        self.refuses(self.sinew("demo", "--scenes", "brige"), "did you mean 'bridge'?")
        self.refuses(self.sinew("demo", "--tets", "3"), "'3' is not a whole number between 20 and")
        self.refuses(self.sinew("demo", "--out", "file"), "file: the folder cannot be made")
        self.assertEqual(self.names(), ["file"])


if __name__ == "__main__":
    unittest.main()
