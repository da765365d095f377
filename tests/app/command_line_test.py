"""Calls the sinew command as people do and reads what it prints and the code it leaves with."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SINEW = sys.argv.pop()


def sinew(*arguments, **keywords):
    return subprocess.run([SINEW, *arguments], capture_output=True, text=True, timeout=120, **keywords)


class CommandLine(unittest.TestCase):
    def refuses(self, run, *words):
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertTrue(run.stderr.startswith("sinew: "), run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)

    def test_an_unknown_command_is_answered_with_the_one_that_was_meant(self):
        self.refuses(sinew("bnech"), "no command 'bnech'; did you mean 'bench'?")

    def test_an_unknown_command_after_an_option_is_found_too(self):
        self.refuses(sinew("--threads", "2", "bnech", "x.obj"), "no command 'bnech'")

    def test_a_word_like_no_command_gets_no_suggestion(self):
        run = sinew("zebra")
        self.refuses(run, "no command 'zebra'")
        self.assertNotIn("did you mean", run.stderr)

    def test_an_unknown_option_is_named(self):
        self.refuses(sinew("bench", "--jsno"), "--jsno")

    def test_no_command_at_all_is_refused(self):
        self.refuses(sinew(), "sinew --help")

    def test_bench_alone_lists_the_benches(self):
        run = sinew("bench")
        self.assertEqual(run.returncode, 0)
        self.assertIn("nearest-point", run.stdout)

    def test_an_unknown_bench_is_answered_with_the_one_that_was_meant(self):
        self.refuses(sinew("bench", "nearest-pint"), "did you mean 'nearest-point'?")

    def test_json_is_written_where_the_caller_stands(self):
        with tempfile.TemporaryDirectory() as folder:
            run = sinew("bench", "nearest-point", "--case", "sphere-5k", "--json", "figures.json", cwd=folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            report = json.loads(pathlib.Path(folder, "figures.json").read_text())
        self.assertEqual(report["bench"], "nearest-point")
        self.assertEqual([row["case"] for row in report["rows"]], ["sphere-5k"])
        self.assertEqual(report["rows"][0]["worst_difference"], 0)

    def test_a_json_file_in_a_missing_folder_is_refused(self):
        self.refuses(sinew("bench", "nearest-point", "--case", "sphere-5k", "--json", "/no/such/folder/x.json"))


if __name__ == "__main__":
    unittest.main()
