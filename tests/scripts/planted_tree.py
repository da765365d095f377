"""A test case for the scripts that check a tree: plants a small sound one, with one fault at a time."""

import pathlib
import subprocess
import sys
import tempfile
import unittest


class PlantedTree(unittest.TestCase):
    SCRIPT = ""  # its name in scripts/
    SOUND = {}  # the files of a tree in which nothing is wrong

    def check(self, changes):
        """Exit code and output for the sound tree with these files added or replaced."""
        script = pathlib.Path(__file__).resolve().parents[2] / "scripts" / self.SCRIPT
        with tempfile.TemporaryDirectory() as folder:
            for name, text in {**self.SOUND, **changes}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            run = subprocess.run([sys.executable, str(script), folder], capture_output=True, text=True)
            return run.returncode, run.stdout

    def refuses(self, changes, place, word):
        """The one fault is named, with its place, in one line."""
        code, text = self.check(changes)
        self.assertEqual(code, 1, text)
        self.assertIn(place, text)
        self.assertIn(word, text)
        self.assertEqual(len(text.splitlines()), 1, text)
