"""Runs the sinew command as people do, in a folder of its own: what the tests of this folder share."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SINEW = pathlib.Path(sys.argv.pop()).resolve()
PATIENCE = 120 * float(os.environ.get("SINEW_TEST_PATIENCE", 1))  # s; sanitizers take ten times as long


class CommandTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def sinew(self, *arguments, **keywords):
        keywords = {"capture_output": True, "text": True, "timeout": PATIENCE, "cwd": self.folder} | keywords
        return subprocess.run([SINEW, *map(str, arguments)], **keywords)

    def succeeds(self, *arguments, **keywords):
        run = self.sinew(*arguments, **keywords)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run

    def refuses(self, run, *words):
        """One message for people and exit code 2."""
        self.assertEqual(run.returncode, 2, f"{run.args}: {run.stderr}")
        complaints = [line for line in run.stderr.splitlines() if not line.startswith("warning: ")]
        self.assertTrue(complaints and complaints[0].startswith("sinew: "), run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)

    def inspect(self, file):
        """What `sinew inspect --json` says about one file."""
        return json.loads(self.succeeds("inspect", "--json", file).stdout)["files"][0]

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())
