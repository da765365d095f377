"""Puts scripts in the place of fuzzers and expects run_fuzzers.py to see what becomes of them, and ./check to refuse
options that make no sense."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

SOUND = 'echo "$@" >&2\necho "#50000 DONE cov: 12 ft: 34 corp: 5/6b" >&2\n'
# Writes its input where libFuzzer would.
CRASHING = """for option in "$@"; do case $option in -artifact_prefix=*) kept=${option#*=}crash-1 ;; esac; done
touch "$kept"
echo "ERROR: AddressSanitizer: heap-buffer-overflow" >&2
echo "Test unit written to $kept" >&2
exit 77
"""


class RunFuzzers(unittest.TestCase):
    def run_with(self, fuzzers, *options):
        """Exit code, output, and the inputs that were kept."""
        with tempfile.TemporaryDirectory() as folder:
            build = pathlib.Path(folder)
            scripts = {"tests/fuzz/write_seeds": "exit 0\n", **{f"fuzzers/{name}": text for name, text in fuzzers.items()}}
            for name, text in scripts.items():
                path = build / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("#!/bin/sh\n" + text)
                path.chmod(0o755)
            run = subprocess.run([sys.executable, ROOT / "scripts" / "run_fuzzers.py", build, *options],
                                 capture_output=True, text=True)
            return run.returncode, run.stdout + run.stderr, [path.name for path in (build / "crashes").glob("*")]

    def test_fuzzers_that_find_nothing_pass(self):
        code, text, kept = self.run_with({"obj": SOUND, "ply": SOUND})
        self.assertEqual(code, 0, text)
        self.assertIn("2 targets, none failed", text)
        self.assertEqual(kept, [])

    def test_a_crash_fails_and_its_input_is_kept_and_named(self):
        code, text, kept = self.run_with({"obj": SOUND, "ply": CRASHING})
        self.assertEqual(code, 1, text)
        self.assertEqual(kept, ["ply-crash-1"])
        self.assertIn("heap-buffer-overflow", text)
        self.assertIn("crashes/ply-crash-1", text)
        self.assertIn("1 of 2 failed", text)

    def test_a_fuzzer_that_dies_without_a_word_fails(self):
        code, text, _ = self.run_with({"obj": "kill -9 $$\n"})
        self.assertEqual(code, 1, text)

    def test_the_fixed_budget_is_a_number_of_inputs_from_one_seed(self):
        arguments = [self.run_with({"obj": SOUND + "exit 1\n"})[1] for _ in range(2)]
        for text in arguments:
            self.assertRegex(text, r"-runs=\d+ -seed=1 -use_cmp=0")
            self.assertNotIn("-max_total_time", text)

    def test_minutes_are_shared_out(self):
        text = self.run_with({"obj": SOUND + "exit 1\n"}, "--minutes", "2")[1]
        self.assertRegex(text, r"-max_total_time=\d+")
        self.assertNotIn("-runs=", text)

    def test_an_unknown_fuzzer_is_refused(self):
        code, text, _ = self.run_with({"obj": SOUND}, "--only", "obi")
        self.assertNotEqual(code, 0)
        self.assertIn("there is no fuzzer 'obi'", text)


class Check(unittest.TestCase):
    def test_options_that_make_no_sense_are_refused_before_anything_is_built(self):
        for options in (["--fuzz"], ["--fuzz", "x"], ["--fuzz", "0"], ["--fuzz", "-1"], ["--sanitize=slow"],
                        ["--sanitize", "-R", "x"], ["--fuzz", "1", "--sanitize"], ["--times", "--sanitize"], ["--times", "-R", "x"], ["--preset", "none"]):
            run = subprocess.run([ROOT / "check", "--no-install", *options], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2, (options, run.stderr))
            self.assertIn("sinew:", run.stderr, options)


if __name__ == "__main__":
    unittest.main()
