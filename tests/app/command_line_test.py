"""What holds for every command: help, typing errors, limits of the machine, interruptions."""

import json
import os
import resource
import signal
import subprocess
import unittest

from sinew_command import SINEW, CommandTest


class CommandLine(CommandTest):
    def test_an_unknown_command_is_answered_with_the_one_that_was_meant(self):
        self.refuses(self.sinew("bnech"), "no command 'bnech'; did you mean 'bench'?")

    def test_an_unknown_command_after_an_option_is_found_too(self):
        self.refuses(self.sinew("--threads", "2", "bnech", "x.obj"), "no command 'bnech'")

    def test_a_word_like_no_command_gets_no_suggestion(self):
        run = self.sinew("zebra")
        self.refuses(run, "no command 'zebra'")
        self.assertNotIn("did you mean", run.stderr)

    def test_no_command_at_all_is_refused(self):
        self.refuses(self.sinew(), "which command?", "sinew --help")

    def test_an_unknown_option_is_answered_with_the_one_that_was_meant(self):
        for words, answer in [
            (("bench", "--jsno"), "no option '--jsno'; did you mean '--json'?"),
            (("mesh", "a.obj", "-o", "a.vtu", "--tet", "5"), "no option '--tet'; did you mean '--tets'?"),
            (("mesh", "--voxel=5", "a.obj", "-o", "a.vtu"), "no option '--voxel'; did you mean '--voxels'?"),
            (("--thread", "2", "model"), "no option '--thread'; did you mean '--threads'?"),
            (("model", "--xyzzy"), "no option '--xyzzy'\n"),
        ]:
            self.refuses(self.sinew(*words), answer)

    def test_every_command_explains_itself_without_the_words_of_the_parser(self):
        for command in ["demo", "model", "inspect", "mesh", "feel", "bench"]:
            text = self.succeeds(command, "--help").stdout
            self.assertIn(f"Usage: sinew {command}", text)
            self.assertIn(f"\n  sinew {command}", text[text.index("Examples:"):])
            for word in ["TEXT", "INT", "Excludes", "REQUIRED"]:
                self.assertNotIn(word, text)
            self.assertLessEqual(max(map(len, text.splitlines())), 120)
            self.assertIn(f"  {command} ", self.succeeds("--help").stdout)

    def test_numbers_are_asked_for_in_words(self):
        for value in ["-1", "abc", "1.5", "1e9", "", "99999999999999999999"]:
            run = self.sinew("--threads", value, "model")
            self.refuses(run, f"--threads: '{value}' is not a whole number between 0 and 1,024")

    def test_a_full_disk_behind_standard_output_is_reported(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        for words in [("model",), ("--help",), ("bench",)]:
            with open("/dev/full", "w") as full:
                run = self.sinew(*words, capture_output=False, stdout=full, stderr=subprocess.PIPE)
            self.refuses(run, "standard output: No space left on device")


class Interruption(CommandTest):
    def test_a_file_that_grows_too_large_is_refused_and_the_old_one_kept(self):
        self.write("ball.ply", "old")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        run = self.sinew("model", "sphere", "-o", "ball.ply", preexec_fn=limit)
        self.refuses(run, "ball.ply: cannot be written: File too large")
        self.assertEqual(self.names(), ["ball.ply"])
        self.assertEqual((self.folder / "ball.ply").read_text(), "old")

    def test_an_interrupt_in_the_middle_leaves_nothing_behind(self):
        # The warning about open edges comes before the work, which would take minutes.
        self.write("cap.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n")
        for number in [signal.SIGINT, signal.SIGTERM]:
            with subprocess.Popen(
                [SINEW, "mesh", "cap.obj", "-o", "cap.vtu", "--tets", "20000000"],
                cwd=self.folder, stderr=subprocess.PIPE, text=True,
            ) as process:
                self.assertIn("open edges", process.stderr.readline())
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=60), -number)
            self.assertEqual(self.names(), ["cap.obj"])


class Bench(CommandTest):
    def test_bench_alone_lists_the_benches(self):
        self.assertIn("nearest-point", self.succeeds("bench").stdout)

    def test_an_unknown_bench_is_answered_with_the_one_that_was_meant(self):
        self.refuses(self.sinew("bench", "nearest-pint"), "did you mean 'nearest-point'?")

    def test_an_unknown_case_is_answered_with_the_cases_there_are(self):
        self.refuses(self.sinew("bench", "nearest-point", "--case", "zebra"), "sphere-5k")

    def test_json_is_written_where_the_caller_stands(self):
        self.succeeds("bench", "nearest-point", "--case", "sphere-5k", "--json", "values.json")
        report = json.loads((self.folder / "values.json").read_text())
        self.assertEqual(report["bench"], "nearest-point")
        self.assertEqual([row["case"] for row in report["rows"]], ["sphere-5k"])
        self.assertEqual(report["rows"][0]["worst_difference"], 0)

    def test_a_json_file_that_cannot_be_written_is_refused_before_anything_is_measured(self):
        for path in ["no/such/folder/x.json", "."]:
            run = self.sinew("bench", "nearest-point", "--json", path)
            self.refuses(run, path)
            self.assertEqual(run.stdout, "")


if __name__ == "__main__":
    unittest.main()
