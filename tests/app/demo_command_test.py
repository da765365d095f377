"""sinew demo, made small."""

import html.parser
import signal
import subprocess
import unittest

from sinew_command import PATIENCE, SINEW, CommandTest

UNFINISHED = "Still being made"


class Page(html.parser.HTMLParser):
    """Reads a page whose elements must all be closed: its sections by name, with their words."""

    EMPTY = {"meta", "img"}

    def __init__(self, text):
        super().__init__()
        self.open, self.sections, self.words, self.files, self.reloads = [], {}, "", [], False
        self.feed(text)
        self.close()
        assert not self.open and text.endswith("</html>\n"), self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.files += [attributes[key] for key in ("src", "poster") if key in attributes]
        self.reloads |= tag == "script" or attributes.get("http-equiv") == "refresh"
        if tag == "section":
            self.sections[attributes["id"]] = ""
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.words += data
        if "section" in self.open:
            self.sections[list(self.sections)[-1]] += data


class Demo(CommandTest):
    def page(self):
        return Page((self.folder / "made/index.html").read_text(encoding="utf-8"))

    def start(self, *arguments):
        """A demo that goes on while the test looks at its page; it ends with the test."""
        process = subprocess.Popen([SINEW, "demo", *arguments, "--out", "made"], cwd=self.folder, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait, PATIENCE)
        self.addCleanup(process.kill)
        return process

    def test_a_small_demo_shows_its_tables_and_leaves_what_they_name(self):
        run = self.succeeds("demo", "--models", "torus,cloth", "--tets", 400, "--out", "made")
        rows = [line.split() for line in run.stdout.splitlines()]
        self.assertTrue(any(row[:1] == ["torus"] and "genus" in row for row in rows), run.stdout)
        self.assertLessEqual(max(map(len, run.stdout.splitlines())), 120)
        made = sorted(path.name for path in (self.folder / "made").iterdir())
        self.assertEqual(made, ["cloth.ply", "index.html", "torus.ply", "torus.vtu", "torus_level0.vtu",
                                "torus_level1.vtu"])
        counts = {row[1]: row[2] for row in rows if row[:1] == ["torus"] and row[1] in "01"}
        for level in "01":
            volume = self.inspect(f"made/torus_level{level}.vtu")["volume"]
            self.assertEqual(f"{volume['tetrahedra']:,}", counts[level])
            self.assertIn(counts[level], self.page().sections["hierarchies"])
        self.assertIn("genus 1", self.page().sections["models"])

    def test_scenes_are_run_and_leave_their_frames(self):
        run = self.succeeds("demo", "--scenes", "bridge", "--out", "made")
        made = sorted(path.name for path in (self.folder / "made").iterdir())
        self.assertEqual(made, ["bridge", "bridge.mp4", "bridge.png", "index.html"])
        self.assertEqual(self.page().files, ["bridge.mp4", "bridge.png"])
        made = {path.name for path in (self.folder / "made/bridge").iterdir()}
        self.assertLessEqual({"bridge.pvd", "bridge_00000000.vtu", "bridge_00000120.vtu", "run.csv"}, made)
        row = next(line.split() for line in run.stdout.splitlines() if line.startswith("bridge"))
        self.assertEqual((row[1], row[3]), ("bridge", "120"))

    def test_the_page_is_there_first_and_names_what_is_still_being_made(self):
        demo = self.start("--scenes", "bridge,strains,bridge")
        self.assertIn("made/index.html", demo.stdout.readline())
        page = self.page()
        self.assertEqual(list(page.sections), ["bridge", "strains"])
        for words in page.sections.values():
            self.assertIn(UNFINISHED, words)
        self.assertTrue(page.reloads)
        self.assertIn("0 of 2 parts", page.words)

        self.assertRegex(demo.stdout.readline(), r"^ *\d+ s +1 of 2  bridge: bridge.mp4, bridge.png, bridge/$")
        page = self.page()
        self.assertNotIn(UNFINISHED, page.sections["bridge"])
        self.assertIn("A load crosses a soft bridge", page.sections["bridge"])
        self.assertIn(UNFINISHED, page.sections["strains"])
        self.assertEqual(page.files, ["bridge.mp4", "bridge.png"])
        for file in page.files:
            self.assertTrue((self.folder / "made" / file).stat().st_size > 1000, file)

    def test_a_finished_page_does_not_reload_and_misses_nothing(self):
        self.succeeds("demo", "--models", "torus", "--tets", 400, "--out", "made")
        page = self.page()
        self.assertNotIn(UNFINISHED, page.words)
        self.assertFalse(page.reloads)

    def test_an_interrupted_demo_leaves_a_page_that_says_what_is_missing(self):
        demo = self.start("--models", "torus,sphere", "--tets", "2000000")
        demo.stdout.readline()
        demo.send_signal(signal.SIGINT)
        self.assertEqual(demo.wait(PATIENCE), -signal.SIGINT)
        page = self.page()
        self.assertEqual(list(page.sections), ["models", "hierarchies"])
        for words in page.sections.values():
            self.assertIn("Not made: the demo ended early", words)
        self.assertFalse(page.reloads)
        self.assertNotIn(UNFINISHED, page.words)
        self.assertFalse([path for path in (self.folder / "made").iterdir() if path.name.endswith(".part")])

    def test_the_scenes_of_the_whole_demo_come_before_its_tables(self):
        demo = self.start()
        demo.stdout.readline()
        names = list(self.page().sections)
        self.assertEqual(names[-2:], ["models", "hierarchies"])
        self.assertGreaterEqual(len(names), 15)
        self.assertEqual(len(names), len(set(names)))

    def test_bad_requests_are_refused_before_anything_is_made(self):
        self.write("file", "bytes")
        self.refuses(self.sinew("demo", "--models", "torus,rabit"), "did you mean 'rabbit'?")
        self.refuses(self.sinew("demo", "--scenes", "brige"), "did you mean 'bridge'?")
        self.refuses(self.sinew("demo", "--tets", "3"), "'3' is not a whole number between 20 and")
        self.refuses(self.sinew("demo", "--out", "file"), "file: the folder cannot be made")
        self.assertEqual(self.names(), ["file"])


if __name__ == "__main__":
    unittest.main()
