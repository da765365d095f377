"""Plants one fault at a time in a small tree of pages and expects check_links.py to name its page and line."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_links.py"

SOUND = {
    "README.md": "# Front\n[design](docs/design.md#the-build-in-short) ![picture](docs/a.png)\n[x](https://example.org)\n",
    "docs/design.md": "# Design\n## The build, in short\n[front](../README.md), [here](#design), `src/base/vec3.h`\n",
    "docs/a.png": "",
    "src/base/vec3.h": "",
    "build/notes.md": "[gone](gone.md)\n",
}


def check(changes):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**SOUND, **changes}.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        run = subprocess.run([sys.executable, str(SCRIPT), folder], capture_output=True, text=True)
        return run.returncode, run.stdout


class CheckLinks(unittest.TestCase):
    def refuses(self, page, place, word):
        code, text = check({"docs/bad.md": page})
        self.assertEqual(code, 1, text)
        self.assertIn(place, text)
        self.assertIn(word, text)
        self.assertEqual(len(text.splitlines()), 1, text)

    def test_a_sound_tree_passes(self):
        code, text = check({})
        self.assertEqual(code, 0, text)

    def test_a_link_to_a_missing_file_is_refused(self):
        self.refuses("text\n[gone](gone.md)\n", "docs/bad.md:2:", "gone.md does not exist")

    def test_a_missing_picture_is_refused(self):
        self.refuses("![b](b.png)\n", "docs/bad.md:1:", "b.png")

    def test_a_link_out_of_the_repository_is_refused(self):
        self.refuses("[up](../../README.md)\n", "docs/bad.md:1:", "does not exist")

    def test_an_anchor_without_its_heading_is_refused(self):
        self.refuses("[part](design.md#the-parts)\n", "docs/bad.md:1:", "no such heading")

    def test_a_path_that_moved_is_refused(self):
        self.refuses("See `src/base/vector.h`.\n", "docs/bad.md:1:", "src/base/vector.h")

    def test_what_stands_in_a_code_fence_is_left_alone(self):
        code, text = check({"docs/good.md": "```sh\n[gone](gone.md) `src/gone.h`\n```\n"})
        self.assertEqual(code, 0, text)


if __name__ == "__main__":
    unittest.main()
