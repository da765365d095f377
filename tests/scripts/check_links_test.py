"""Plants one fault at a time in a small tree of pages and expects check_links.py to name its page and line."""

import unittest

from planted_tree import PlantedTree

SOUND = {
    "README.md": "# Front\n[design](docs/design.md#the-build-in-short) ![picture](docs/a.png)\n[x](https://example.org)\n",
    "docs/design.md": "# Design\n## The build, in short\n[front](../README.md), [here](#design), `src/base/vec3.h`\n",
    "docs/a.png": "",
    "src/base/vec3.h": "",
    "build/notes.md": "[gone](gone.md)\n",
}


class CheckLinks(PlantedTree):
    SCRIPT = "check_links.py"
    SOUND = SOUND

    def refuses_page(self, page, place, word):
        self.refuses({"docs/bad.md": page}, place, word)

    def test_a_sound_tree_passes(self):
        code, text = self.check({})
        self.assertEqual(code, 0, text)

    def test_a_link_to_a_missing_file_is_refused(self):
        self.refuses_page("text\n[gone](gone.md)\n", "docs/bad.md:2:", "gone.md does not exist")

    def test_a_missing_picture_is_refused(self):
        self.refuses_page("![b](b.png)\n", "docs/bad.md:1:", "b.png")

    def test_a_link_out_of_the_repository_is_refused(self):
        self.refuses_page("[up](../../README.md)\n", "docs/bad.md:1:", "does not exist")

    def test_an_anchor_without_its_heading_is_refused(self):
        self.refuses_page("[part](design.md#the-parts)\n", "docs/bad.md:1:", "no such heading")

    def test_a_path_that_moved_is_refused(self):
        self.refuses_page("See `src/base/vector.h`.\n", "docs/bad.md:1:", "src/base/vector.h")

    def test_what_stands_in_a_code_fence_is_left_alone(self):
        code, text = self.check({"docs/good.md": "```sh\n[gone](gone.md) `src/gone.h`\n```\n"})
        self.assertEqual(code, 0, text)


if __name__ == "__main__":
    unittest.main()
